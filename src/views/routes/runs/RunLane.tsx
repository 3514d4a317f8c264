import { Fragment, type CSSProperties, type ReactNode } from 'react';
import { HOUR, MINUTE, fromIso, toIso, type Instant, type Interval } from '../../../domain/base/index.ts';
import { isLate, passedAt, type RouteRun } from '../../../domain/route/index.ts';
import { useFormats } from '../../../i18n/index.ts';
import { Link, StatusMark } from '../../../ui/index.ts';
import { runMark } from '../../shared/runs/runMark.ts';
import { useRunWords } from '../../shared/runs/useRunWords.ts';
import { placeOf } from './runLook.ts';
import './runs.css';

const span = (from: Instant, to: Instant, hours: Interval): CSSProperties => {
  const start = placeOf(from, hours);
  return { insetInlineStart: `${start}%`, inlineSize: `${Math.max(0.4, placeOf(to, hours) - start)}%` };
};
const point = (at: Instant, hours: Interval): CSSProperties => ({ insetInlineStart: `${placeOf(at, hours)}%` });

/** Where the map shows the unit at the instant that the run is about: now while it is driven, else when it began. */
export function unitHref(
  { unit_id: unit, state, start, started_at: started, ended_at: ended }: RouteRun,
  now: Instant,
): string {
  if (state === 'planned') return `/units/map?show=${unit}`;
  const from = fromIso(started ?? start);
  const to = ended === null ? now : fromIso(ended);
  const query = new URLSearchParams({ units: String(unit), from: toIso(from - HOUR / 4), to: toIso(to + HOUR / 4) });
  if (state !== 'started') query.set('at', toIso(from));
  return state === 'started' ? `/units/map?show=${unit}` : `/units/map?${query.toString()}`;
}

export interface RunLaneProps {
  readonly run: RouteRun;
  readonly hours: Interval;
  readonly now: Instant;
  readonly actions?: ReactNode;
}

/** One run: what it is in words, and over the hours what was planned above what happened. */
export function RunLane({ run, hours, now, actions }: RunLaneProps): ReactNode {
  const words = useRunWords(now);
  const late = isLate(run);
  return (
    <li className="run-lane" data-late={late} data-state={run.state}>
      <div className="run-lane-head">
        <Link href={unitHref(run, now)} className="run-lane-unit">
          <bdi>{run.unit_name}</bdi>
        </Link>
        <span className="run-lane-state">
          <StatusMark {...runMark(run)} />
          {words.state(run)}
        </span>
        <span className="run-lane-detail dim">{words.detail(run)}</span>
        {actions}
      </div>
      <span className="visually-hidden">{words.summary(run)}</span>
      <div className="run-lane-track" dir="ltr" aria-hidden="true">
        <RunBars run={run} hours={hours} now={now} late={late} />
        {now >= hours.from && now <= hours.to && <span className="run-now" style={point(now, hours)} />}
      </div>
    </li>
  );
}

function RunBars({
  run,
  hours,
  now,
  late,
}: {
  run: RouteRun;
  hours: Interval;
  now: Instant;
  late: boolean;
}): ReactNode {
  const formats = useFormats();
  const words = useRunWords(now);
  const planned = fromIso(run.start);
  const due = run.end === null ? planned + 5 * MINUTE : fromIso(run.end);
  const began = run.started_at === null ? null : fromIso(run.started_at);
  const ended = run.ended_at === null ? now : fromIso(run.ended_at);
  return (
    <>
      <span className="run-plan" style={span(planned, due, hours)} />
      {began !== null && (
        <span className="run-fact" data-late={late} style={span(began, Math.max(began, ended), hours)} />
      )}
      {run.eta !== null && began !== null && (
        <span className="run-eta" style={span(ended, Math.max(ended, fromIso(run.eta)), hours)} />
      )}
      {run.off_spans.map(({ from, to }) => (
        <span
          key={from}
          className="run-off"
          title={words.offSpan(from, to)}
          style={span(fromIso(from), to === null ? ended : fromIso(to), hours)}
        />
      ))}
      {run.checkpoints.map((checkpoint, place) => {
        const { key, due: dueAt, status, name } = checkpoint;
        const at = passedAt(run, place);
        return (
          <Fragment key={key}>
            {dueAt !== null && (
              <span
                className="run-due"
                style={point(fromIso(dueAt), hours)}
                title={`${name} · ${formats.time(fromIso(dueAt))}`}
              />
            )}
            {at !== null && status !== 'skipped' && (
              <span
                className="run-check"
                data-status={status}
                style={point(fromIso(at), hours)}
                title={words.checkpoint(checkpoint)}
              />
            )}
          </Fragment>
        );
      })}
    </>
  );
}
