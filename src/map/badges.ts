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

  set(badges: Badges): void {
    const before = this.#badges;
    this.#badges = badges;
    this.#send([...new Set([...before.keys(), ...badges.keys()])]);
  }

  #send(unitIds: readonly number[]): void {
    const fleet = this.#fleet;
    if (!fleet) return;
    const slots: number[] = [];
    for (const unitId of unitIds) {
      const slot = fleet.slotOf(unitId);
      if (slot < 0) continue;
      const badge = this.#badges.get(unitId);
      fleet.setBadge(slot, badge === undefined ? 0 : numberOf(badge));
      slots.push(slot);
    }
    // Uploads are joined where they lie near each other, which asks for their order.
    const ranges = slots
      .toSorted((one, other) => one - other)
      .map((slot) => ({ start: slot * INSTANCE_BYTES, end: (slot + 1) * INSTANCE_BYTES }));
    if (ranges.length > 0) this.#mirror.update(fleet, ranges);
  }
}
