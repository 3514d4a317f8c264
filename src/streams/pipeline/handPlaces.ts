import type { UnitLocation } from '../../domain/unit/index.ts';

/** Where units were put by hand, by slot. Kept beside the columns, as few units of a fleet have such a place. */
export class HandPlaces {
  /** False in replay: the place is one of now. */
  isShown = false;
  readonly #places = new Map<number, UnitLocation>();

  /** Remembers the place of a slot, or forgets it. False when nothing changed. */
  set(slot: number, place: UnitLocation | null): boolean {
    if (place === null) return this.#places.delete(slot);
    const before = this.#places.get(slot);
    if (before?.latitude === place.latitude && before.longitude === place.longitude) return false;
    this.#places.set(slot, { latitude: place.latitude, longitude: place.longitude });
    return true;
  }

  /** The place that is shown for a slot; null where there is none, or none is shown. */
  at(slot: number): UnitLocation | null {
    return this.isShown ? (this.#places.get(slot) ?? null) : null;
  }

  slots(): Iterable<number> {
    return this.#places.keys();
  }
}
