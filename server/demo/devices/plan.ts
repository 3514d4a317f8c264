import { DAY, HOUR, MINUTE, type Instant, type Interval } from '../../../src/domain/base/index.ts';
import { silentFrom, type RosterEntry } from '../roster.ts';

/** A fleet of more units keeps a machine of few processors busy by its present alone. */
export const LARGE_FLEET = 1_000;
/** So many units have the whole history; the others the last hours, or a big fleet would need an hour to start. */
const UNITS_WITH_HISTORY = 250;
export const SHORT_HISTORY = 2 * HOUR;
/** Of a large fleet: whoever goes back an hour sees it drive. */
export const SHORTEST_HISTORY = 75 * MINUTE;
/** The latest history is as fine as the present. */
const DETAILED = 2 * HOUR;

/** What a device has to do at the start. */
export interface StartPlan {
  /** Reports from here on in order of time, then as it happens; null: the device is dead. */
  readonly liveFrom: Instant | null;
  /** Older spans, to send when there is time. */
  readonly owed: readonly Interval[];
  /** Owed reports from before it are thinned out. */
  readonly detailFrom: Instant;
}

/** What the start knows of a device. */
export interface KnownState {
  /** Latest time that the server has; NaN when none. */
  readonly lastKnown: Instant;
  /** What the last run left; null when it left no word. */
  readonly left: readonly Interval[] | null;
}

/**
 * How far back a small fleet catches up before it turns to the present. A big one shows itself first, but for
 * the few minutes in which even a parked device has reported once.
 */
const catchUpSpan = (units: number): number => (units <= LARGE_FLEET ? 90 * MINUTE : 6 * MINUTE);

/** Decides what a device sends: on the first start everything, later the gap since it was last heard. */
export function planStart(
  entry: RosterEntry,
  known: KnownState,
  fleet: { units: number; historyDays: number; now: Instant; worldMade: Instant },
): StartPlan {
  const silent = silentFrom(entry, fleet.worldMade);
  const isLong = entry.index < UNITS_WITH_HISTORY;
  const isLarge = fleet.units > LARGE_FLEET;
  const short = isLarge ? SHORTEST_HISTORY : SHORT_HISTORY;
  const reach = isLong ? Math.max(short, fleet.historyDays * DAY) : short;
  const earliest = fleet.now - reach;
  const isKnown = !Number.isNaN(known.lastKnown);
  const heard = isKnown ? known.lastKnown + entry.equipment.clockBehind : earliest;
  const liveFrom = Math.max(heard, earliest, fleet.now - catchUpSpan(fleet.units));
  // Without word of the last run, a device that was heard owes the gap only.
  const owed = [...(known.left ?? []), { from: Math.max(heard, earliest), to: liveFrom }]
    .map(({ from, to }) => ({ from: Math.max(from, earliest), to: Math.min(to, silent) }))
    .filter(({ from, to }) => to > from);
  return {
    liveFrom: silent <= fleet.now ? null : liveFrom,
    owed,
    detailFrom: isLong || !isLarge ? fleet.now - DETAILED : fleet.now,
  };
}
