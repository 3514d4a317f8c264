import type { ReactNode } from 'react';
import { DAY, fromIso, SECOND, type Instant } from '../../domain/base/index.ts';
import type { OperatorDrive } from '../../domain/operator/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Badge, Link } from '../../ui/index.ts';
import { dayStart, dayOf } from '../shared/time/zonedDays.ts';
import { MODE_PLACES } from '../shared/unit/unitModes.ts';
import { momentQuery } from '../shared/unit/viewState.ts';
import { secondsOf, type DutyDay, type DutyLine } from './dutyDays.ts';
import '../shared/list/serverList.css';
import './operators.css';

const COLUMNS = ['start', 'end', 'lasted', 'driving', 'distance'] as const;

interface DutyTableProps {
  readonly days: readonly DutyDay[];
  readonly now: Instant;
}

/** Drives and rests of each day; a drive opens the trip on the unit's timeline. */
export function DutyTable({ days, now }: DutyTableProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="server-list-scroll">
      <table className="server-table duty-table" aria-label={t('operators.timeline.title')}>
        <thead>
          <tr>
            <th scope="col">{t('operators.timeline.unit')}</th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(`operators.timeline.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        {days.map((day) => (
          <tbody key={day.day}>
            <DayHead day={day} now={now} />
            {day.lines.map((line) => (
              <DutyRow
                key={`${line.kind} ${line.start} ${line.kind === 'drive' ? line.drive.unit_id : ''}`}
                line={line}
                now={now}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function DayHead({ day: { day, lines, trips, driving, distance }, now }: { day: DutyDay; now: Instant }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { timeZone } = formats.settings;
  const start = dayStart(day, timeZone) ?? 0;
  const length = (dayStart(dayOf(start + DAY / 2, timeZone, 1), timeZone) ?? start + DAY) - start;
  const place = (instant: Instant): number => Math.min(100, Math.max(0, ((instant - start) / length) * 100));
  return (
    <tr className="duty-day">
      <th scope="rowgroup" colSpan={COLUMNS.length + 1}>
        <span className="duty-day-head">
          <span>{formats.date(start)}</span>
          <span className="figures dim">
            {t('operators.timeline.tripCount', { count: trips })} · {formats.duration(driving * SECOND)} ·{' '}
            {formats.distance(distance)}
          </span>
        </span>
        <span className="duty-strip" aria-hidden="true">
          {lines.map((line) => (
            <span
              key={`${line.kind} ${line.start} ${line.end ?? ''}`}
              className="duty-strip-part"
              data-kind={line.kind}
              style={{
                insetInlineStart: `${place(line.start)}%`,
                inlineSize: `${place(line.end ?? now) - place(line.start)}%`,
              }}
            />
          ))}
        </span>
      </th>
    </tr>
  );
}

function DutyRow({ line, now }: { line: DutyLine; now: Instant }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const drive = line.kind === 'drive' ? line.drive : null;
  const lasted = formats.duration(secondsOf(line, now) * SECOND);
  return (
    <tr data-kind={line.kind}>
      <td className="server-table-name">
        {drive === null ? (
          <span className="dim">{t('operators.timeline.rest')}</span>
        ) : (
          <Link href={`/unit/${drive.unit_id}/view`}>
            <bdi>{drive.unit_name}</bdi>
          </Link>
        )}
      </td>
      <td data-label={t('operators.timeline.start')} className="figures">
        {drive === null ? (
          <span>{formats.dateTime(line.start)}</span>
        ) : (
          <Link href={`${MODE_PLACES.trips.path}?${momentOf(drive)}`}>{formats.dateTime(line.start)}</Link>
        )}
      </td>
      <td data-label={t('operators.timeline.end')} className="figures">
        {drive?.open === true || line.end === null ? (
          <Badge tone="normal">{t('operators.timeline.ongoing')}</Badge>
        ) : (
          <span>{formats.dateTime(line.end)}</span>
        )}
      </td>
      <td data-label={t('operators.timeline.lasted')} className="figures">
        <span>
          {lasted}
          {drive?.partial === true && <span className="dim"> {t('operators.timeline.partial')}</span>}
        </span>
      </td>
      <td data-label={t('operators.timeline.driving')} className="figures">
        {drive !== null && <span>{formats.duration(drive.driving * SECOND)}</span>}
      </td>
      <td data-label={t('operators.timeline.distance')} className="figures">
        {drive !== null && <span>{formats.distance(drive.distance)}</span>}
      </td>
    </tr>
  );
}

/** The unit's timeline where the drive began. */
function momentOf({ unit_id: unitId, start, start_position: place }: OperatorDrive): string {
  const instant = fromIso(start);
  if (place !== null) return momentQuery(unitId, instant, place);
  return new URLSearchParams({ units: String(unitId), at: start }).toString();
}
