import type { DomainEvent } from '../../api/contract/index.ts';
import type { AccountId, UnitId } from '../../domain/base/index.ts';
import { UNIT_KINDS, UNIT_STATUSES, type UnitKind, type UnitStatus, type UnitSummary } from '../../domain/unit/index.ts';
import type { FleetColumns } from '../pipeline/fleetColumns.ts';
import { createProjection, type Projection } from './projection.ts';

/** What is known of a unit beside its telemetry. */
export interface UnitEntry {
  readonly id: UnitId;
  readonly accountId: AccountId;
  readonly name: string;
  readonly kind: UnitKind;
  readonly status: UnitStatus;
}

/** Units by id. */
export type UnitDirectory = Readonly<Record<number, UnitEntry>>;

/** The directory as a fold: a list that was read, then events. */
export function createUnitDirectory(): Projection<UnitDirectory> {
  return createProjection<UnitDirectory>({}, (draft, event) => {
    if (event.subject_type !== 'unit') return;
    if (event.kind === 'unitDeleted') {
      delete draft[event.subject_id];
      return;
    }
    const known = draft[event.subject_id];
    const changes = readChanges(event);
    if (known !== undefined) Object.assign(known, changes);
    else if (event.kind === 'unitCreated') draft[event.subject_id] = created(event, changes);
  });
}

/** The directory's state for a list as the API gives it. */
export function toDirectory(units: readonly UnitSummary[]): UnitDirectory {
  return Object.fromEntries(
    units.map(({ unit_id, account_id, name, kind, status }) => [unit_id, { id: unit_id, accountId: account_id, name, kind, status }]),
  );
}

/** Gives the fleet's marks the shapes of their units, now and after every change. The answer ends it. */
export function applyKinds(directory: Projection<UnitDirectory>, fleet: FleetColumns, changed: () => void): () => void {
  let before: UnitDirectory = {};
  const apply = (): void => {
    const now = directory.getSnapshot();
    for (const entry of Object.values(now)) {
      if (before[entry.id]?.kind !== entry.kind) fleet.setKind(fleet.ensure(entry.id), UNIT_KINDS.indexOf(entry.kind));
    }
    before = now;
    changed();
  };
  apply();
  return directory.subscribe(apply);
}

interface UnitChanges {
  name?: string;
  kind?: UnitKind;
  status?: UnitStatus;
  accountId?: AccountId;
}

/** The fields of a unit that the event carries and that make sense. */
function readChanges({ data }: DomainEvent): UnitChanges {
  const changes: UnitChanges = {};
  if (typeof data.name === 'string') changes.name = data.name;
  const kind = UNIT_KINDS.find((each) => each === data.kind);
  if (kind !== undefined) changes.kind = kind;
  const status = UNIT_STATUSES.find((each) => each === data.status);
  if (status !== undefined) changes.status = status;
  if (typeof data.account_id === 'number') changes.accountId = data.account_id as AccountId;
  return changes;
}

function created(event: DomainEvent, changes: UnitChanges): UnitEntry {
  return { id: event.subject_id as UnitId, accountId: event.account_id as AccountId, name: '', kind: 'car', status: 'active', ...changes };
}
