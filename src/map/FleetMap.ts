import type { Map as MapLibreMap } from 'maplibre-gl';
import type { MapServices } from '../api/contract/index.ts';
import type { Shape } from '../domain/geometry/index.ts';
import { BEAT, failure, nearestBeat, success, type Result } from '../domain/base/index.ts';
import type { FleetFrame } from '../streams/pipeline/index.ts';
import { baseStyle, picturesOf, type BaseLayerId } from './basemaps/index.ts';
import { isSameCamera, type MapBounds, type MapCamera } from './camera.ts';
import { css } from './color.ts';
import { DensityNews } from './densityNews.ts';
import { metresPerPixel } from './drawPace.ts';
import { Highlight, type SeriesOf } from './highlight.ts';
import { ringsAround } from './drawing/outline.ts';
import { ShapeDrawer, type DrawingColors, type ShapeDrawerOptions } from './drawing/ShapeDrawer.ts';
import type { FleetMap, FleetMapOptions, MapFailure, UnitStack } from './fleetMapTypes.ts';
import { Fitter } from './fitter.ts';
import { FleetPicker } from './fleetPicker.ts';
import { Following, isFollowing } from './following.ts';
import { createBaseMap, hasWebGl, paintControls } from './baseMap.ts';
import { watchBaseMap, type BaseMapHealth } from './baseMapHealth.ts';
import { watchLand, type Land } from './land.ts';
import type { NameOf } from './layers/labels/index.ts';
import type { MapContext, ScreenView, TrailMode } from './layers/shared/context.ts';
import { DensityGrid } from './layers/shared/densityGrid.ts';
import { DrawList } from './layers/shared/drawList.ts';
import { FleetMirror } from './layers/shared/fleetMirror.ts';
import { InstanceReader } from './layers/shared/instances.ts';
import { markRadius } from './layers/shared/markSize.ts';
import type { MapSpot } from './layers/spots/index.ts';
import type { UnitTrack } from './layers/trails/index.ts';
import { createOverlay, type FleetOverlay } from './overlay.ts';
import { mapPalette, type MapThemeColors } from './palette.ts';
import { Redraw } from './redraw.ts';
import { placeNames } from './placeNames.ts';
import { Debounced } from './debounced.ts';
import { watchClicks } from './clicks.ts';
import { createMapLayers } from './registry.ts';
import { provideShields } from './shields.ts';
import { GroundRoute, type RouteDrawing } from './routes/groundRoute.ts';
import { GroundZones } from './zones/groundZones.ts';
import type { MapZone } from './zones/zones.ts';
import { screenView } from './screen.ts';
import { isInSight, placeOf, shiftOf, wasInSight, type ScreenPlace } from './screenPlace.ts';

/** The press that ended a drawing may be reported as a click so much later, ms: it means no unit and no zone. */
const LATE_CLICK = 350;

/** Makes the map in its container. Fails where the browser cannot draw with WebGL 2. */
export function createFleetMap(options: FleetMapOptions): Result<FleetMap, MapFailure> {
  if (!hasWebGl()) return failure({ code: 'webglUnavailable' });
  return success(new FleetMapController(options));
}

class FleetMapController implements FleetMap {
  readonly #options: FleetMapOptions;
  readonly #map: MapLibreMap;
  readonly #land: Land;
  readonly #mirror = new FleetMirror();
  readonly #highlight = new Highlight(this.#mirror);
  readonly #layers;
  readonly #overlay: FleetOverlay;
  readonly #zones: GroundZones;
  readonly #route: GroundRoute;
  readonly #monotonic: () => number;
  readonly #following: Following;
  readonly #picture: Redraw;
  readonly #reader = new InstanceReader();
  readonly #picker: FleetPicker;
  readonly #fitter: Fitter;
  readonly #density: DensityNews;
  readonly #settling = new Debounced(() => this.#settle());
  readonly #baseMap: BaseMapHealth;
  readonly #stopListening: () => void;
  #context: MapContext;
  #services: MapServices;
  #baseLayer: BaseLayerId;
  #frame: FleetFrame | null = null;
  #colors: MapThemeColors;
  #settledAt = Number.NEGATIVE_INFINITY;
  #size = '';
  #place: ScreenPlace;
  /** Where the move began that nobody was notified of yet. */
  #startedFrom: MapCamera | null = null;
  /** The unit that the camera is on its way to. */
  #revealing: number | null = null;
  #spotPressed: ((id: string) => void) | undefined;
  /** Waits for a press that names a place. */
  #pointTaken: ((longitude: number, latitude: number) => void) | null = null;
  /** Until when presses mean nothing, by the monotonic clock. */
  #deafUntil = Number.NEGATIVE_INFINITY;
  #drawer: ShapeDrawer | null = null;
  /** Messages of what went wrong while drawing. */
  readonly #problems = new Set<string>();

  constructor(options: FleetMapOptions) {
    this.#options = options;
    this.#services = options.services;
    this.#colors = options.colors;
    this.#baseLayer = options.baseLayer;
    this.#monotonic = options.monotonic ?? (() => performance.now());
    const redrawNeeded = (): void => this.#picture.changed();
    this.#picture = new Redraw({
      redraw: () => this.#overlay.redraw(),
      monotonic: this.#monotonic,
      everyFrame: options.everyFrame ?? false,
    });
    this.#context = {
      clock: { now: 0 },
      mirror: this.#mirror,
      palette: mapPalette(options.colors),
      devicePixelRatio: window.devicePixelRatio,
      labels: true,
      trails: 'selected',
      density: true,
      bundles: new DensityGrid(),
      drawList: new DrawList(redrawNeeded),
      places: { names: [] },
    };
    this.#layers = createMapLayers({ ...options, rebuild: () => this.#rebuild(), redrawNeeded });
    this.#map = createBaseMap(options, this.#style(false));
    this.#zones = new GroundZones(this.#map, options.colors);
    this.#route = new GroundRoute(this.#map);
    this.#picker = new FleetPicker({ map: this.#map, frame: () => this.#frame, context: () => this.#context });
    this.#fitter = new Fitter({
      map: this.#map,
      picker: this.#picker,
      reducedMotion: options.reducedMotion ?? false,
      overlays: () => options.overlays?.() ?? [],
      isResizing: () => this.#isResizing(),
    });
    this.#density = new DensityNews((state) => options.onDensity?.(state));
    this.#land = watchLand(this.#map, () => css(this.#context.palette.water));
    this.#following = new Following(this.#map, options.reducedMotion ?? false);
    this.#overlay = createOverlay(this.#map, {
      renew: () => this.#buildLayers(),
      failed: (error) => {
        this.#picture.failed();
        this.#reportProblem(error);
      },
      emptied: () => this.#picture.now(),
    });
    this.#size = this.#containerSize();
    this.#place = placeOf(this.#map.getContainer());
    this.#baseMap = watchBaseMap(this.#map, {
      changed: (problem) => options.onBaseMapProblem?.(problem),
      failed: (error) => this.#reportProblem(error),
      pictures: () => picturesOf(this.#map),
    });
    provideShields(this.#map, () => this.#context.palette);
    this.#stopListening = this.#listen();
    paintControls(this.#map, this.#context.palette);
  }

  render(frame: FleetFrame): void {
    const { fleet } = frame;
    this.#context.clock.now = (frame.instant - fleet.epoch) / 1_000;
    this.#mirror.update(fleet, frame.ranges);
    this.#highlight.attach(fleet);
    for (const layer of this.#layers.ordered) layer.frame?.(frame, this.#context);
    // The ranges are the caller's and end with this call.
    this.#frame = { instant: frame.instant, mode: frame.mode, fleet, moving: frame.moving, ranges: [] };
    this.#following.keep(this.#frame);
    this.#settleSoon();
    this.#moveOn(frame);
  }

  setSelection(unitIds: Iterable<number>, series?: SeriesOf): void {
    this.#highlight.select(unitIds, series);
    this.#refresh();
  }

  setBadges(badges: Parameters<FleetMap['setBadges']>[0]): void {
    // They change by themselves and move no mark or name: no picture of its own is drawn for them.
    if (this.#highlight.badges.set(badges)) this.#picture.changed();
  }

  setHover(unitId: number | null): void {
    this.#highlight.hover(unitId);
    this.#refresh();
  }

  follow(unitIds: readonly number[]): void {
    this.#following.start(unitIds, this.#frame);
  }

  fit(target: Iterable<number> | MapBounds, how: 'glide' | 'jump' = 'glide'): boolean {
    return this.#fitter.fit(target, how);
  }

  refit(): boolean {
    return this.#fitter.refit();
  }

  reveal(unitId: number): boolean {
    const bounds = this.#picker.bounds([unitId]);
    if (!bounds) return false;
    if (!isInSight(this.pixelOf(bounds.west, bounds.south), placeOf(this.#map.getContainer()))) {
      this.#revealing = unitId;
      this.#map.easeTo({ center: [bounds.west, bounds.south], duration: this.#options.reducedMotion ? 0 : 400 });
      if (!this.#map.isMoving()) this.#revealing = null;
    }
    return true;
  }

  moveTo({ longitude, latitude, zoom, bearing = 0, pitch = 0 }: MapCamera): void {
    this.#map.jumpTo({ center: [longitude, latitude], zoom, bearing, pitch });
  }

  flyTo({ longitude, latitude, zoom, bearing = 0, pitch = 0 }: MapCamera): void {
    const target = { center: [longitude, latitude] as [number, number], zoom, bearing, pitch };
    if (this.#options.reducedMotion) this.#map.jumpTo(target);
    else this.#map.flyTo({ ...target, maxDuration: 1_500 });
  }

  camera(): MapCamera {
    const { lng, lat } = this.#map.getCenter();
    const [zoom, bearing, pitch] = [this.#map.getZoom(), this.#map.getBearing(), this.#map.getPitch()];
    return { longitude: ((lng + 540) % 360) - 180, latitude: lat, zoom, bearing, pitch };
  }

  followView(listener: () => void): () => void {
    for (const event of ['move', 'resize'] as const) this.#map.on(event, listener);
    return () => {
      for (const event of ['move', 'resize'] as const) this.#map.off(event, listener);
    };
  }

  setBaseLayer(id: BaseLayerId, services: MapServices = this.#services): void {
    if (id === this.#baseLayer && services === this.#services) return;
    this.#baseLayer = id;
    this.#services = services;
    this.#baseMap.begin();
    this.#restyle();
  }

  setColors(colors: MapThemeColors): void {
    if (colors === this.#colors) return;
    this.#colors = colors;
    this.#context = { ...this.#context, palette: mapPalette(colors) };
    this.#zones.setColors(colors);
    this.#restyle();
    paintControls(this.#map, this.#context.palette);
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
    this.#density.rested(this.#layers.density.state);
  }

  setTracks(tracks: readonly UnitTrack[]): void {
    this.#layers.trails.setTracks(tracks);
  }

  setSpots(spots: readonly MapSpot[], pressed?: (id: string) => void): void {
    this.#spotPressed = pressed;
    this.#layers.spots.setSpots(spots);
  }

  setGhosts(spots: readonly MapSpot[]): void {
    this.#layers.ghosts.setSpots(spots);
  }

  setRefused(spots: readonly MapSpot[]): void {
    this.#layers.refused.setSpots(spots);
  }

  setOutline(shape: Shape | null): void {
    this.#layers.trails.setOutline(shape === null ? [] : ringsAround(shape));
  }

  askPoint(taken: ((longitude: number, latitude: number) => void) | null): void {
    if (taken === null && this.#pointTaken !== null) this.#deafUntil = this.#monotonic() + LATE_CLICK;
    this.#pointTaken = taken;
    this.#map.getCanvas().style.cursor = taken === null ? '' : 'crosshair';
  }

  bounds(): MapBounds {
    const bounds = this.#map.getBounds();
    return { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() };
  }

  refusedAt(x: number, y: number): string | null {
    return this.#layers.refused.at(x, y, 4, screenView(this.#map))?.id ?? null;
  }

  setZones(zones: readonly MapZone[]): void {
    this.#zones.set(zones);
  }

  showZones(on: boolean): void {
    this.#zones.show(on);
  }

  zonesAt(x: number, y: number): readonly number[] {
    return this.#awaitedPoint() === null ? this.#zones.at(x, y) : [];
  }

  setRoute(drawing: RouteDrawing | null): void {
    this.#route.set(drawing);
  }

  draw(options: Omit<ShapeDrawerOptions, 'map' | 'colors'>): ShapeDrawer {
    this.#drawer = new ShapeDrawer({ ...options, map: this.#map, colors: this.#drawingColors() });
    return this.#drawer;
  }

  stackOf(unitId: number): UnitStack | null {
    return this.#picker.stack(unitId);
  }

  unitAt(x: number, y: number): number | null {
    return this.#picker.at(x, y, 7);
  }

  pixelOf(longitude: number, latitude: number): { x: number; y: number } {
    const { x, y } = this.#map.project([longitude, latitude]);
    return { x, y };
  }

  placeAt(x: number, y: number): { longitude: number; latitude: number } {
    const { lng, lat } = this.#map.unproject([x, y]).wrap();
    return { longitude: lng, latitude: lat };
  }

  async picture(): Promise<HTMLCanvasElement> {
    const canvas = this.#map.getCanvas();
    const picture = document.createElement('canvas');
    picture.width = canvas.width;
    picture.height = canvas.height;
    const draw = (part: HTMLCanvasElement): void =>
      picture.getContext('2d')?.drawImage(part, 0, 0, picture.width, picture.height);
    // Canvases of WebGL can be read in the moment after they were drawn alone.
    await new Promise<void>((resolve) => {
      this.#map.once('render', () => resolve(draw(canvas)));
      this.#map.triggerRepaint();
    });
    draw(await this.#overlay.picture());
    return picture;
  }

  resize(): void {
    this.#map.resize();
  }

  statistics(): { calls: number; bytes: number; labels: number; bubbles: number } {
    return {
      ...this.#mirror.uploaded,
      labels: this.#layers.labels.shown.length,
      bubbles: this.#layers.density.state.bubbles,
    };
  }

  destroy(): void {
    this.#stopListening();
    this.#settling.cancel();
    this.#picture.close();
    this.#overlay.close();
    this.#zones.close();
    this.#route.close();
    for (const layer of this.#layers.ordered) layer.close?.();
    this.#map.remove();
  }

  /** Another style takes the layers of a drawing away, which goes on in it. */
  #restyle(): void {
    const change = (): void => void this.#map.setStyle(this.#style(this.#land.hasCome));
    if (this.#drawer === null || this.#drawer.isClosed) change();
    else this.#drawer.restyle(this.#drawingColors(), change);
  }

  #drawingColors(): DrawingColors {
    const { selection, controlSurface } = this.#context.palette;
    return { line: selection, handle: controlSurface };
  }

  /** Once a move. A map that was asked for its size again begins one, too, and its camera stays where it was. */
  #reportMove(): void {
    const from = this.#startedFrom;
    if (from === null || isSameCamera(from, this.camera())) return;
    this.#startedFrom = null;
    this.#options.onMove?.();
  }

  /**
   * Panels that open beside the map leave the ground where it is on the screen, and the unit selected last in sight:
   * in the middle, where the camera was brought to it.
   */
  #stay(before: ScreenPlace, now: ScreenPlace): void {
    const { latest } = this.#highlight;
    const at = latest === null ? null : this.#pixelOfUnit(latest);
    if (latest !== null && latest === this.#fitter.centred) {
      this.fit([latest], 'jump');
      return;
    }
    // A move that the new size has cut off goes on.
    const revealing = this.#revealing;
    const { x, y } = shiftOf(before, now);
    if (x !== 0 || y !== 0) this.#map.panBy([x, y], { duration: 0 });
    if (revealing !== null) this.reveal(revealing);
    else if (latest !== null && at !== null && wasInSight(at, before, now)) this.reveal(latest);
  }

  /** Where a unit is drawn now, from the map's upper left corner; null where it is nowhere. */
  #pixelOfUnit(unitId: number): { x: number; y: number } | null {
    const bounds = this.#picker.bounds([unitId]);
    return bounds && this.pixelOf(bounds.west, bounds.south);
  }

  /** A map that gets another size reports a move, though nobody moved it. */
  #isResizing(): boolean {
    return this.#containerSize() !== this.#size;
  }

  #containerSize(): string {
    const { clientWidth, clientHeight } = this.#map.getContainer();
    return `${clientWidth} ${clientHeight}`;
  }

  #style(hasLand: boolean) {
    const { origin, language } = this.#options;
    const { palette } = this.#context;
    return baseStyle(this.#baseLayer, this.#services, { origin, palette, language, hasLand });
  }

  #listen(): () => void {
    const map = this.#map;
    map.on('move', () => {
      this.#context.drawList.look(screenView(map));
      this.#settleSoon();
      this.#reportMove();
    });
    map.on('movestart', (event: object) => {
      if (!isFollowing(event)) map.getContainer().dataset['camera'] = 'moving';
      const isResizing = this.#isResizing();
      this.#startedFrom = isResizing ? null : this.camera();
      if (!isResizing) this.#fitter.moved();
    });
    map.on('moveend', (event: object) => {
      this.#following.arrived();
      this.#fitter.rested();
      if (isFollowing(event)) return;
      if (!this.#isResizing()) this.#revealing = null;
      map.getContainer().dataset['camera'] = 'still';
      this.#refresh();
      this.#options.onCamera?.(this.camera());
      this.#density.rested(this.#layers.density.state);
    });
    map.on('idle', () => {
      this.#context.places.names = placeNames(map);
      this.#settleSoon();
    });
    map.on('dragstart', () => {
      if (this.#following.end()) this.#options.onFollowEnd?.();
    });
    map.on('resize', () => {
      const before = this.#place;
      this.#place = placeOf(this.#map.getContainer());
      // The card that opens with a unit takes room while the camera is on its way there.
      if (!this.#fitter.resume()) this.#stay(before, this.#place);
      this.#size = this.#containerSize();
      this.#options.onResize?.();
      if (window.devicePixelRatio === this.#context.devicePixelRatio) return;
      this.#context = { ...this.#context, devicePixelRatio: window.devicePixelRatio };
      this.#rebuild();
    });
    const stopClicks = watchClicks(map, this.#picker, this.#layers, this.#options, {
      hover: (unitId) => this.setHover(unitId),
      open: (unitIds) => this.#fitter.open(unitIds),
      onSpot: () => this.#spotPressed,
      onPoint: () => this.#awaitedPoint(),
    });
    return () => {
      stopClicks();
      this.#baseMap.end();
    };
  }

  /** Who takes the next press; null: it means what lies there. */
  #awaitedPoint(): ((longitude: number, latitude: number) => void) | null {
    return this.#pointTaken ?? (this.#monotonic() < this.#deafUntil ? () => undefined : null);
  }

  #buildLayers() {
    return this.#layers.ordered.flatMap((layer) => layer.layers(this.#context));
  }

  #rebuild(): void {
    this.#overlay.setLayers(this.#buildLayers());
    this.#refresh();
  }

  /** After a choice of the person, or a move: names are chosen again at once, also while the timeline rests. */
  #refresh(): void {
    this.#settling.now();
    this.#picture.now();
  }

  /** Driving units move the picture on; where no mark is in view, only changes ask for one. */
  #moveOn({ instant, mode, fleet }: FleetFrame): void {
    const { drawList, clock } = this.#context;
    if (mode === 'live' && drawList.isEmpty(clock.now, fleet)) this.#picture.movedUnseen(instant);
    else this.#picture.moved(instant, this.#speed(fleet));
  }

  /** Of the fastest mark in view, CSS px a second. */
  #speed(fleet: FleetFrame['fleet']): number {
    const { drawList, clock } = this.#context;
    const zoom = this.#map.getZoom();
    return drawList.speed(clock.now, fleet, {
      resolution: metresPerPixel(this.#map.getCenter().lat, zoom),
      radius: markRadius(zoom),
    });
  }

  /** Said once: what goes wrong with one picture goes wrong with the next. */
  #reportProblem(error: Error): void {
    if (this.#problems.has(error.message)) return;
    this.#problems.add(error.message);
    if (this.#options.onProblem) this.#options.onProblem(error);
    else reportError(error);
  }

  /** Labels and trails are looked after with every beat while units move; the last frame before a rest counts too. */
  #settleSoon(): void {
    this.#settling.within(nearestBeat(this.#settledAt + BEAT) - this.#monotonic());
  }

  #list({ fleet }: FleetFrame, view: ScreenView): void {
    const { drawList, clock, bundles } = this.#context;
    drawList.rebuild(
      this.#reader.attach(fleet),
      fleet,
      { now: clock.now, wall: this.#settledAt / 1_000 },
      view,
      bundles,
    );
  }

  #settle(): void {
    const frame = this.#frame;
    if (!frame) return;
    this.#settledAt = this.#monotonic();
    const view = screenView(this.#map);
    for (const layer of this.#layers.ordered) layer.settle?.(frame, this.#context, view);
    this.#list(frame, view);
    this.#density.moved(this.#layers.density.state);
  }
}
