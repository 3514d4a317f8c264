import { DETECTION, distance, HOUR, type Instant } from '../../base/index.ts';
import { copyPoint, createPoint, type DetectionPoint } from '../shared/index.ts';
import { restorePoint, type KnownPlace, type StoredPoint } from './state.ts';

/** km/h to metres a millisecond. */
const FASTEST = (DETECTION.plausibleSpeed * 1_000) / HOUR;

/**
 * Holds a position that needs more than {@link DETECTION.plausibleSpeed} until the next report says:
 * one that agrees with it confirms it, any other shows that it never was (domain reference, 1.4).
 */
export class Plausibility {
  readonly held: DetectionPoint = createPoint();
  #holds = false;

  get holds(): boolean {
    return this.#holds;
  }

  /** True when nobody gets from the last place to the point in that time. */
  doubts(place: KnownPlace, since: Instant, point: DetectionPoint): boolean {
    return distance(place.latitude, place.longitude, point.latitude, point.longitude) > FASTEST * (point.time - since);
  }

  hold(point: DetectionPoint): void {
    copyPoint(point, this.held);
    this.#holds = true;
  }

  /** Whether the next report bears out the held one; without a usable position it does not. */
  agrees(next: DetectionPoint, usable: boolean): boolean {
    return (
      usable &&
      !this.doubts({ known: true, latitude: this.held.latitude, longitude: this.held.longitude }, this.held.time, next)
    );
  }

  /** Gives the held point back and holds none. */
  release(into: DetectionPoint): void {
    copyPoint(this.held, into);
    this.#holds = false;
  }

  restore(held: StoredPoint | null): void {
    this.#holds = held !== null;
    if (held) copyPoint(restorePoint(held), this.held);
  }
}
