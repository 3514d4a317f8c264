import type { AccountId, UnitId } from '../base/index.ts';
import type { UnitSummary } from './unit.ts';

/** A unit of which nothing is known but its name, such as the track of a file: of no account, and a car. */
export function plainUnit(unitId: number, name: string): UnitSummary {
  return {
    unit_id: unitId as UnitId,
    account_id: 0 as AccountId,
    account_name: '',
    name,
    kind: 'car',
    status: 'active',
    labels: [],
    identifiers: [],
    device_model: '',
    allocated_to: null,
    drivers: [],
    location: null,
  };
}
