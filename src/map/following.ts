import type { Map as MapLibreMap } from 'maplibre-gl';
import type { FleetFrame } from '../streams/pipeline/index.ts';
import type { MapBounds } from './camera.ts';

/** Marks camera events of following, which are no choice of the person and come with every frame. */
const FOLLOWING = { following: true };
/** From a pixel's fraction on the camera moves, CSS px. */
const STILL = 0.25;
const CLOSEST_GLIDE = 12;
/** Several units are kept within this part of the map; beyond it the camera takes a new look. */
const ROOM = 0.08;
/** They may gather until they fill less than this part of it. */
const GATHERED = 0.22;
const CLOSEST_TOGETHER = 14;
/** More units than this are a fleet: their box is taken in no frame. */
const MOST_FOLLOWED = 100;

/** True of a camera event that following caused. */
export const isFollowing = (event: object): boolean => 'following' in event;

/** Keeps one unit in the middle of the map, or several of them in sight. */
export class Following {
  readonly #map: MapLibreMap;
  readonly #reducedMotion: boolean;
  readonly #drawn = new Float64Array(2);
  #followed: readonly number[] = [];
  /** The camera is on its way to the units. */
  #gliding = false;

  constructor(map: MapLibreMap, reducedMotion: boolean) {
    this.#map = map;
    this.#reducedMotion = reducedMotion;
  }

  /** Follows units, or none. */
  start(unitIds: readonly number[], frame: FleetFrame | null): void {
    this.#followed = unitIds.slice(0, MOST_FOLLOWED);
    if (this.#followed.length > 1) this.#look(this.#boundsOf(frame));
    const center = this.#followed.length === 1 ? this.#locate(this.#followed[0], frame) : null;
    if (center === null) return;
    const zoom = Math.max(this.#map.getZoom(), CLOSEST_GLIDE);
    if (this.#reducedMotion) this.#map.jumpTo({ center, zoom });
    else {
      this.#gliding = true;
      this.#map.easeTo({ center, zoom, duration: 400 });
    }
  }

  /** The person moved the map away; false when nobody was followed. */
  end(): boolean {
    const was = this.#followed.length > 0;
    this.#followed = [];
    return was;
  }

  /** The camera came to rest. */
  arrived(): void {
    this.#gliding = false;
  }

  /** Moves the camera to where the units are drawn in this frame. */
  keep(frame: FleetFrame | null): void {
    if (this.#followed.length === 0 || this.#gliding) return;
    if (this.#followed.length > 1) this.#keepTogether(this.#boundsOf(frame));
    else this.#keepOne(this.#locate(this.#followed[0], frame));
  }

  #keepOne(center: [number, number] | null): void {
    if (center === null) return;
    const at = this.#map.project(center);
    const { clientWidth, clientHeight } = this.#map.getContainer();
    if (Math.hypot(at.x - clientWidth / 2, at.y - clientHeight / 2) < STILL) return;
    this.#map.jumpTo({ center }, FOLLOWING);
  }

  #keepTogether(bounds: MapBounds | null): void {
    if (bounds === null) return;
    const { clientWidth: width, clientHeight: height } = this.#map.getContainer();
    const one = this.#map.project([bounds.west, bounds.north]);
    const other = this.#map.project([bounds.east, bounds.south]);
    const isOut =
      Math.min(one.x, other.x) < width * ROOM ||
      Math.max(one.x, other.x) > width * (1 - ROOM) ||
      Math.min(one.y, other.y) < height * ROOM ||
      Math.max(one.y, other.y) > height * (1 - ROOM);
    const share = Math.max(Math.abs(one.x - other.x) / width, Math.abs(one.y - other.y) / height);
    if (isOut || (share < GATHERED && this.#map.getZoom() < CLOSEST_TOGETHER - 1)) this.#look(bounds);
  }

  #look(bounds: MapBounds | null): void {
    if (bounds === null) return;
    const { clientWidth, clientHeight } = this.#map.getContainer();
    this.#gliding = !this.#reducedMotion;
    this.#map.fitBounds(
      [bounds.west, bounds.south, bounds.east, bounds.north],
      {
        padding: Math.min(clientWidth, clientHeight) * 0.2,
        maxZoom: CLOSEST_TOGETHER,
        duration: this.#reducedMotion ? 0 : 600,
      },
      FOLLOWING,
    );
  }

  #boundsOf(frame: FleetFrame | null): MapBounds | null {
    let bounds: MapBounds | null = null;
    for (const unitId of this.#followed) {
      const place = this.#locate(unitId, frame);
      if (place === null) continue;
      const [longitude, latitude] = place;
      bounds =
        bounds === null
          ? { west: longitude, east: longitude, south: latitude, north: latitude }
          : {
              west: Math.min(bounds.west, longitude),
              east: Math.max(bounds.east, longitude),
              south: Math.min(bounds.south, latitude),
              north: Math.max(bounds.north, latitude),
            };
    }
    return bounds;
  }

  #locate(unitId: number, frame: FleetFrame | null): [longitude: number, latitude: number] | null {
    const slot = frame?.fleet.slotOf(unitId) ?? -1;
    if (!frame || slot < 0) return null;
    frame.fleet.drawnAt(slot, frame.instant, this.#drawn);
    const [longitude = 0, latitude = 0] = this.#drawn;
    return Number.isFinite(longitude) ? [longitude, latitude] : null;
  }
}
