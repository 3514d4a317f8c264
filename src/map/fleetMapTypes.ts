import type { MapServices } from '../api/contract/index.ts';
import type { Shape } from '../domain/geometry/index.ts';
import type { FleetFrame, TrailSampler } from '../streams/pipeline/index.ts';
import type { BaseLayerId } from './basemaps/index.ts';
import type { MapSpot } from './layers/spots/index.ts';
import type { MapBounds, MapCamera, MapTexts } from './camera.ts';
import type { BaseMapProblem } from './baseMapHealth.ts';
import type { NameOf } from './layers/labels/index.ts';
import type { TrailMode } from './layers/shared/context.ts';
import type { ShapeDrawer, ShapeDrawerOptions } from './drawing/ShapeDrawer.ts';
import type { RouteDrawing } from './routes/groundRoute.ts';
import type { MapZone } from './zones/zones.ts';
import type { UnitTrack } from './layers/trails/index.ts';
import type { Badges } from './badges.ts';
import type { SeriesOf } from './highlight.ts';
import type { MapThemeColors } from './palette.ts';
import type { DensityState } from './registry.ts';

/** Why there is no map. */
export type MapFailure = { readonly code: 'webglUnavailable' };

export interface FleetMapOptions {
  readonly container: HTMLElement;
  readonly services: MapServices;
  readonly baseLayer: BaseLayerId;
  /** Scheme and host that serve `/basemap`, without a slash at the end. */
  readonly origin: string;
  readonly colors: MapThemeColors;
  readonly camera: MapCamera;
  readonly texts: MapTexts;
  /** Two letters, for names on the ground. */
  readonly language: string;
  readonly units?: 'metric' | 'imperial';
  /** True when the person asked for less motion: the camera jumps instead of gliding. */
  readonly reducedMotion?: boolean;
  /** The camera came to rest. */
  readonly onCamera?: (camera: MapCamera) => void;
  readonly onPick?: (unitId: number | null, additive: boolean) => void;
  /** Several units lie on each other where the person pressed, the nearest first. */
  readonly onStack?: (stack: UnitStack) => void;
  /** The map has another size: what is laid over it lies elsewhere. */
  readonly onResize?: () => void;
  /** Units in a box that was drawn. */
  readonly onBox?: (unitIds: readonly number[], additive: boolean) => void;
  /** A right click, or a finger held still. */
  readonly onAsk?: (longitude: number, latitude: number) => void;
  /** The camera begins to move, by whomever: what lies over the map at fixed pixels is out of place. */
  readonly onMove?: () => void;
  /** What the bubbles stand for, when the camera rests or the crowd became another. */
  readonly onDensity?: (state: DensityState) => void;
  readonly onHover?: (unitId: number | null, x: number, y: number) => void;
  /** The person moved the map away while it followed a unit. */
  readonly onFollowEnd?: () => void;
  /** The base map stays empty for this reason; null = it does not (any more). */
  readonly onBaseMapProblem?: (problem: BaseMapProblem | null) => void;
  /**
   * Something that cannot be mended went wrong while drawing; once for each message. Without it the browser reports it.
   */
  readonly onProblem?: (error: Error) => void;
  /** What the view lays over the map: units that are brought into sight stay clear of it. */
  readonly overlays?: () => readonly Element[];
  /** A clock that only runs forward, ms. */
  readonly monotonic?: () => number;
  /** Where all units were at a past instant; trails come from it after a seek and while a recording plays. */
  readonly samplePast?: TrailSampler;
  /** Points of a fleet trail, five seconds apart; 60 = the last five minutes, 480 bytes a unit. */
  readonly trailPoints?: number;
  /** Draws every frame, though nobody could distinguish it from the one before; for measuring. */
  readonly everyFrame?: boolean;
  /** Marks drawn at most; for measuring. */
  readonly drawLimit?: number;
}

/** Units at one place, and where on the map that is, in CSS pixels. */
export interface UnitStack {
  readonly unitIds: readonly number[];
  readonly x: number;
  readonly y: number;
  /** Size of the map, CSS pixels: what is laid over it stays within. */
  readonly width: number;
  readonly height: number;
}

/** The map, spoken to in ids and frames. It asks for nothing and keeps no data of its own. */
export interface FleetMap {
  /** Draws the fleet at the frame's instant; called at most once per animation frame. */
  render(frame: FleetFrame): void;
  /** Rings those that are selected; of several each may have a colour of series. */
  setSelection(unitIds: Iterable<number>, series?: SeriesOf): void;
  /** Marks units at their corner; those that are not named lose theirs. */
  setBadges(badges: Badges): void;
  setHover(unitId: number | null): void;
  /** Keeps a unit in the middle, or several in sight, until none is given or the person drags the map. */
  follow(unitIds: readonly number[]): void;
  /**
   * Moves the camera to units (as drawn now) or to a box, gliding by default. False when none of the units has a place.
   */
  fit(target: Iterable<number> | MapBounds, how?: 'glide' | 'jump'): boolean;
  /** Fits what was fitted last to the size that the map has now. False when the camera was moved since. */
  refit(): boolean;
  /**
   * Brings a unit into sight at the same zoom; where it is in sight already the camera stays. False when it has no
   * place.
   */
  reveal(unitId: number): boolean;
  moveTo(camera: MapCamera): void;
  /** The same, gliding, where the person did not ask for less motion. */
  flyTo(camera: MapCamera): void;
  camera(): MapCamera;
  /** What is in sight, degrees. */
  bounds(): MapBounds;
  /** Notified of every change of the camera, while it moves. Returns an undo. */
  followView(listener: () => void): () => void;
  setBaseLayer(id: BaseLayerId, services?: MapServices): void;
  setColors(colors: MapThemeColors): void;
  setLabels(on: boolean): void;
  setNames(nameOf: NameOf): void;
  setTrails(mode: TrailMode): void;
  /** Draws crowds as bubbles with counts while the camera is far away. */
  setDensity(on: boolean): void;
  setTracks(tracks: readonly UnitTrack[]): void;
  /** Places that a list beside the map is about, and what a press on one does; none takes them away. */
  setSpots(spots: readonly MapSpot[], pressed?: (id: string) => void): void;
  /** Where units were at an instant that is pointed at elsewhere; none takes them away. */
  setGhosts(spots: readonly MapSpot[]): void;
  /** Fixes that are not believed, as faint dots under everything else that is placed; none takes them away. */
  setRefused(spots: readonly MapSpot[]): void;
  /** The outline of a shape that the screen is about; null takes it away. */
  setOutline(shape: Shape | null): void;
  /** The next press on the map names a place and does nothing else, until null is passed; null while nobody waits. */
  askPoint(taken: ((longitude: number, latitude: number) => void) | null): void;
  /** Id of the refused fix at a pixel, or null. */
  refusedAt(x: number, y: number): string | null;
  /** Geofences on the ground; the list is kept, and redrawn only where another one is given. */
  setZones(zones: readonly MapZone[]): void;
  showZones(on: boolean): void;
  /** Ids of the geofences at a pixel of the container, the smallest first; none while a press names a point. */
  zonesAt(x: number, y: number): readonly number[];
  /** A route on the ground with its checkpoints; null: none. */
  setRoute(drawing: RouteDrawing | null): void;
  /**
   * Draws one shape with the pointer on this map, until what is answered is closed. Presses go to units as well: {@link
   * askPoint} keeps them.
   */
  draw(options: Omit<ShapeDrawerOptions, 'map' | 'colors'>): ShapeDrawer;
  /** The units that stand where this one does, itself first; null when it has no place or is alone. */
  stackOf(unitId: number): UnitStack | null;
  /** Unit drawn at a pixel of the container, or null. */
  unitAt(x: number, y: number): number | null;
  /** Pixel of a coordinate, for what the view places over the map. */
  pixelOf(longitude: number, latitude: number): { x: number; y: number };
  /** Coordinate at a pixel. */
  placeAt(x: number, y: number): { longitude: number; latitude: number };
  /** What is seen now, map and units, in device pixels; for printing and keeping. */
  picture(): Promise<HTMLCanvasElement>;
  resize(): void;
  /** Calls and bytes of the last upload, names and bubbles shown. */
  statistics(): { calls: number; bytes: number; labels: number; bubbles: number };
  destroy(): void;
}
