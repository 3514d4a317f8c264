import { MOTION, staleLimit, type MotionState } from '../../../domain/telemetry/index.ts';
import type { Instant } from '../../../domain/base/index.ts';
import { UNIT_STATUSES, type UnitKind, type UnitStatus, type UnitSummary } from '../../../domain/unit/index.ts';
import type { FleetColumns } from '../../../streams/pipeline/fleetColumns.ts';

/** States by which the list is filtered and sorted; what a unit shows at one instant. */
export const ROW_STATES = ['moving', 'idling', 'parked', 'stale', 'noFix', 'neverReported'] as const;
export type RowState = (typeof ROW_STATES)[number];

export const SORT_KEYS = ['name', 'state', 'speed', 'lastSeen', 'status', 'account', 'kind', 'device', 'allocated'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface RowFilter {
  readonly status: UnitStatus | null;
  readonly kind: UnitKind | null;
  readonly label: string | null;
  /** Those that another account holds now, or those that its owner has. */
  readonly allocation: 'own' | 'allocated' | null;
}

export const NO_FILTER: RowFilter = { status: null, kind: null, label: null, allocation: null };

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
export type RowFleet = Pick<FleetColumns, 'slotOf' | 'times' | 'motions' | 'speeds'>;

/** What the unit in `slot` shows at `now`; slot -1 = not on the map yet. */
export function rowState(fleet: RowFleet, slot: number, now: Instant): RowState {
  if (slot < 0 || fleet.times[slot] === 0) return 'neverReported';
  const motion = fleet.motions[slot] as MotionState;
  return now - fleet.times[slot] > staleLimit(motion) ? 'stale' : MOTION_NAMES[motion];
}

/** True where the unit has told where it is. */
export function hasPosition(fleet: RowFleet, slot: number): boolean {
  return slot >= 0 && fleet.times[slot] > 0;
}

/** Prepared once per list: what the search looks through. */
export function searchText(unit: UnitSummary): string {
  return `${unit.name}\n${unit.identifiers.join('\n')}\n${unit.device_model}\n${unit.account_name}\n${unit.labels.join('\n')}`.toLocaleLowerCase();
}

/** Whether what was written down of a unit passes the filter. */
export function passes(unit: UnitSummary, { status, kind, label, allocation }: RowFilter): boolean {
  if (status !== null && unit.status !== status) return false;
  if (kind !== null && unit.kind !== kind) return false;
  if (label !== null && !unit.labels.includes(label)) return false;
  return allocation === null || (unit.allocated_to !== null) === (allocation === 'allocated');
}

/**
 * Indices into `units` of the rows to show, in order. All words of the search must occur.
 * Equal keys keep the order of their names, so that rows do not dance.
 */
export function orderRows(
  units: readonly UnitSummary[],
  texts: readonly string[],
  fleet: RowFleet,
  order: RowOrder,
  now: Instant,
  collator: Intl.Collator,
): Uint32Array {
  const words = order.search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const slots = units.map((unit) => fleet.slotOf(unit.unit_id));
  const states = slots.map((slot) => rowState(fleet, slot, now));
  const shown: number[] = [];
  for (let index = 0; index < units.length; index++) {
    if (order.states.size > 0 && !order.states.has(states[index])) continue;
    if (!passes(units[index], order)) continue;
    if (words.every((word) => texts[index].includes(word))) shown.push(index);
  }
  const sign = order.descending ? -1 : 1;
  const byName = (a: number, b: number) => collator.compare(units[a].name, units[b].name) || units[a].unit_id - units[b].unit_id;
  const byKey = comparison(order.sort, units, fleet, slots, states, collator);
  shown.sort((a, b) => sign * (byKey ? byKey(a, b) : byName(a, b)) || byName(a, b));
  return Uint32Array.from(shown);
}

function comparison(
  sort: SortKey,
  units: readonly UnitSummary[],
  fleet: RowFleet,
  slots: readonly number[],
  states: readonly RowState[],
  collator: Intl.Collator,
): ((a: number, b: number) => number) | null {
  const number = (read: (slot: number) => number) => (a: number, b: number) =>
    (slots[a] < 0 ? -1 : read(slots[a])) - (slots[b] < 0 ? -1 : read(slots[b]));
  switch (sort) {
    case 'name':
      return null;
    case 'state':
      return (a, b) => ROW_STATES.indexOf(states[a]) - ROW_STATES.indexOf(states[b]);
    case 'speed':
      return number((slot) => fleet.speeds[slot]);
    case 'lastSeen':
      return number((slot) => fleet.times[slot]);
    case 'account':
      return (a, b) => collator.compare(units[a].account_name, units[b].account_name);
    case 'device':
      return (a, b) => collator.compare(units[a].device_model, units[b].device_model);
    case 'kind':
      return (a, b) => collator.compare(units[a].kind, units[b].kind);
    case 'status':
      return (a, b) => UNIT_STATUSES.indexOf(units[a].status) - UNIT_STATUSES.indexOf(units[b].status);
    case 'allocated':
      return (a, b) => collator.compare(units[a].allocated_to?.account_name ?? '', units[b].allocated_to?.account_name ?? '');
  }
}
