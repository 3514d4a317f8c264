import { AttributionControl, Map as MapLibreMap, NavigationControl, ScaleControl, addProtocol, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import { Protocol } from 'pmtiles';
import type { MapServices } from '../api/contract/index.ts';
import { failure, success, type Result } from '../domain/base/index.ts';
import type { FleetFrame, TrailSampler } from '../streams/pipeline/index.ts';
import { baseStyle, type BaseLayerId } from './basemaps/index.ts';
import { mapLocale, type MapBounds, type MapCamera, type MapTexts } from './camera.ts';
import { css } from './color.ts';
import { Emphasis } from './emphasis.ts';
import type { NameOf } from './layers/labels/index.ts';
import type { MapContext, TrailMode } from './layers/shared/context.ts';
import { DensityGrid, type Bubble } from './layers/shared/densityGrid.ts';
import { FleetMirror } from './layers/shared/fleetMirror.ts';
import { markRadius } from './layers/shared/markSize.ts';
import type { UnitTrack } from './layers/trails/index.ts';
import './map.css';
import { createOverlay, type FleetOverlay } from './overlay.ts';
import { mapPalette, type MapThemeColors } from './palette.ts';
import { boundsOf, pickUnit } from './pick.ts';
import { watchPointer } from './pointer.ts';
import { createMapLayers, type DensityState } from './registry.ts';
import { screenView } from './screen.ts';

/** Labels and trails are looked after this often while units move, ms. */
const SETTLE_EVERY = 250;
const MAX_FIT_ZOOM = 15;

/** Marks camera events of following, which are no choice of the person and come with every frame. */
const FOLLOWING = { following: true };

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
  /** What the bubbles stand for, when the camera rests or the crowd became another. */
  readonly onDensity?: (state: DensityState) => void;
  readonly onHover?: (unitId: number | null, x: number, y: number) => void;
  /** The person moved the map away while it followed a unit. */
  readonly onFollowEnd?: () => void;
  /** Something that cannot be mended went wrong while drawing. */
  readonly onProblem?: (error: Error) => void;
  /** A clock that only runs forward, ms. */
  readonly monotonic?: () => number;
  /** Where all units were at a past instant; trails come from it after a seek and while a recording plays. */
  readonly samplePast?: TrailSampler;
  /** Points of a fleet trail, five seconds apart; 60 = the last five minutes, 480 bytes a unit. */
  readonly trailPoints?: number;
  /** Marks drawn at most; for measuring. */
  readonly drawLimit?: number;
}

/** The map, spoken to in ids and frames. It asks for nothing and keeps no data of its own. */
export interface FleetMap {
  /** Draws the fleet at the frame's instant; called at most once per animation frame. */
  render(frame: FleetFrame): void;
  setSelection(unitIds: Iterable<number>): void;
  setHover(unitId: number | null): void;
  /** Keeps a unit in the middle until null is given or the person drags the map. */
  follow(unitId: number | null): void;
  /** Moves the camera to units (as drawn now) or to a box. False when none of the units has a place. */
  fit(target: Iterable<number> | MapBounds): boolean;
  moveTo(camera: MapCamera): void;
  camera(): MapCamera;
  setBaseLayer(id: BaseLayerId, services?: MapServices): void;
  setColors(colors: MapThemeColors): void;
  setLabels(on: boolean): void;
  setNames(nameOf: NameOf): void;
  setTrails(mode: TrailMode): void;
  /** Draws crowds as bubbles with counts while the camera is far away. */
  setDensity(on: boolean): void;
  setTracks(tracks: readonly UnitTrack[]): void;
  /** Unit drawn at a pixel of the container, or null. */
  unitAt(x: number, y: number): number | null;
  /** Pixel of a coordinate, for what the view places over the map. */
  pixelOf(longitude: number, latitude: number): { x: number; y: number };
  resize(): void;
  /** Calls and bytes of the last upload, names and bubbles shown. */
  statistics(): { calls: number; bytes: number; labels: number; bubbles: number };
  destroy(): void;
}

let prepared = false;

/** MapLibre's worker as a file of its own (a strict content security policy allows no blobs), and PMTiles. */
function prepareOnce(): void {
  if (prepared) return;
  prepared = true;
  setWorkerUrl(workerUrl);
  const protocol = new Protocol();
  addProtocol('pmtiles', (request, abort) => protocol.tile(request, abort));
}

function hasWebGl(): boolean {
  const probe = document.createElement('canvas').getContext('webgl2');
  probe?.getExtension('WEBGL_lose_context')?.loseContext();
  return probe !== null;
}

/** Makes the map in its container. Fails where the browser cannot draw with WebGL 2. */
export function createFleetMap(options: FleetMapOptions): Result<FleetMap, MapFailure> {
  if (!hasWebGl()) return failure({ code: 'webglUnavailable' });
  prepareOnce();
  return success(new FleetMapController(options));
}

/** True when bubbles came or went, or stand for a tenth more or fewer units. */
function isOtherCrowd(now: DensityState, told: DensityState): boolean {
  return (now.bubbles === 0) !== (told.bubbles === 0) || Math.abs(now.units - told.units) > told.units / 10;
}

class FleetMapController implements FleetMap {
  readonly #options: FleetMapOptions;
  readonly #map: MapLibreMap;
  readonly #mirror = new FleetMirror();
  readonly #emphasis = new Emphasis(this.#mirror);
  readonly #layers;
  readonly #overlay: FleetOverlay;
  readonly #monotonic: () => number;
  readonly #drawn = new Float64Array(2);
  readonly #stopPointer: () => void;
  #context: MapContext;
  #services: MapServices;
  #baseLayer: BaseLayerId;
  #frame: FleetFrame | null = null;
  #followed: number | null = null;
  /** The camera is on its way to the followed unit. */
  #gliding = false;
  #colors: MapThemeColors;
  #settledAt = Number.NEGATIVE_INFINITY;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #told: DensityState = { bubbles: 0, units: 0 };

  constructor(options: FleetMapOptions) {
    this.#options = options;
    this.#services = options.services;
    this.#colors = options.colors;
    this.#baseLayer = options.baseLayer;
    this.#monotonic = options.monotonic ?? (() => performance.now());
    this.#context = {
      clock: { now: 0 },
      mirror: this.#mirror,
      palette: mapPalette(options.colors),
      devicePixelRatio: window.devicePixelRatio,
      labels: true,
      trails: 'selected',
      density: true,
      bundles: new DensityGrid(),
    };
    this.#layers = createMapLayers({ ...options, changed: () => this.#rebuild() });
    this.#map = this.#createMap();
    this.#overlay = createOverlay(this.#map, () => this.#buildLayers(), (error) => options.onProblem?.(error));
    this.#stopPointer = this.#listen();
    this.#paintControls();
  }

  render(frame: FleetFrame): void {
    const { fleet } = frame;
    this.#context.clock.now = (frame.instant - fleet.epoch) / 1_000;
    this.#mirror.update(fleet, frame.ranges);
    this.#emphasis.attach(fleet);
    for (const layer of this.#layers.ordered) layer.frame?.(frame, this.#context);
    // The ranges are the caller's and end with this call.
    this.#frame = { instant: frame.instant, mode: frame.mode, fleet, moving: frame.moving, ranges: [] };
    this.#keepFollowing();
    this.#settleSoon();
    this.#overlay.redraw();
  }

  setSelection(unitIds: Iterable<number>): void {
    this.#emphasis.select(unitIds);
    this.#refresh();
  }

  setHover(unitId: number | null): void {
    this.#emphasis.hover(unitId);
    this.#refresh();
  }

  follow(unitId: number | null): void {
    this.#followed = unitId;
    if (unitId === null || !this.#locate(unitId)) return;
    const center: [number, number] = [this.#drawn[0] ?? 0, this.#drawn[1] ?? 0];
    const zoom = Math.max(this.#map.getZoom(), 12);
    if (this.#options.reducedMotion) this.#map.jumpTo({ center, zoom });
    else {
      this.#gliding = true;
      this.#map.easeTo({ center, zoom, duration: 400 });
    }
  }

  fit(target: Iterable<number> | MapBounds): boolean {
    const bounds = 'west' in target ? target : this.#boundsOf(target);
    if (!bounds) return false;
    const east = bounds.east < bounds.west ? bounds.east + 360 : bounds.east;
    this.#map.fitBounds([bounds.west, bounds.south, east, bounds.north], {
      padding: Math.min(64, this.#map.getContainer().clientWidth / 8),
      maxZoom: MAX_FIT_ZOOM,
      duration: this.#options.reducedMotion ? 0 : 500,
    });
    return true;
  }

  moveTo({ longitude, latitude, zoom, bearing = 0, pitch = 0 }: MapCamera): void {
    this.#map.jumpTo({ center: [longitude, latitude], zoom, bearing, pitch });
  }

  camera(): MapCamera {
    const { lng, lat } = this.#map.getCenter();
    const [zoom, bearing, pitch] = [this.#map.getZoom(), this.#map.getBearing(), this.#map.getPitch()];
    return { longitude: ((lng + 540) % 360) - 180, latitude: lat, zoom, bearing, pitch };
  }

  setBaseLayer(id: BaseLayerId, services: MapServices = this.#services): void {
    if (id === this.#baseLayer && services === this.#services) return;
    this.#baseLayer = id;
    this.#services = services;
    this.#map.setStyle(this.#style());
  }

  setColors(colors: MapThemeColors): void {
    if (colors === this.#colors) return;
    this.#colors = colors;
    this.#context = { ...this.#context, palette: mapPalette(colors) };
    this.#map.setStyle(this.#style());
    this.#paintControls();
    this.#rebuild();
  }

  setLabels(on: boolean): void {
    this.#context = { ...this.#context, labels: on };
    this.#rebuild();
  }

  setNames(nameOf: NameOf): void {
    this.#layers.labels.setNames(nameOf);
    this.#refresh();
  }

  setTrails(mode: TrailMode): void {
    this.#context = { ...this.#context, trails: mode };
    this.#rebuild();
  }

  setDensity(on: boolean): void {
    if (on === this.#context.density) return;
    this.#context = { ...this.#context, density: on };
    this.#refresh();
    this.#tellDensity();
  }

  setTracks(tracks: readonly UnitTrack[]): void {
    this.#layers.trails.setTracks(tracks);
  }

  unitAt(x: number, y: number): number | null {
    return this.#pick(x, y, 7);
  }

  pixelOf(longitude: number, latitude: number): { x: number; y: number } {
    const { x, y } = this.#map.project([longitude, latitude]);
    return { x, y };
  }

  resize(): void {
    this.#map.resize();
  }

  statistics(): { calls: number; bytes: number; labels: number; bubbles: number } {
    return { ...this.#mirror.uploaded, labels: this.#layers.labels.shown.length, bubbles: this.#layers.density.state.bubbles };
  }

  destroy(): void {
    this.#stopPointer();
    clearTimeout(this.#settling);
    this.#overlay.close();
    for (const layer of this.#layers.ordered) layer.close?.();
    this.#map.remove();
  }

  #createMap(): MapLibreMap {
    const { container, camera, texts, units = 'metric', reducedMotion = false } = this.#options;
    const map = new MapLibreMap({
      container,
      style: this.#style(),
      center: [camera.longitude, camera.latitude],
      zoom: camera.zoom,
      bearing: camera.bearing ?? 0,
      pitch: camera.pitch ?? 0,
      minZoom: 1,
      maxZoom: 20,
      maxPitch: 60,
      attributionControl: false,
      locale: mapLocale(texts),
      fadeDuration: reducedMotion ? 0 : 150,
      canvasContextAttributes: { antialias: false, preserveDrawingBuffer: false },
    });
    map.addControl(new AttributionControl({}), 'bottom-right');
    map.addControl(new NavigationControl({ showCompass: true, visualizePitch: false }), 'bottom-right');
    map.addControl(new ScaleControl({ unit: units, maxWidth: 96 }), 'bottom-left');
    return map;
  }

  #style() {
    const { origin, language } = this.#options;
    const { palette } = this.#context;
    return baseStyle(this.#baseLayer, this.#services, { origin, palette, language });
  }

  #listen(): () => void {
    const map = this.#map;
    map.on('move', () => this.#settleSoon());
    map.on('moveend', (event: object) => {
      if ('following' in event) return;
      this.#gliding = false;
      this.#settle(this.#monotonic());
      this.#options.onCamera?.(this.camera());
      this.#tellDensity();
    });
    map.on('dragstart', () => {
      if (this.#followed === null) return;
      this.#followed = null;
      this.#options.onFollowEnd?.();
    });
    map.on('resize', () => {
      if (window.devicePixelRatio === this.#context.devicePixelRatio) return;
      this.#context = { ...this.#context, devicePixelRatio: window.devicePixelRatio };
      this.#rebuild();
    });
    return watchPointer(map, {
      pick: (x, y, reach) => this.#pick(x, y, reach),
      zoomsIn: (x, y) => this.#bubbleAt(x, y) !== null,
      zoomIn: (x, y) => this.#zoomInto(this.#bubbleAt(x, y)),
      picked: (unitId, additive) => this.#options.onPick?.(unitId, additive),
      hovered: (unitId, x, y) => {
        this.setHover(unitId);
        this.#options.onHover?.(unitId, x, y);
      },
    });
  }

  #bubbleAt(x: number, y: number): Bubble | null {
    return this.#layers.density.bubbleAt(x, y, screenView(this.#map));
  }

  #zoomInto(bubble: Bubble | null): void {
    if (bubble === null) return;
    const target = { center: [bubble.longitude, bubble.latitude] as [number, number], zoom: this.#map.getZoom() + 2 };
    if (this.#options.reducedMotion) this.#map.jumpTo(target);
    else this.#map.easeTo({ ...target, duration: 400 });
  }

  /** When the camera rests, and in between only what is another picture: a reader is told no news of no interest. */
  #tellDensity(): void {
    const { state } = this.#layers.density;
    if (state.bubbles === this.#told.bubbles && state.units === this.#told.units) return;
    this.#told = state;
    this.#options.onDensity?.(state);
  }

  /** The controls follow the theme by the variables of `map.css`. */
  #paintControls(): void {
    const { palette } = this.#context;
    const { style } = this.#map.getContainer();
    style.setProperty('--map-ground', css(palette.water));
    style.setProperty('--map-control', css(palette.controlSurface));
    style.setProperty('--map-control-text', css(palette.controlText));
    style.setProperty('--map-control-border', css(palette.controlBorder));
    style.setProperty('--map-focus', css(palette.selection));
    this.#map.getContainer().dataset['mapSkin'] = palette.skin;
  }

  #buildLayers() {
    return this.#layers.ordered.flatMap((layer) => layer.layers(this.#context));
  }

  #rebuild(): void {
    this.#overlay.setLayers(this.#buildLayers());
    this.#refresh();
  }

  /** After a choice of the person: names are chosen anew at once, also while the timeline rests. */
  #refresh(): void {
    this.#settle(this.#monotonic());
    this.#overlay.redraw();
  }

  /** Now when it is time, else when it will be: the last frame before a rest counts too. */
  #settleSoon(): void {
    const now = this.#monotonic();
    const wait = this.#settledAt + SETTLE_EVERY - now;
    if (wait <= 0) this.#settle(now);
    else this.#settling ??= setTimeout(() => this.#settle(this.#monotonic()), wait);
  }

  #settle(now: number): void {
    clearTimeout(this.#settling);
    this.#settling = undefined;
    const frame = this.#frame;
    if (!frame) return;
    this.#settledAt = now;
    const view = screenView(this.#map);
    let redraw = false;
    for (const layer of this.#layers.ordered) redraw = (layer.settle?.(frame, this.#context, view) ?? false) || redraw;
    if (redraw) this.#overlay.redraw();
    if (isOtherCrowd(this.#layers.density.state, this.#told)) this.#tellDensity();
  }

  #locate(unitId: number): boolean {
    const frame = this.#frame;
    const slot = frame?.fleet.slotOf(unitId) ?? -1;
    if (!frame || slot < 0 || (frame.fleet.times[slot] ?? 0) === 0) return false;
    frame.fleet.drawnAt(slot, frame.instant, this.#drawn);
    return Number.isFinite(this.#drawn[0]);
  }

  #keepFollowing(): void {
    if (this.#followed === null || this.#gliding || !this.#locate(this.#followed)) return;
    const [longitude = 0, latitude = 0] = this.#drawn;
    const at = this.#map.project([longitude, latitude]);
    const { clientWidth, clientHeight } = this.#map.getContainer();
    if (Math.hypot(at.x - clientWidth / 2, at.y - clientHeight / 2) < 0.25) return;
    this.#map.jumpTo({ center: [longitude, latitude] }, FOLLOWING);
  }

  #boundsOf(unitIds: Iterable<number>): MapBounds | null {
    const frame = this.#frame;
    if (!frame) return null;
    return boundsOf(frame.fleet, this.#context.clock.now, [...unitIds].map((id) => frame.fleet.slotOf(id)));
  }

  #pick(x: number, y: number, reach: number): number | null {
    const frame = this.#frame;
    if (!frame) return null;
    const view = screenView(this.#map);
    const slot = pickUnit(frame.fleet, this.#context.clock.now, view, x, y, markRadius(view.zoom) * 0.7 + reach, this.#context.bundles);
    return slot < 0 ? null : (frame.fleet.ids[slot] ?? null);
  }
}
