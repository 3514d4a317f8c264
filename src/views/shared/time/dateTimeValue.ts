import { DateTime } from 'luxon';
import { MINUTE, floorTo, fromIso, toIso, type Instant } from '../../../domain/base/index.ts';
import { dayOf, dayStart, localInstants, localText } from './zonedDays.ts';

/** Where typed dates belong to. */
export interface DateRules {
  readonly timeZone: string;
  readonly earliest?: Instant;
  readonly latest?: Instant;
}

/** Why what was typed cannot be taken. */
export type DateProblem = 'unread' | 'skipped' | 'early' | 'late';

/** The typed text comes to one instant, or two where clocks are put back. */
export type DateReading =
  | { readonly instants: readonly Instant[]; readonly problem?: undefined }
  | { readonly problem: DateProblem };

/**
 * A form keeps what was typed and is no date behind this mark, so that the schema refuses it (there are
 * texts which look like a date of another country) and a draft gives it back.
 */
const UNREAD = '…';
export const isUnread = (value: string): boolean => value.startsWith(UNREAD);
export const unread = (text: string): string => `${UNREAD}${text}`;
export const unreadText = (value: string): string => value.slice(UNREAD.length);

/** The instants of a local date and time (`2026-03-01T08:30:00`, null: none was read) within the bounds. */
export function readLocal(
  local: string | null,
  { timeZone, earliest = -Infinity, latest = Infinity }: DateRules,
): DateReading {
  if (local === null) return { problem: 'unread' };
  const instants = localInstants(local, timeZone);
  if (instants.length === 0) return { problem: 'skipped' };
  // A bound is shown to the minute: who types that minute means the bound.
  const within = instants
    .map((instant) => (instant < earliest && instant >= floorTo(earliest, MINUTE) ? earliest : instant))
    .filter((instant) => instant >= earliest && instant <= latest);
  if (within.length > 0) return { instants: within };
  return { problem: (instants[0] ?? 0) < earliest ? 'early' : 'late' };
}

/** The instant of a form's value; null where it holds none. */
export function instantOf(value: string): Instant | null {
  const instant = value === '' || isUnread(value) ? NaN : fromIso(value);
  return Number.isNaN(instant) ? null : instant;
}

/** The same time of day on another day; the start of that day where there is none, never before the earliest. */
export function onDay(
  day: string,
  instant: Instant | null,
  { timeZone, earliest = -Infinity, latest = Infinity }: DateRules,
): string {
  const start = dayStart(day, timeZone) ?? 0;
  const wanted =
    instant === null
      ? start
      : (localInstants(`${day}T${localText(instant, timeZone).slice(11)}:00`, timeZone)[0] ?? start);
  return toIso(Math.min(Math.max(wanted, earliest), latest));
}

/** Both instants at which clocks show what they show at this one; empty where there is only one. */
export function twins(instant: Instant, timeZone: string): readonly Instant[] {
  const found = localInstants(`${localText(instant, timeZone)}:00`, timeZone);
  return found.length > 1 ? found.map((other) => other + (instant - floorTo(instant, MINUTE))) : [];
}

/** How far clocks of the zone are from Greenwich at an instant: "GMT+2". */
export const offsetName = (instant: Instant, timeZone: string): string =>
  DateTime.fromMillis(instant, { zone: timeZone }).toFormat("'GMT'Z", { locale: 'en' });

/** The days that bounds fall on, as a calendar takes them. */
export function boundDays({ timeZone, earliest, latest }: DateRules): { earliest?: string; latest?: string } {
  return {
    earliest: earliest === undefined ? undefined : dayOf(earliest, timeZone),
    latest: latest === undefined ? undefined : dayOf(latest, timeZone),
  };
}
