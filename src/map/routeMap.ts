import { LngLatBounds, Marker, type GeoJSONSource, type Map as MapLibreMap, type MapMouseEvent } from 'maplibre-gl';
import { destination, failure, success, type Result } from '../domain/base/index.ts';
import type { LonLat, Shape } from '../domain/geometry/index.ts';
import { createBaseMap, hasWebGl, paintControls } from './baseMap.ts';
import { baseStyle } from './basemaps/index.ts';
import { css, type Rgb } from './color.ts';
import type { FleetMapOptions, MapFailure } from './fleetMapTypes.ts';
import { watchLand, type Land } from './land.ts';
import { mapPalette, type MapThemeColors } from './palette.ts';
import type { Place } from './placeMap.ts';
import { provideShields } from './shields.ts';

/** A checkpoint as the map shows it. */
export interface RouteStop {
  readonly key: number;
  /** What is in the mark: its place in the order. */
  readonly text: string;
  /** For who cannot see it: name and status. */
  readonly label: string;
  readonly shape: Shape;
  readonly center: LonLat;
  /** How it is; looks are in `map.css`. */
  readonly tone: 'plain' | 'reached' | 'next' | 'late' | 'skipped';
  /** A point may be dragged, a geofence may not. */
  readonly isMovable: boolean;
}

/** What a map of a route draws. */
export interface RouteDrawing {
  readonly stops: readonly RouteStop[];
  /** The middle of the corridor, or the straight lines between checkpoints. */
  readonly line: readonly LonLat[];
  /** Metres; null: there is no corridor. */
  readonly width: number | null;
  /** Vertices of the corridor have handles. */
  readonly isLineOpen: boolean;
  readonly color: Rgb;
  /** Where a unit went, beside the route; empty: nowhere. */
  readonly track?: readonly LonLat[];
}

export interface RouteMapOptions extends Pick<
  FleetMapOptions,
  'container' | 'services' | 'baseLayer' | 'origin' | 'colors' | 'camera' | 'texts' | 'language' | 'reducedMotion'
> {
  /** A place was pressed; left out, the map only shows. */
  readonly onPress?: (place: Place) => void;
  readonly onMove?: (key: number, place: Place) => void;
  readonly onVertex?: (index: number, place: Place) => void;
}

/** A map of one route. */
export interface RouteMap {
  draw(drawing: RouteDrawing): void;
  /** Brings all of the route into sight. */
  fit(): void;
  setColors(colors: MapThemeColors): void;
  destroy(): void;
}

const EMPTY: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };
const LAYER = { area: 'route-area', corridor: 'route-corridor', line: 'route-line', track: 'route-track' } as const;
/** Corners of a drawn circle. */
const CORNERS = 48;
/** Metres of a pixel at the equator, at zoom 0, of tiles of 512 pixels. */
const METRES_A_PIXEL = 78_271.517;
/** Handles of a corridor; of a longer one as many, evenly. */
const MOST_HANDLES = 60;
const FIT = { padding: 48, maxZoom: 15, duration: 0 } as const;

/** Makes the map in its container. Fails where the browser cannot draw with WebGL 2. */
export function createRouteMap(options: RouteMapOptions): Result<RouteMap, MapFailure> {
  return hasWebGl() ? success(new RouteMapController(options)) : failure({ code: 'webglUnavailable' });
}

const placeOf = ({ lng, lat }: { lng: number; lat: number }): Place => ({
  latitude: Number(lat.toFixed(6)),
  longitude: Number((((((lng + 180) % 360) + 360) % 360) - 180).toFixed(6)),
});

class RouteMapController implements RouteMap {
  readonly #options: RouteMapOptions;
  readonly #map: MapLibreMap;
  readonly #land: Land;
  #colors: MapThemeColors;
  #drawing: RouteDrawing | null = null;
  #markers: Marker[] = [];

  constructor(options: RouteMapOptions) {
    this.#options = options;
    this.#colors = options.colors;
    this.#map = createBaseMap(options, this.#style(false));
    this.#land = watchLand(this.#map, () => css(mapPalette(this.#colors).water));
    provideShields(this.#map, () => mapPalette(this.#colors));
    // A new style takes away what the one before was given.
    this.#map.on('styledata', () => {
      if (!this.#map.getLayer(LAYER.track)) this.#paint();
    });
    if (options.onPress) {
      this.#map.getCanvas().style.cursor = 'crosshair';
      this.#map.on('click', ({ lngLat, originalEvent }: MapMouseEvent) => {
        // A click on a mark is none on the map below it.
        if (originalEvent.target === this.#map.getCanvas()) options.onPress?.(placeOf(lngLat));
      });
    }
    paintControls(this.#map, mapPalette(options.colors));
  }

  draw(drawing: RouteDrawing): void {
    this.#drawing = drawing;
    this.#mark(drawing);
    this.#paint();
  }

  fit(): void {
    if (!this.#drawing) return;
    const { stops, line, track = [] } = this.#drawing;
    const bounds = new LngLatBounds();
    for (const place of [...stops.flatMap(({ shape }) => outlineOf(shape)), ...line, ...track])
      bounds.extend([place[0], place[1]]);
    if (!bounds.isEmpty()) this.#map.fitBounds(bounds, FIT);
  }

  setColors(colors: MapThemeColors): void {
    if (colors === this.#colors) return;
    this.#colors = colors;
    this.#map.setStyle(this.#style(this.#land.hasCome));
    paintControls(this.#map, mapPalette(colors));
  }

  destroy(): void {
    this.#map.remove();
  }

  #mark({ stops, line, isLineOpen }: RouteDrawing): void {
    for (const marker of this.#markers) marker.remove();
    const { onMove, onVertex } = this.#options;
    this.#markers = stops.map((stop) => {
      const element = document.createElement('div');
      element.className = `route-stop route-stop-${stop.tone}`;
      element.textContent = stop.text;
      element.title = stop.label;
      const isMovable = stop.isMovable && onMove !== undefined;
      const marker = new Marker({ element, draggable: isMovable }).setLngLat([stop.center[0], stop.center[1]]);
      if (isMovable) marker.on('dragend', () => onMove(stop.key, placeOf(marker.getLngLat())));
      return marker.addTo(this.#map);
    });
    if (!isLineOpen || !onVertex) return;
    const step = Math.max(1, Math.ceil(line.length / MOST_HANDLES));
    for (let index = 0; index < line.length; index += step) {
      const element = document.createElement('div');
      element.className = 'route-vertex';
      const marker = new Marker({ element, draggable: true }).setLngLat([line[index][0], line[index][1]]);
      marker.on('dragend', () => onVertex(index, placeOf(marker.getLngLat())));
      this.#markers.push(marker.addTo(this.#map));
    }
  }

  /** A style that is loading is painted when it is there. */
  #paint(): void {
    const map = this.#map;
    if (!this.#drawing || !map.getStyle()) return;
    const { stops, line, width, color, track = [] } = this.#drawing;
    const areas = stops.map(({ shape }): GeoJSON.Feature => polygonOf(outlineOf(shape)));
    this.#put(LAYER.area, { type: 'FeatureCollection', features: areas });
    this.#put(LAYER.line, lineOf(line));
    this.#put(LAYER.track, lineOf(track));
    const paint = css(color);
    const latitude = line[0]?.[1] ?? 0;
    const pixels = (width ?? 0) / (METRES_A_PIXEL * Math.cos((latitude * Math.PI) / 180));
    if (!map.getLayer(LAYER.corridor)) {
      map.addLayer({
        id: LAYER.corridor,
        type: 'line',
        source: LAYER.line,
        layout: { 'line-cap': 'round', 'line-join': 'round' },
      });
      map.addLayer({ id: LAYER.area, type: 'fill', source: LAYER.area });
      map.addLayer({
        id: LAYER.line,
        type: 'line',
        source: LAYER.line,
        layout: { 'line-cap': 'round', 'line-join': 'round' },
      });
      map.addLayer({
        id: LAYER.track,
        type: 'line',
        source: LAYER.track,
        layout: { 'line-cap': 'round', 'line-join': 'round' },
      });
    }
    map.setPaintProperty(LAYER.corridor, 'line-color', paint);
    map.setPaintProperty(LAYER.corridor, 'line-opacity', 0.2);
    map.setPaintProperty(LAYER.corridor, 'line-width', [
      'interpolate',
      ['exponential', 2],
      ['zoom'],
      0,
      pixels,
      22,
      pixels * 2 ** 22,
    ]);
    map.setPaintProperty(LAYER.area, 'fill-color', paint);
    map.setPaintProperty(LAYER.area, 'fill-opacity', 0.25);
    map.setPaintProperty(LAYER.area, 'fill-outline-color', paint);
    map.setPaintProperty(LAYER.line, 'line-color', paint);
    map.setPaintProperty(LAYER.line, 'line-width', 2);
    map.setPaintProperty(LAYER.line, 'line-dasharray', width === null ? [2, 2] : [1, 0]);
    map.setPaintProperty(LAYER.track, 'line-color', css(mapPalette(this.#colors).trail));
    map.setPaintProperty(LAYER.track, 'line-width', 3);
  }

  #put(id: string, data: GeoJSON.FeatureCollection): void {
    const source = this.#map.getSource<GeoJSONSource>(id);
    if (source) source.setData(data);
    else this.#map.addSource(id, { type: 'geojson', data });
  }

  #style(hasLand: boolean) {
    const { baseLayer, services, origin, language } = this.#options;
    return baseStyle(baseLayer, services, { origin, palette: mapPalette(this.#colors), language, hasLand });
  }
}

/** The outline of a shape, closed; of a corridor its line. */
function outlineOf(shape: Shape): readonly LonLat[] {
  if (shape.type === 'polygon') return shape.coordinates[0] ?? [];
  if (shape.type === 'corridor') return shape.coordinates;
  const [longitude, latitude] = shape.center;
  return Array.from({ length: CORNERS + 1 }, (_, corner): LonLat => {
    const [atLatitude, atLongitude] = destination(latitude, longitude, (corner * 360) / CORNERS, shape.radius);
    return [atLongitude, atLatitude];
  });
}

const polygonOf = (ring: readonly LonLat[]): GeoJSON.Feature => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'Polygon', coordinates: [ring.map(([longitude, latitude]) => [longitude, latitude])] },
});

const lineOf = (line: readonly LonLat[]): GeoJSON.FeatureCollection =>
  line.length < 2
    ? EMPTY
    : {
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            properties: {},
            geometry: { type: 'LineString', coordinates: line.map(([longitude, latitude]) => [longitude, latitude]) },
          },
        ],
      };
