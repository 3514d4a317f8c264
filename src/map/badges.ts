import type { Severity } from '../domain/alert/index.ts';
import { INSTANCE_BYTES, type FleetColumns } from '../streams/pipeline/fleetColumns.ts';
import type { FleetMirror } from './layers/shared/fleetMirror.ts';

/** What is marked at a unit: open alarms by their worst severity, or such as somebody acknowledged. */
export interface UnitBadge {
  readonly severity: Severity;
  readonly isAcknowledged: boolean;
}

export type Badges = ReadonlyMap<number, UnitBadge>;

/** Follows `SEVERITIES`, from 1. The shader draws them by these numbers. */
const SHAPES: Readonly<Record<Severity, number>> = { info: 1, warning: 2, critical: 3 };
/** Added for acknowledged ones, which are drawn hollow. */
const ACKNOWLEDGED_BADGE = 4;

const numberOf = ({ severity, isAcknowledged }: UnitBadge): number =>
  SHAPES[severity] + (isAcknowledged ? ACKNOWLEDGED_BADGE : 0);

/** The number of a unit's badge; 0 = none. */
function shownOf(badges: Badges, unitId: number): number {
  const badge = badges.get(unitId);
  return badge === undefined ? 0 : numberOf(badge);
}

/** Badges as a byte of the instances, sent at once also while the timeline rests. */
export class BadgeMarks {
  readonly #mirror: FleetMirror;
  #fleet: FleetColumns | null = null;
  #generation = -1;
  #badges: Badges = new Map();

  constructor(mirror: FleetMirror) {
    this.#mirror = mirror;
  }

  /** Sees the fleet of the frame; units that came since get theirs. */
  attach(fleet: FleetColumns): void {
    if (fleet === this.#fleet && fleet.generation === this.#generation) return;
    this.#fleet = fleet;
    this.#generation = fleet.generation;
    this.#send([...this.#badges.keys()]);
  }

  /**
   * Answers whether any unit's badge is another now. In a large fleet alarms change all the time, of a few units each.
   */
  set(badges: Badges): boolean {
    const before = this.#badges;
    this.#badges = badges;
    const changed = [...new Set([...before.keys(), ...badges.keys()])].filter(
      (unitId) => shownOf(before, unitId) !== shownOf(badges, unitId),
    );
    this.#send(changed);
    return changed.length > 0;
  }

  #send(unitIds: readonly number[]): void {
    const fleet = this.#fleet;
    if (!fleet) return;
    const slots: number[] = [];
    for (const unitId of unitIds) {
      const slot = fleet.slotOf(unitId);
      if (slot < 0) continue;
      fleet.setBadge(slot, shownOf(this.#badges, unitId));
      slots.push(slot);
    }
    // Uploads are joined where they lie near each other, which asks for their order.
    const ranges = slots
      .toSorted((one, other) => one - other)
      .map((slot) => ({ start: slot * INSTANCE_BYTES, end: (slot + 1) * INSTANCE_BYTES }));
    if (ranges.length > 0) this.#mirror.update(fleet, ranges);
  }
}
