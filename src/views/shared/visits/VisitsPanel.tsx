import type { ReactNode } from 'react';
import { geofences } from '../../../domain/geofence/index.ts';
import {
  CROSSING,
  DAY,
  floorTo,
  fromIso,
  HOUR,
  SECOND,
  TELEMETRY,
  toIso,
  type Instant,
} from '../../../domain/base/index.ts';
import type { ZoneVisit } from '../../../domain/unitEvent/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Badge, EmptyState, GeofenceIcon, Link, Panel, Skeleton } from '../../../ui/index.ts';
import { useScreenPath } from '../address/useScreenPath.ts';
import { Answered } from '../AnswerView.tsx';
import { entityPaths } from '../entity/paths.ts';
import { ListExport } from '../list/ListExport.tsx';
import { useFleet } from '../services/fleet.ts';
import { useStore } from '../services/store.ts';
import { DayRange, weekAgo } from '../time/DayRange.tsx';
import { dayInterval } from '../time/dayInterval.ts';
import { useNow } from '../time/useNow.ts';
import { isReversed } from '../time/zonedDays.ts';
import { MODE_PLACES } from '../unit/unitModes.ts';
import { momentQuery } from '../unit/viewState.ts';
import { useSeesVisits, useZoneVisits } from './useZoneVisits.ts';
import '../list/serverList.css';
import './visits.css';

/** Rows that are shown; the interval is narrowed for more. */
const SHOWN = 500;

export interface VisitsPanelProps {
  /** Of whom or of what the visits are. */
  readonly of: { readonly geofence: number } | { readonly unit: number };
}

/**
 * Who visited a geofence, or which geofences a unit visited, in days that the address keeps: when, how long and how
 * fast.
 */
export function VisitsPanel({ of }: VisitsPanelProps): ReactNode {
  const { t } = useTranslation();
  const {
    settings: { timeZone },
  } = useFormats();
  const { query, replaceQuery } = useScreenPath();
  const now = useNow();
  const from = query.get('from') ?? weekAgo(now, timeZone);
  const to = query.get('to') ?? '';
  const reversed = isReversed(from, to);
  const interval = askedInterval(dayInterval(from, to, timeZone), now);
  const isFarBack = fromIso(interval.from) < now - (CROSSING.pastDays + 1) * DAY;
  const answer = useZoneVisits(
    reversed
      ? null
      : { ...('unit' in of ? { unit_ids: [of.unit] } : { geofence_ids: [of.geofence] }), ...interval, limit: SHOWN },
  );
  const visits = answer.value?.visits ?? [];
  const inside = visits.filter(({ left_at }) => left_at === null).length;
  if (!useSeesVisits()) return null;
  const onChange = (days: { readonly from?: string; readonly to?: string }): void => {
    const next = new URLSearchParams(query);
    for (const [name, day] of Object.entries(days)) next.set(name, day || 'any');
    if (days.to === '') next.delete('to');
    replaceQuery(next);
  };
  return (
    <Panel
      title={t('visits.title')}
      actions={
        <>
          {inside > 0 && <Badge tone="normal">{t('visits.insideNow', { count: inside })}</Badge>}
          <VisitsExport of={of} visits={visits} now={now} />
        </>
      }>
      <div className="visit-days">
        <DayRange from={from} to={to} now={now} onChange={onChange} />
      </div>
      {!reversed && (
        <Answered answer={answer} waiting={<Skeleton height="120px" />}>
          {() =>
            visits.length === 0 ? (
              <EmptyState title={t('visits.emptyTitle')} icon={<GeofenceIcon />}>
                {t('visits.emptyLead')}
              </EmptyState>
            ) : (
              <VisitTable of={of} visits={visits} now={now} />
            )
          }
        </Answered>
      )}
      {/* Of a new or changed geofence the days before are gone through only so far. */}
      {isFarBack && <p className="dim">{t('visits.farBack', { count: CROSSING.pastDays })}</p>}
      {answer.value?.truncated === true && <p className="dim">{t('visits.cut', { count: SHOWN })}</p>}
    </Panel>
  );
}

/** What was not bounded by days: a year up to the next hour. */
function askedInterval({ from, to }: { from?: string; to?: string }, now: Instant): { from: string; to: string } {
  const end = to ?? toIso(floorTo(now, HOUR) + HOUR);
  return { from: from ?? toIso(fromIso(end) - TELEMETRY.historyDays * DAY), to: end };
}

interface VisitsShown extends VisitsPanelProps {
  readonly visits: readonly ZoneVisit[];
  readonly now: Instant;
}

/** Texts of the columns, for the table and for the file. */
function useVisitTexts({ of, now }: Pick<VisitsShown, 'of' | 'now'>) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { byId } = useStore(useFleet().units);
  const name = (visit: ZoneVisit): string =>
    'unit' in of ? visit.geofence_name : (byId.get(visit.unit_id)?.name ?? String(visit.unit_id));
  const lasted = ({ entered_at, left_at }: ZoneVisit): number =>
    (left_at === null ? now : fromIso(left_at)) - fromIso(entered_at);
  const entered = (visit: ZoneVisit): string => {
    const time = formats.dateTime(fromIso(visit.entered_at));
    return visit.entry_seen ? time : t('visits.before', { time });
  };
  return {
    name,
    entered,
    left: ({ left_at }: ZoneVisit): string => (left_at === null ? '' : formats.dateTime(fromIso(left_at))),
    lasted: (visit: ZoneVisit): string => formats.duration(Math.max(0, lasted(visit))),
    seconds: (visit: ZoneVisit): string => String(Math.max(0, Math.round(lasted(visit) / SECOND))),
    distance: ({ distance }: ZoneVisit): string => (distance === null ? '–' : formats.distance(distance)),
    top: ({ max_speed: speed }: ZoneVisit): string => (speed === null ? '–' : formats.speed(speed)),
    average: ({ average_speed: speed }: ZoneVisit): string => (speed === null ? '–' : formats.speed(speed)),
  };
}

const COLUMNS = ['entered', 'left', 'lasted', 'distance', 'average', 'top'] as const;

function VisitTable({ of, visits, now }: VisitsShown): ReactNode {
  const { t } = useTranslation();
  const texts = useVisitTexts({ of, now });
  return (
    <div className="server-list-scroll">
      <table className="server-table" aria-label={t('visits.title')}>
        <thead>
          <tr>
            <th scope="col">{t('unit' in of ? 'visits.geofence' : 'visits.unit')}</th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(`visits.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {visits.map((visit) => (
            <tr key={`${visit.unit_id} ${visit.geofence_id} ${visit.entered_at}`}>
              <VisitName of={of} visit={visit} name={texts.name(visit)} />
              <td data-label={t('visits.entered')} className="figures">
                <Link href={`${MODE_PLACES.map.path}?${momentOf(visit)}`}>{texts.entered(visit)}</Link>
              </td>
              <td data-label={t('visits.left')} className="figures">
                {visit.left_at === null ? <Badge tone="normal">{t('visits.inside')}</Badge> : texts.left(visit)}
              </td>
              <td data-label={t('visits.lasted')} className="figures">
                {texts.lasted(visit)} {visit.passed_through && <span className="dim">{t('visits.passed')}</span>}
              </td>
              {(['distance', 'average', 'top'] as const).map((column) => (
                <td key={column} data-label={t(`visits.${column}`)} className="figures">
                  {texts[column](visit)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The other side of the visit: the geofence's page, or the unit's. */
function VisitName({ of, visit, name }: VisitsPanelProps & { visit: ZoneVisit; name: string }): ReactNode {
  const href = 'unit' in of ? entityPaths(geofences).view(visit.geofence_id) : `/unit/${visit.unit_id}/view`;
  return (
    <td className="server-table-name">
      <Link href={href}>{name}</Link>
    </td>
  );
}

/** The timeline at the entry. */
const momentOf = ({ unit_id: unitId, entered_at: entered, entry_position: place }: ZoneVisit) =>
  momentQuery(unitId, fromIso(entered), place);

function VisitsExport({ of, visits, now }: VisitsShown): ReactNode {
  const { t } = useTranslation();
  const texts = useVisitTexts({ of, now });
  const { byId } = useStore(useFleet().units);
  return (
    <ListExport<ZoneVisit>
      id="visits"
      isDisabled={visits.length === 0}
      columns={[
        { header: t('visits.unit'), text: ({ unit_id: id }) => byId.get(id)?.name ?? String(id) },
        { header: t('visits.geofence'), text: ({ geofence_name: name }) => name },
        { header: t('visits.entered'), text: texts.entered },
        { header: t('visits.left'), text: texts.left },
        { header: t('visits.seconds'), text: texts.seconds },
        { header: t('visits.metres'), text: ({ distance }) => (distance === null ? '' : String(distance)) },
        { header: t('visits.average'), text: ({ average_speed: speed }) => (speed === null ? '' : String(speed)) },
        { header: t('visits.top'), text: ({ max_speed: speed }) => (speed === null ? '' : String(speed)) },
        { header: t('visits.passed'), text: (visit) => (visit.passed_through ? '1' : '0') },
      ]}
      rows={async () => ({ rows: visits, total: visits.length })}
    />
  );
}
