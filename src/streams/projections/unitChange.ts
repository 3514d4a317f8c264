import type { LiveEvent } from '../../api/contract/index.ts';
import { isAbout, type DomainEvent, type EventKindAbout } from '../../domain/events/index.ts';
import { fromIso, isPosition, type AccountId } from '../../domain/base/index.ts';
import { UNIT_KINDS, UNIT_STATUSES, plainUnit, type UnitDriver, type UnitSummary } from '../../domain/unit/index.ts';

type DriverEvent = DomainEvent<EventKindAbout<'driver'>>;

/** What an event does to a list of units. */
type UnitChange =
  /** The unit is there from now on, or is as the event says. */
  | { readonly act: 'put'; readonly unit: UnitSummary }
  /** It was deleted, or is seen no more. */
  | { readonly act: 'drop' }
  /** What of a known unit is another now. */
  | { readonly act: 'change'; readonly fields: Partial<UnitSummary> };

/** Reads an event about a unit; null for others. Values that make no sense are left out. */
function unitChangeOf(event: LiveEvent): UnitChange | null {
  if (!isAbout(event, 'unit')) return null;
  switch (event.kind) {
    case 'unitDeleted':
      return { act: 'drop' };
    case 'unitCreated':
      return { act: 'put', unit: unitIn(event, event.data) };
    case 'unitAllocated':
    case 'unitAllocationBegan':
    case 'unitAllocationEnded':
      if (event.data.unit) return { act: 'put', unit: unitIn(event, event.data.unit) };
      // In the log of the account that held it; taking back what had not begun takes nothing away.
      if (event.kind === 'unitAllocationEnded' && event.data.taken_back !== true) return { act: 'drop' };
      return { act: 'change', fields: {} };
    case 'unitRenamed':
      return { act: 'change', fields: fieldsOf(event.data) };
    default:
      return { act: 'change', fields: { ...fieldsOf(event.data), ...fieldsOf(event.data.after ?? {}) } };
  }
}

/** Folds a change into units by id, each as `toEntry` keeps it; `toFields` translates what changed. */
export function foldUnit<Entry extends Partial<Pick<UnitSummary, 'drivers'>>>(
  draft: Record<number, Entry>,
  event: LiveEvent,
  toEntry: (unit: UnitSummary) => Entry,
  toFields: (fields: Partial<UnitSummary>) => Partial<Entry>,
): void {
  if (isAbout(event, 'driver')) {
    const unit = draft[event.data.unit_id];
    if (unit) Object.assign(unit, toFields({ drivers: driversAfter(unit.drivers ?? [], event) }));
    return;
  }
  const change = unitChangeOf(event);
  if (change === null) return;
  const id = event.subject_id;
  if (change.act === 'drop') delete draft[id];
  else if (change.act === 'put') draft[id] = toEntry(change.unit);
  else if (draft[id]) Object.assign(draft[id], toFields(change.fields));
}

/** Who drives after a driver event: a binding that lasts is there from then on, one that is over or gone is not. */
function driversAfter(drivers: readonly UnitDriver[], { time, data }: DriverEvent): UnitDriver[] {
  const { binding_id, operator_id, operator_name, from, to } = data.binding;
  const others = drivers.filter((each) => each.binding_id !== binding_id);
  const isOver = to !== null && fromIso(to) <= fromIso(time);
  if (isOver) return others;
  return [...others, { binding_id, operator_id, operator_name, from: fromIso(from) > fromIso(time) ? from : null, to }];
}

function unitIn({ subject_id: id, account_id: account }: DomainEvent, unit: object): UnitSummary {
  return { ...plainUnit(id, ''), account_id: account as AccountId, ...fieldsOf(unit) };
}

function fieldsOf(unit: object): Partial<UnitSummary> {
  const data: Readonly<Record<string, unknown>> = { ...unit };
  const fields: Partial<UnitSummary> = {};
  for (const field of ['name', 'account_name', 'device_model'] as const) {
    const value = data[field];
    if (typeof value === 'string') fields[field] = value;
  }
  for (const field of ['labels', 'identifiers'] as const) {
    const value = data[field];
    if (isTexts(value)) fields[field] = value;
  }
  const kind = UNIT_KINDS.find((each) => each === data.kind);
  if (kind !== undefined) fields.kind = kind;
  const status = UNIT_STATUSES.find((each) => each === data.status);
  if (status !== undefined) fields.status = status;
  if (typeof data.account_id === 'number') fields.account_id = data.account_id as AccountId;
  if (isHolder(data.allocated_to)) fields.allocated_to = data.allocated_to;
  if (isLocation(data.location)) fields.location = data.location;
  return fields;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isLocation(value: unknown): value is UnitSummary['location'] {
  return (
    value === null ||
    (isRecord(value) &&
      typeof value.latitude === 'number' &&
      typeof value.longitude === 'number' &&
      isPosition(value.latitude, value.longitude))
  );
}

function isHolder(value: unknown): value is UnitSummary['allocated_to'] {
  return (
    value === null ||
    (isRecord(value) &&
      typeof value.account_id === 'number' &&
      typeof value.account_name === 'string' &&
      typeof value.start_date === 'string')
  );
}
