import type { Map as MapLibreMap } from 'maplibre-gl';
import type { MapBounds } from './camera.ts';
import { paddingWithin, type Padding } from './fitPadding.ts';
import type { FleetPicker } from './fleetPicker.ts';

/** Units or a box that the camera is brought to, and how. */
interface Fit {
  readonly target: readonly number[] | MapBounds;
  readonly how: 'glide' | 'jump';
}

interface FitterOptions {
  readonly map: MapLibreMap;
  readonly picker: FleetPicker;
  readonly reducedMotion: boolean;
  /** What the view lays over the map. */
  readonly overlays: () => readonly Element[];
  /** The container has a size of which MapLibre does not know yet. */
  readonly isResizing: () => boolean;
}

const MAX_FIT_ZOOM = 15;
/** Levels that a pressed bubble brings the camera nearer at least. */
const OPENS_BY = 1;

/** Brings the camera to units and boxes, and remembers what it was brought to. */
export class Fitter {
  readonly #options: FitterOptions;
  /** What a glide that is under way ends at, or what is fitted again once MapLibre knows the new size. */
  #pending: Fit | null = null;
  /** What the camera was fitted to last; null once it was moved. */
  #last: Fit | null = null;
  /** The one unit that the camera was fitted to; null once it was moved. */
  #centred: number | null = null;

  constructor(options: FitterOptions) {
    this.#options = options;
  }

  get centred(): number | null {
    return this.#centred;
  }

  /** False when none of the units has a place. */
  fit(given: Iterable<number> | MapBounds, how: Fit['how'] = 'glide'): boolean {
    const { map, picker, reducedMotion, isResizing } = this.#options;
    const target = 'west' in given ? given : [...given];
    const units = 'west' in target ? [] : target;
    const bounds = 'west' in target ? target : picker.bounds(units);
    if (!bounds) return false;
    const east = bounds.east < bounds.west ? bounds.east + 360 : bounds.east;
    map.fitBounds([bounds.west, bounds.south, east, bounds.north], {
      padding: this.#padding(),
      maxZoom: MAX_FIT_ZOOM,
      duration: how === 'jump' || reducedMotion ? 0 : 500,
    });
    // After the start of the move that this was, which ends what was fitted before.
    this.#last = { target, how };
    this.#pending = map.isMoving() || isResizing() ? this.#last : null;
    this.#centred = units.length === 1 ? (units[0] ?? null) : null;
    return true;
  }

  /** Fits what was fitted last to the size that the map has now. False when the camera was moved since. */
  refit(): boolean {
    return this.#last !== null && this.fit(this.#last.target, 'jump');
  }

  /** After a new size: goes on with what was under way. False when nothing was. */
  resume(): boolean {
    return this.#pending !== null && this.fit(this.#pending.target, this.#pending.how);
  }

  /** Shows the units of a bubble whole, and in any case nearer than before. */
  open(unitIds: readonly number[]): void {
    const { map, picker, reducedMotion } = this.#options;
    const bounds = picker.bounds(unitIds);
    if (!bounds) return;
    const fitting = map.cameraForBounds([bounds.west, bounds.south, bounds.east, bounds.north], {
      padding: this.#padding(),
      maxZoom: MAX_FIT_ZOOM,
    });
    const target = {
      center: fitting?.center ?? ([bounds.west, bounds.south] as [number, number]),
      zoom: Math.max(fitting?.zoom ?? 0, map.getZoom() + OPENS_BY),
    };
    if (reducedMotion) map.jumpTo(target);
    else map.easeTo({ ...target, duration: 400 });
  }

  /** The camera begins to move, for another reason than a new size. */
  moved(): void {
    this.#centred = null;
    this.#last = null;
  }

  /** The camera rests. */
  rested(): void {
    this.#pending = null;
  }

  /** Names must not come to lie under buttons: the map's own, and those that the view lays over it. */
  #padding(): Padding {
    return paddingWithin(this.#options.map.getContainer(), this.#options.overlays());
  }
}
