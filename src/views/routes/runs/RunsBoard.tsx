import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { DAY, HOUR, ROUTE, toIso, type Instant, type Interval } from '../../../domain/base/index.ts';
import { routes, type RouteRun } from '../../../domain/route/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import {
  Banner,
  Button,
  DayField,
  EmptyState,
  InfoIcon,
  Link,
  NativeSelect,
  PlusIcon,
  RouteIcon,
  Skeleton,
} from '../../../ui/index.ts';
import { useScreenPath } from '../../shared/address/useScreenPath.ts';
import { Answered } from '../../shared/AnswerView.tsx';
import { ColourMark } from '../../shared/colour/ColourMark.tsx';
import { useAnswer } from '../../shared/services/calls.ts';
import { useMayIn } from '../../shared/services/mayIn.ts';
import { useSession } from '../../shared/services/session.ts';
import { useNow } from '../../shared/time/useNow.ts';
import { dayOf, dayStart } from '../../shared/time/zonedDays.ts';
import { PlanRun } from './PlanRun.tsx';
import { RunActions } from './RunActions.tsx';
import { RunLane } from './RunLane.tsx';
import { hoursOf, LOOKS, looksLike, placeOf, ticksOf, type RunLook } from './runLook.ts';
import './runs.css';

/** The runs of a day as lanes, plan against fact, live; the address says which day and which of them. */
export function RunsBoard(): ReactNode {
  const { t } = useTranslation();
  const { settings } = useFormats();
  const { query, replaceQuery } = useScreenPath();
  const now = useNow();
  const today = dayOf(now, settings.timeZone);
  const day = query.get('day') ?? today;
  const from = dayStart(day, settings.timeZone) ?? dayStart(today, settings.timeZone) ?? now;
  const span: Interval = { from, to: dayStart(dayOf(from, settings.timeZone, 1), settings.timeZone) ?? from + DAY };
  const answer = useAnswer('getRouteRuns', { from: toIso(span.from), to: toIso(span.to), limit: ROUTE.runs }, [
    'route_run',
    'route',
  ]);
  const { reload } = answer;
  // The time of arrival moves on without an event.
  useEffect(() => (now >= span.from && now < span.to ? reload() : undefined), [now, span.from, span.to, reload]);
  const set = (name: string, value: string): void => {
    const next = new URLSearchParams(query);
    if (value === '') next.delete(name);
    else next.set(name, value);
    replaceQuery(next);
  };
  return (
    <div className="runs-board">
      <RunTools day={day} today={today} runs={answer.value?.runs ?? []} query={query} onSet={set} />
      <Answered answer={answer} waiting={<Skeleton height="240px" />}>
        {({ runs, truncated }) => (
          <>
            {truncated && (
              <Banner tone="info" icon={<InfoIcon />}>
                {t('routes.runs.truncated', { count: ROUTE.runs })}
              </Banner>
            )}
            <Lanes runs={runs.filter((run) => isMeant(run, query))} isNarrowed={runs.length > 0} day={span} now={now} />
          </>
        )}
      </Answered>
    </div>
  );
}

/** True for a run that the filters of the address leave. */
function isMeant(run: RouteRun, query: URLSearchParams): boolean {
  const [route, label, look] = [query.get('route'), query.get('label'), query.get('look')];
  const schedules = query.get('schedules');
  return (
    (route === null || String(run.route_id) === route) &&
    (label === null || run.labels.includes(label)) &&
    (schedules === null || run.schedule_labels.includes(schedules)) &&
    (look === null || looksLike(run, look as RunLook))
  );
}

interface GroupFilterProps extends Pick<RunToolsProps, 'query' | 'onSet'> {
  readonly label: string;
  /** Of the address. */
  readonly name: string;
  readonly groups: readonly string[];
}

/** Leaves the runs of one group; it is there where runs are in any. */
function GroupFilter({ label, name, groups, query, onSet }: GroupFilterProps): ReactNode {
  const { t } = useTranslation();
  if (groups.length === 0) return null;
  return (
    <NativeSelect
      label={label}
      showLabel
      value={query.get(name) ?? ''}
      options={[{ value: '', label: t('routes.runs.allGroups') }, ...groups.map((value) => ({ value, label: value }))]}
      onChange={(value) => onSet(name, value)}
    />
  );
}

interface RunToolsProps {
  readonly day: string;
  readonly today: string;
  readonly runs: readonly RouteRun[];
  readonly query: URLSearchParams;
  readonly onSet: (name: string, value: string) => void;
}

function RunTools({ day, today, runs, query, onSet }: RunToolsProps): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const [planning, setPlanning] = useState(false);
  const byRoute = useMemo(() => new Map(runs.map((run) => [String(run.route_id), run.route_name])), [runs]);
  const labels = useMemo(() => [...new Set(runs.flatMap((run) => run.labels))].toSorted(), [runs]);
  const schedules = useMemo(() => [...new Set(runs.flatMap((run) => run.schedule_labels))].toSorted(), [runs]);
  return (
    <div className="runs-tools">
      <DayField
        label={t('routes.runs.day')}
        value={day}
        today={today}
        pickLabel={t('dateField.pick', { field: t('routes.runs.day') })}
        onChange={(next) => onSet('day', next === null || next === today ? '' : next)}
      />
      {day !== today && (
        <Button variant="quiet" onPress={() => onSet('day', '')}>
          {t('routes.runs.today')}
        </Button>
      )}
      <NativeSelect
        label={t('routes.one')}
        showLabel
        value={query.get('route') ?? ''}
        options={[
          { value: '', label: t('routes.runs.allRoutes') },
          ...[...byRoute].map(([value, label]) => ({ value, label })),
        ]}
        onChange={(value) => onSet('route', value)}
      />
      <GroupFilter label={t('routes.runs.group')} name="label" {...{ query, onSet }} groups={labels} />
      <GroupFilter label={t('routes.runs.scheduleGroup')} name="schedules" {...{ query, onSet }} groups={schedules} />
      <NativeSelect
        label={t('routes.runs.state')}
        showLabel
        value={query.get('look') ?? ''}
        options={[
          { value: '', label: t('routes.runs.anyState') },
          ...LOOKS.map((look) => ({ value: look, label: t(`routes.runs.looks.${look}`) })),
        ]}
        onChange={(value) => onSet('look', value)}
      />
      {can(routes.needs.change) && (
        <Button variant="primary" icon={<PlusIcon aria-hidden="true" />} onPress={() => setPlanning(true)}>
          {t('routes.runs.plan')}
        </Button>
      )}
      {planning && <PlanRun onClose={() => setPlanning(false)} />}
    </div>
  );
}

interface LanesProps {
  readonly runs: readonly RouteRun[];
  /** There are runs on the day that the filters leave out. */
  readonly isNarrowed: boolean;
  readonly day: Interval;
  readonly now: Instant;
}

function Lanes({ runs, isNarrowed, day, now }: LanesProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const mayIn = useMayIn();
  const hours = hoursOf(runs, day);
  const groups = useMemo(() => Map.groupBy(runs, ({ route_id: id }) => id), [runs]);
  if (runs.length === 0)
    return (
      <EmptyState title={t(isNarrowed ? 'routes.runs.noneLeft' : 'routes.runs.none')} icon={<RouteIcon />}>
        {t(isNarrowed ? 'routes.runs.noneLeftLead' : 'routes.runs.noneLead')}
      </EmptyState>
    );
  return (
    <div className="runs-lanes">
      <div className="runs-ruler figures dim" dir="ltr" aria-hidden="true">
        {ticksOf(hours).map((at) => (
          <span key={at} data-last={at + HOUR > hours.to} style={{ insetInlineStart: `${placeOf(at, hours)}%` }}>
            {formats.time(at)}
          </span>
        ))}
      </div>
      {[...groups.values()].map((own) => (
        <section key={own[0].route_id} aria-label={own[0].route_name}>
          <h2 className="runs-route">
            <ColourMark colour={own[0].colour}>
              <Link href={`/route/${own[0].route_id}/view`}>
                <bdi>{own[0].route_name}</bdi>
              </Link>
            </ColourMark>
          </h2>
          <ul className="runs-list">
            {own.map((run) => (
              <RunLane
                key={run.run_id}
                run={run}
                hours={hours}
                now={now}
                actions={mayIn(run, routes.needs.change) ? <RunActions run={run} /> : null}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
