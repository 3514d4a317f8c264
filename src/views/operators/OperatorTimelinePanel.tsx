import type { ReactNode } from 'react';
import { DAY, floorTo, fromIso, HOUR, SECOND, TELEMETRY, toIso, type Instant } from '../../domain/base/index.ts';
import type { Operator, OperatorTimeline } from '../../domain/operator/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Badge, EmptyState, OperatorIcon, Panel, Skeleton } from '../../ui/index.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { Answered } from '../shared/AnswerView.tsx';
import { useAnswer } from '../shared/services/calls.ts';
import { useSession } from '../shared/services/session.ts';
import { DayRange, weekAgo } from '../shared/time/DayRange.tsx';
import { dayInterval } from '../shared/time/dayInterval.ts';
import { useNow } from '../shared/time/useNow.ts';
import { isReversed } from '../shared/time/zonedDays.ts';
import { MODE_PLACES } from '../shared/unit/unitModes.ts';
import { dutyDays } from './dutyDays.ts';
import { DutyTable } from './DutyTable.tsx';
import { DutyExport } from './DutyExport.tsx';
import './operators.css';

/** Trips that are read; the days are narrowed for more. */
const SHOWN = 1_000;

/** What the operator drove in days that the address keeps: trips, driving time and rests, day by day. */
export function OperatorTimelinePanel({ operator }: { operator: Operator }): ReactNode {
  const { t } = useTranslation();
  const {
    settings: { timeZone },
  } = useFormats();
  const { can } = useSession();
  const { query, replaceQuery } = useScreenPath();
  const now = useNow();
  const from = query.get('from') ?? weekAgo(now, timeZone);
  const to = query.get('to') ?? '';
  const reversed = isReversed(from, to);
  const maySee = can(MODE_PLACES.trips.need);
  const asked = {
    operator_id: operator.operator_id,
    ...askedInterval(dayInterval(from, to, timeZone), now),
    limit: SHOWN,
  };
  const answer = useAnswer('getOperatorTimeline', reversed || !maySee ? null : asked, [
    'driver',
    'trip',
    'operator',
    'unit',
  ]);
  if (!maySee) return null;
  const onChange = (days: { readonly from?: string; readonly to?: string }): void => {
    const next = new URLSearchParams(query);
    for (const [name, day] of Object.entries(days)) next.set(name, day || 'any');
    if (days.to === '') next.delete('to');
    replaceQuery(next);
  };
  const days = answer.value === null ? [] : dutyDays(answer.value, timeZone, now);
  return (
    <Panel title={t('operators.timeline.title')} actions={<DutyExport days={days} now={now} />}>
      <div className="duty-days">
        <DayRange from={from} to={to} now={now} onChange={onChange} />
      </div>
      {!reversed && (
        <Answered answer={answer} waiting={<Skeleton height="160px" />}>
          {(timeline) =>
            days.length === 0 ? (
              <EmptyState title={t('operators.timeline.emptyTitle')} icon={<OperatorIcon />}>
                {t('operators.timeline.emptyLead')}
              </EmptyState>
            ) : (
              <>
                <DutyTotals timeline={timeline} now={now} />
                <DutyTable days={days} now={now} />
              </>
            )
          }
        </Answered>
      )}
      {answer.value?.truncated === true && <p className="dim">{t('operators.timeline.cut', { count: SHOWN })}</p>}
    </Panel>
  );
}

/** What was not bounded by days: a year up to the next hour. */
function askedInterval({ from, to }: { from?: string; to?: string }, now: Instant): { from: string; to: string } {
  const end = to ?? toIso(floorTo(now, HOUR) + HOUR);
  return { from: from ?? toIso(fromIso(end) - TELEMETRY.historyDays * DAY), to: end };
}

function DutyTotals({ timeline, now }: { timeline: OperatorTimeline; now: Instant }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { drives, rests } = timeline;
  const driven = drives.findLast(({ open }) => open);
  const resting = rests.find(({ end }) => end === null);
  const count = (values: readonly number[]): string => formats.number(new Set(values).size);
  const facts: readonly (readonly [label: string, text: string])[] = [
    [t('operators.timeline.driving'), formats.duration(timeline.driving * SECOND)],
    [t('operators.timeline.longest'), formats.duration(timeline.longest_driving * SECOND)],
    [t('operators.timeline.distance'), formats.distance(drives.reduce((sum, { distance }) => sum + distance, 0))],
    [t('operators.timeline.trips'), count(drives.map(({ trip_id: id }) => id))],
    [t('operators.timeline.units'), count(drives.map(({ unit_id: id }) => id))],
  ];
  return (
    <>
      <dl className="duty-totals">
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="figures">{text}</dd>
          </div>
        ))}
      </dl>
      {driven !== undefined && (
        <p className="duty-now">
          <Badge tone="normal">{t('operators.timeline.drivingNow', { unit: driven.unit_name })}</Badge>
        </p>
      )}
      {resting !== undefined && (
        <p className="duty-now">
          <Badge tone="neutral">
            {t('operators.timeline.restingNow', { duration: formats.duration(now - fromIso(resting.start)) })}
          </Badge>
        </p>
      )}
    </>
  );
}
