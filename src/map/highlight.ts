import { INSTANCE_BYTES, INSTANCE_FLAGS, SERIES_SHIFT, type FleetColumns } from '../streams/pipeline/fleetColumns.ts';
import { BadgeMarks } from './badges.ts';
import type { FleetMirror } from './layers/shared/fleetMirror.ts';

/** Which colour of series each unit has that is selected beside others: 1 to 6. */
export type SeriesOf = ReadonlyMap<number, number>;

const NO_SERIES: SeriesOf = new Map();

/** Selection, colour of series and hover as flags of the instances, sent at once also while the timeline rests. */
export class Highlight {
  readonly badges: BadgeMarks;
  readonly #mirror: FleetMirror;
  #fleet: FleetColumns | null = null;
  #generation = -1;
  #selected: readonly number[] = [];
  #series = NO_SERIES;
  #hovered: number | null = null;

  constructor(mirror: FleetMirror) {
    this.#mirror = mirror;
    this.badges = new BadgeMarks(mirror);
  }

  /** Sees the fleet of the frame; units that came since get their flags. */
  attach(fleet: FleetColumns): void {
    this.badges.attach(fleet);
    if (fleet === this.#fleet && fleet.generation === this.#generation) return;
    this.#fleet = fleet;
    this.#generation = fleet.generation;
    for (const id of this.#selected) this.#mark(id);
    if (this.#hovered !== null) this.#flag(this.#hovered, INSTANCE_FLAGS.hovered, true);
  }

  /** The unit that was selected last. */
  get latest(): number | null {
    return this.#selected[0] ?? null;
  }

  select(unitIds: Iterable<number>, series = NO_SERIES): void {
    const next = [...unitIds];
    const kept = new Set(next);
    for (const id of this.#selected)
      if (!kept.has(id)) this.#flag(id, INSTANCE_FLAGS.selected | INSTANCE_FLAGS.series, false);
    this.#selected = next;
    this.#series = series;
    for (const id of next) this.#mark(id);
  }

  #mark(unitId: number): void {
    this.#flag(unitId, INSTANCE_FLAGS.series, false);
    this.#flag(unitId, INSTANCE_FLAGS.selected | ((this.#series.get(unitId) ?? 0) << SERIES_SHIFT), true);
  }

  hover(unitId: number | null): void {
    if (unitId === this.#hovered) return;
    if (this.#hovered !== null) this.#flag(this.#hovered, INSTANCE_FLAGS.hovered, false);
    this.#hovered = unitId;
    if (unitId !== null) this.#flag(unitId, INSTANCE_FLAGS.hovered, true);
  }

  #flag(unitId: number, flag: number, on: boolean): void {
    const fleet = this.#fleet;
    const slot = fleet?.slotOf(unitId) ?? -1;
    if (!fleet || slot < 0) return;
    fleet.setFlag(slot, flag, on);
    this.#mirror.update(fleet, [{ start: slot * INSTANCE_BYTES, end: (slot + 1) * INSTANCE_BYTES }]);
  }
}
