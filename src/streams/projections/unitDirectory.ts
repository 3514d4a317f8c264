import type { AccountId, UnitId } from '../../domain/base/index.ts';
import { UNIT_KINDS, type UnitKind, type UnitStatus, type UnitSummary } from '../../domain/unit/index.ts';
import type { FleetColumns } from '../pipeline/fleetColumns.ts';
import { createProjection, type Projection } from './projection.ts';
import { foldUnit } from './unitChange.ts';

/** What is known of a unit beside its telemetry. */
interface UnitEntry {
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
  return createProjection<UnitDirectory>({}, (draft, event) => foldUnit<UnitEntry>(draft, event, toEntry, toFields));
}

/** The directory's state for a list as the API gives it. */
export function toDirectory(units: readonly UnitSummary[]): UnitDirectory {
  return Object.fromEntries(units.map((unit) => [unit.unit_id, toEntry(unit)]));
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

function toEntry({ unit_id, account_id, name, kind, status }: UnitSummary): UnitEntry {
  return { id: unit_id, accountId: account_id, name, kind, status };
}

function toFields({ account_id: accountId, name, kind, status }: Partial<UnitSummary>): Partial<UnitEntry> {
  const fields = { accountId, name, kind, status };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
