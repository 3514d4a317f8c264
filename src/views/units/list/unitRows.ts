import { MOTION, staleLimit, type MotionState } from '../../../domain/telemetry/index.ts';
import type { Instant } from '../../../domain/base/index.ts';
import {
  driverNames,
  nameCollator,
  UNIT_STATUSES,
  unitsByName,
  type UnitKind,
  type UnitStatus,
  type UnitSummary,
} from '../../../domain/unit/index.ts';
import { idlesTooLong, type FleetColumns } from '../../../streams/pipeline/index.ts';
import { searchWords, unitSearchText } from '../../shared/unit/unitSearch.ts';

/** States by which the list is filtered and sorted; what a unit shows at one instant. */
export const ROW_STATES = ['moving', 'idling', 'idlingLong', 'parked', 'stale', 'noFix', 'neverReported'] as const;
export type RowState = (typeof ROW_STATES)[number];

export const SORT_KEYS = [
  'name',
  'state',
  'speed',
  'lastSeen',
  'status',
  'account',
  'kind',
  'device',
  'allocated',
  'driver',
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface RowFilter {
  readonly status: UnitStatus | null;
  readonly kind: UnitKind | null;
  readonly label: string | null;
  /** Those of this account, whoever holds them now. */
  readonly owner: number | null;
  /** Those that another account holds now, or those that its owner has. */
  readonly allocation: 'own' | 'allocated' | null;
  /** Those of these units alone. */
  readonly among: ReadonlySet<number> | null;
}

const NO_FILTER: RowFilter = { status: null, kind: null, label: null, owner: null, allocation: null, among: null };

export interface RowOrder extends RowFilter {
  readonly search: string;
  /** States to show; empty = all. */
  readonly states: ReadonlySet<RowState>;
  readonly sort: SortKey;
  readonly descending: boolean;
}

export const DEFAULT_ORDER: RowOrder = { ...NO_FILTER, search: '', states: new Set(), sort: 'name', descending: false };

const MOTION_NAMES: Record<MotionState, RowState> = {
  [MOTION.noFix]: 'noFix',
  [MOTION.parked]: 'parked',
  [MOTION.idling]: 'idling',
  [MOTION.moving]: 'moving',
};

/** What rows read of the fleet. */
export type RowFleet = Pick<FleetColumns, 'slotOf' | 'times' | 'motions' | 'speeds' | 'idleSince'>;

/** What the unit in `slot` shows at `now`; slot -1 = not on the map yet. */
export function rowState(fleet: RowFleet, slot: number, now: Instant): RowState {
  if (slot < 0 || fleet.times[slot] === 0) return 'neverReported';
  const motion = fleet.motions[slot] as MotionState;
  if (now - fleet.times[slot] > staleLimit(motion)) return 'stale';
  return motion === MOTION.idling && idlesTooLong(fleet, slot, now) ? 'idlingLong' : MOTION_NAMES[motion];
}

/** True where the unit has reported where it is. */
export function hasPosition(fleet: RowFleet, slot: number): boolean {
  return slot >= 0 && fleet.times[slot] > 0;
}

/** True where the map can show the unit: at a reported position, or where it was put by hand. */
export function isOnMap(fleet: RowFleet & Pick<FleetColumns, 'handPlaceOf'>, slot: number): boolean {
  return hasPosition(fleet, slot) || fleet.handPlaceOf(slot) !== null;
}

/** What does not change while the list stays the same: prepared once, so that a new order compares numbers alone. */
export interface RowSource {
  readonly units: readonly UnitSummary[];
  /** What the search looks through, a text a unit: made when something is first searched for. */
  texts(): readonly string[];
  /** Indices into `units` as people count names. */
  readonly byName: Uint32Array;
  readonly collator: Intl.Collator;
}

/** Units do not change in place: what the search looks through is made once for each. */
const searchTexts = new WeakMap<UnitSummary, string>();

function searchTextOf(unit: UnitSummary): string {
  const known = searchTexts.get(unit);
  if (known !== undefined) return known;
  const text = unitSearchText(unit);
  searchTexts.set(unit, text);
  return text;
}

/** Prepares a list for `orderRows`; `before`: what was prepared last, whose order stays while no name changed. */
export function rowSource(
  units: readonly UnitSummary[],
  collator: Intl.Collator,
  before: RowSource | null = null,
): RowSource {
  const compare = unitsByName(collator);
  let texts: readonly string[] | null = null;
  return {
    units,
    collator,
    texts: () => (texts ??= units.map(searchTextOf)),
    byName:
      before?.collator === collator && haveSameNames(units, before.units)
        ? before.byName
        : // An array sorts what is nearly in order, as the list comes, in one pass; a typed one does not.
          Uint32Array.from([...units.keys()].sort((a, b) => compare(units[a], units[b]))),
  };
}

/** Whether both are the same units, each by the same name, in the same order. */
export const haveSameNames = (units: readonly UnitSummary[], others: readonly UnitSummary[]): boolean =>
  units.length === others.length &&
  units.every(({ unit_id: id, name }, place) => id === others[place].unit_id && name === others[place].name);

/** Prepares the lists of a view one after the other. */
export function rowSources(): (units: readonly UnitSummary[], language: string) => RowSource {
  let collator: Intl.Collator | null = null;
  let of = '';
  let last: RowSource | null = null;
  return (units, language) => {
    if (collator === null || of !== language) collator = nameCollator(language);
    of = language;
    last = rowSource(units, collator, last);
    return last;
  };
}

/** Whether what was written down of a unit passes the filter. */
export function passes(unit: UnitSummary, { status, kind, label, owner, allocation, among }: RowFilter): boolean {
  if (among !== null && !among.has(unit.unit_id)) return false;
  if (status !== null && unit.status !== status) return false;
  if (kind !== null && unit.kind !== kind) return false;
  if (owner !== null && unit.account_id !== owner) return false;
  if (label !== null && !unit.labels.includes(label)) return false;
  return allocation === null || (unit.allocated_to !== null) === (allocation === 'allocated');
}

/** True where the order follows what the units do at this moment. */
export function isLiveOrder({ sort, states }: RowOrder): boolean {
  return states.size > 0 || sort === 'state' || sort === 'speed' || sort === 'lastSeen';
}

/**
 * Indices into `units` of the rows to show, in order. All words of the search must occur.
 * Equal keys keep the order of their names, so that rows do not dance.
 */
export function orderRows(
  { units, texts, byName, collator }: RowSource,
  fleet: RowFleet,
  order: RowOrder,
  now: Instant,
): Uint32Array {
  const words = searchWords(order.search);
  if (order.sort === 'name' && !order.descending && isEvery(order, words)) return byName;
  const searched = words.length > 0 ? texts() : [];
  const shown = byName.filter((index) => {
    const unit = units[index];
    if (order.states.size > 0 && !order.states.has(rowState(fleet, fleet.slotOf(unit.unit_id), now))) return false;
    return passes(unit, order) && words.every((word) => searched[index].includes(word));
  });
  if (order.sort === 'name') return order.descending ? shown.reverse() : shown;
  const keys = sortKeys(order.sort, units, fleet, now, collator);
  const sign = order.descending ? -1 : 1;
  return shown.sort((a, b) => sign * (keys[a] - keys[b]));
}

/** True where nothing is left out. */
const isEvery = (
  { states, status, kind, label, owner, allocation, among }: RowOrder,
  words: readonly string[],
): boolean =>
  words.length === 0 &&
  states.size === 0 &&
  [status, kind, label, owner, allocation, among].every((wanted) => wanted === null);

/** A number for every unit that is as great as its key. */
function sortKeys(
  sort: Exclude<SortKey, 'name'>,
  units: readonly UnitSummary[],
  fleet: RowFleet,
  now: Instant,
  collator: Intl.Collator,
): Float64Array {
  const number = (read: (unit: UnitSummary, slot: number) => number) =>
    Float64Array.from(units, (unit) => read(unit, fleet.slotOf(unit.unit_id)));
  const text = (read: (unit: UnitSummary) => string) => {
    const rank = ranks(units.map(read), collator);
    return number((unit) => rank.get(read(unit)) ?? 0);
  };
  switch (sort) {
    case 'state':
      return number((_, slot) => ROW_STATES.indexOf(rowState(fleet, slot, now)));
    case 'speed':
      return number((_, slot) => (slot < 0 ? -1 : fleet.speeds[slot]));
    case 'lastSeen':
      return number((_, slot) => (slot < 0 ? -1 : fleet.times[slot]));
    case 'status':
      return number((unit) => UNIT_STATUSES.indexOf(unit.status));
    case 'account':
      return text((unit) => unit.account_name);
    case 'device':
      return text((unit) => unit.device_model);
    case 'kind':
      return text((unit) => unit.kind);
    case 'allocated':
      return text((unit) => unit.allocated_to?.account_name ?? '');
    case 'driver':
      return text((unit) => driverNames(unit, now));
  }
}

/** The place of every different text in their order: thousands of units have a handful of accounts and models. */
function ranks(texts: readonly string[], collator: Intl.Collator): ReadonlyMap<string, number> {
  return new Map([...new Set(texts)].sort(collator.compare).map((text, rank) => [text, rank]));
}

/** Accounts of the units, as a filter offers them. */
export const ownersOf = (units: readonly UnitSummary[]): { value: string; label: string }[] =>
  [...new Map(units.map(({ account_id: id, account_name: name }) => [String(id), name]))]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label));
