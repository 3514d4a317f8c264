import { useState, type ReactNode } from 'react';
import { fromIso } from '../../../domain/base/index.ts';
import { passedAt, routes, type RouteRun, type RunCheckpoint } from '../../../domain/route/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button, Link, StatusMark, type StatusShape, type StatusTone } from '../../../ui/index.ts';
import { ColourMark } from '../../shared/colour/ColourMark.tsx';
import { entityPaths } from '../../shared/entity/paths.ts';
import { Fact } from '../../shared/Fact.tsx';
import { runMark } from '../../shared/runs/runMark.ts';
import { useRunWords } from '../../shared/runs/useRunWords.ts';
import { useNow } from '../../shared/time/useNow.ts';
import { useUnitRun } from './useUnitRun.ts';
import './unitRun.css';

export interface UnitRunProps {
  readonly unitId: number;
  /** Brings its route into sight; null: no map draws it. */
  readonly onShow: (() => void) | null;
}

/** On the card of a unit: the route that it drives at the shown instant, or drives next. */
export function UnitRun({ unitId, onShow }: UnitRunProps): ReactNode {
  const { t } = useTranslation();
  const words = useRunWords(useNow());
  const shown = useUnitRun(unitId);
  if (shown === null) return null;
  const { run, isNear } = shown;
  return (
    <section className="unit-run" aria-label={t(isNear ? 'routes.runs.one' : 'routes.runs.coming')}>
      <h3>{t(isNear ? 'routes.runs.one' : 'routes.runs.coming')}</h3>
      <div className="unit-run-route">
        <ColourMark colour={run.colour}>
          <Link href={entityPaths(routes).view(run.route_id)}>
            <bdi>{run.route_name}</bdi>
          </Link>
        </ColourMark>
        {isNear && onShow !== null && (
          <Button size="compact" variant="quiet" onPress={onShow}>
            {t('routes.runs.showOnMap')}
          </Button>
        )}
      </div>
      {isNear ? (
        <>
          <p className="unit-run-state">
            <StatusMark {...runMark(run)} /> {words.state(run)}
          </p>
          <RunFacts run={run} />
          <RunCheckpoints run={run} />
        </>
      ) : (
        <NextStart run={run} />
      )}
    </section>
  );
}

function NextStart({ run }: { run: RouteRun }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const start = <span className="figures">{formats.dateTime(fromIso(run.start))}</span>;
  return (
    <dl className="facts">
      <Fact label={t('routes.runs.startAt')}>{start}</Fact>
    </dl>
  );
}

/** When it arrives, how far that is, and how it kept to the corridor; what is not known is omitted. */
function RunFacts({ run }: { run: RouteRun }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { eta, end, remaining, adherence } = run;
  const facts: (readonly [string, string])[] = [
    ...(eta === null ? [] : [['eta', formats.time(fromIso(eta))] as const]),
    ...(end === null || run.ended_at !== null ? [] : [['plannedEnd', formats.time(fromIso(end))] as const]),
    ...(remaining === null ? [] : [['remaining', formats.distance(remaining)] as const]),
    ...(adherence === null ? [] : [['onRoute', formats.percent(adherence / 100)] as const]),
  ];
  if (facts.length === 0) return null;
  return (
    <dl className="facts">
      {facts.map(([name, text]) => (
        <Fact key={name} label={t(`routes.runs.facts.${name}`)}>
          <span className="figures">{text}</span>
        </Fact>
      ))}
    </dl>
  );
}

/** Checkpoints that are listed before the rest is asked for. */
const LISTED = 7;
/** Of a long list those around the next one: so many that were passed. */
const PASSED = 2;

function RunCheckpoints({ run }: { run: RouteRun }): ReactNode {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const { checkpoints } = run;
  const next = checkpoints.findIndex(({ key }) => key === run.next);
  const from = isWhole ? 0 : Math.max(0, Math.min(next - PASSED, checkpoints.length - LISTED));
  const listed = isWhole ? checkpoints : checkpoints.slice(from, from + LISTED);
  return (
    <>
      <ol className="unit-run-checkpoints" start={from + 1}>
        {listed.map((checkpoint, place) => (
          <CheckpointLine key={checkpoint.key} run={run} checkpoint={checkpoint} place={from + place} />
        ))}
      </ol>
      {listed.length < checkpoints.length && (
        <Button size="compact" variant="quiet" onPress={() => setWhole(true)}>
          {t('routes.runs.allCheckpoints', { count: checkpoints.length })}
        </Button>
      )}
    </>
  );
}

const LOOK: Readonly<Record<RunCheckpoint['status'], { readonly tone: StatusTone; readonly shape: StatusShape }>> = {
  pending: { tone: 'off', shape: 'hollow' },
  reached: { tone: 'normal', shape: 'disc' },
  early: { tone: 'info', shape: 'disc' },
  onTime: { tone: 'normal', shape: 'disc' },
  late: { tone: 'serious', shape: 'square' },
  skipped: { tone: 'off', shape: 'crossed' },
};

/** A checkpoint: its number, name and status, when it was due and when it was passed. */
function CheckpointLine({
  run,
  checkpoint,
  place,
}: {
  run: RouteRun;
  checkpoint: RunCheckpoint;
  place: number;
}): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useRunWords(useNow());
  const { key, name, due, status } = checkpoint;
  const at = passedAt(run, place);
  const time = (iso: string | null): string => (iso === null ? '' : formats.time(fromIso(iso)));
  const parts = [
    status === 'skipped' || at === null
      ? t(`routes.runs.statuses.${status}`)
      : words.delay(checkpoint) || t(`routes.runs.statuses.${status}`),
    due === null ? '' : t('routes.runs.dueAt', { time: time(due) }),
  ].filter((part) => part !== '');
  return (
    <li
      className="unit-run-checkpoint"
      data-next={key === run.next}
      aria-current={key === run.next ? 'step' : undefined}>
      <span className="unit-run-number figures dim">{formats.number(place + 1)}</span>
      <StatusMark {...LOOK[status]} />
      <span className="unit-run-name">
        <bdi>{name}</bdi>
        <span className="dim">{parts.join(' · ')}</span>
      </span>
      <span className="figures">{status === 'skipped' ? '' : time(at)}</span>
    </li>
  );
}
