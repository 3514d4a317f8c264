import { toIso, type Instant, type OperatorId, type UnitId } from '../base/index.ts';
import type { BindingEnd, UnitSpan } from './bindings.ts';

type BindingSource = 'manual' | 'key';

/** An operator at a unit from an instant on, as the wire shows it. Times are ISO 8601 UTC. */
export interface OperatorBinding {
  readonly binding_id: number;
  readonly operator_id: OperatorId;
  readonly operator_name: string;
  readonly unit_id: UnitId;
  readonly unit_name: string;
  readonly from: string;
  /** Null: until it is ended. */
  readonly to: string | null;
  /** By hand, or by a key that the unit reported. */
  readonly source: BindingSource;
  /** The key as it was reported; empty by hand. */
  readonly key: string;
  /** Why it was over; null while it lasts. */
  readonly ended: BindingEnd | null;
}

interface Bound extends UnitSpan {
  readonly id: number;
  readonly operatorId: number;
  readonly from: Instant;
  readonly source: BindingSource;
  readonly key: string;
  readonly ended: BindingEnd | null;
}

/** A binding as the wire shows it. */
export function shownBinding(binding: Bound, operatorName: string, unitName: string): OperatorBinding {
  return {
    binding_id: binding.id,
    operator_id: binding.operatorId as OperatorId,
    operator_name: operatorName,
    unit_id: binding.unitId as UnitId,
    unit_name: unitName,
    from: toIso(binding.from),
    to: binding.to === null ? null : toIso(binding.to),
    source: binding.source,
    key: binding.key,
    ended: binding.ended,
  };
}

/** A key that units reported and that is nobody's. */
export interface UnknownKey {
  readonly key: string;
  /** Where it was signed in last. */
  readonly unit_id: UnitId;
  readonly unit_name: string;
  /** At how many units it was seen. */
  readonly units: number;
  /** ISO 8601 UTC. */
  readonly first_seen: string;
  /** When it was signed in last. */
  readonly last_seen: string;
  /** How often it was signed in. */
  readonly count: number;
}
