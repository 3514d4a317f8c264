import { fromIso, SECOND, type Instant } from '../../domain/base/index.ts';
import type { OperatorDrive, OperatorRest, OperatorTimeline } from '../../domain/operator/index.ts';
import { dayOf } from '../shared/time/zonedDays.ts';

/** A line of the timeline: a drive, or the rest before the next one. */
export type DutyLine =
  | { readonly kind: 'drive'; readonly start: Instant; readonly end: Instant; readonly drive: OperatorDrive }
  | { readonly kind: 'rest'; readonly start: Instant; readonly end: Instant | null; readonly rest: OperatorRest };

/** Drives that began on a day of the account's zone, and the rests that ended on it, the latest first. */
export interface DutyDay {
  /** `2026-03-01`. */
  readonly day: string;
  readonly lines: readonly DutyLine[];
  readonly trips: number;
  readonly units: number;
  /** Seconds. */
  readonly driving: number;
  /** Metres. */
  readonly distance: number;
}

/** The timeline by days, the latest first. A rest that lasts is shown on the day of `now`. */
export function dutyDays({ drives, rests }: OperatorTimeline, timeZone: string, now: Instant): DutyDay[] {
  const lines: DutyLine[] = [
    ...drives.map((drive): DutyLine => ({
      kind: 'drive',
      start: fromIso(drive.start),
      end: fromIso(drive.end),
      drive,
    })),
    ...rests.map((rest): DutyLine => ({
      kind: 'rest',
      start: fromIso(rest.start),
      end: rest.end === null ? null : fromIso(rest.end),
      rest,
    })),
  ].toSorted((one, other) => other.start - one.start);
  const days = Map.groupBy(lines, (line) => dayOf(line.kind === 'drive' ? line.start : (line.end ?? now), timeZone));
  return [...days]
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .map(([day, own]) => {
      const driven = own.flatMap((line) => (line.kind === 'drive' ? [line.drive] : []));
      return {
        day,
        lines: own,
        trips: new Set(driven.map(({ trip_id: id }) => id)).size,
        units: new Set(driven.map(({ unit_id: id }) => id)).size,
        driving: driven.reduce((sum, each) => sum + each.driving, 0),
        distance: driven.reduce((sum, each) => sum + each.distance, 0),
      };
    });
}

/** Seconds from the beginning of the line to its end; of a rest that lasts, up to now. */
export const secondsOf = ({ start, end }: DutyLine, now: Instant): number =>
  Math.max(0, Math.round(((end ?? now) - start) / SECOND));
