import { Marker, type GeoJSONSource, type Map as MapLibreMap } from 'maplibre-gl';
import type { LonLat, Shape } from '../../domain/geometry/index.ts';
import type { Place } from '../../domain/unitEvent/index.ts';
import { NAME_LAYERS } from '../basemaps/index.ts';
import { css, type Rgb } from '../color.ts';
import { shapeFeature } from '../drawing/geometry.ts';

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
}

/** What may be done to the marks of a route; absent: they are only shown. */
export interface RouteHandles {
  readonly onMove?: ((key: number, place: Place) => void) | undefined;
  readonly onVertex?: ((index: number, place: Place) => void) | undefined;
}

const EMPTY: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };
const LAYER = { area: 'route-area', corridor: 'route-corridor', line: 'route-line' } as const;
/** Handles of a corridor; of a longer one as many, evenly. */
const MOST_HANDLES = 60;

/** Where a press or a mark is, to a decimetre, whichever copy of the world it lies on. */
export const placeOn = ({ lng, lat }: { lng: number; lat: number }): Place => ({
  latitude: Number(lat.toFixed(6)),
  longitude: Number((((((lng + 180) % 360) + 360) % 360) - 180).toFixed(6)),
});

/** A route on the ground of a map: corridor and line below the names of places, its checkpoints as marks. */
export class GroundRoute {
  readonly #map: MapLibreMap;
  readonly #handles: RouteHandles;
  #drawing: RouteDrawing | null = null;
  #markers: Marker[] = [];

  constructor(map: MapLibreMap, handles: RouteHandles = {}) {
    this.#map = map;
    this.#handles = handles;
    // A new style takes away what the one before was given.
    map.on('styledata', this.#restore);
  }

  /** Null: nothing is drawn. */
  set(drawing: RouteDrawing | null): void {
    this.#drawing = drawing;
    this.#mark();
    this.#paint();
  }

  close(): void {
    this.#map.off('styledata', this.#restore);
    for (const marker of this.#markers) marker.remove();
  }

  readonly #restore = (): void => {
    if (this.#drawing && !this.#map.getLayer(LAYER.line)) this.#paint();
  };

  #mark(): void {
    for (const marker of this.#markers) marker.remove();
    this.#markers = [];
    if (!this.#drawing) return;
    const { stops, line, isLineOpen } = this.#drawing;
    const { onMove, onVertex } = this.#handles;
    this.#markers = stops.map((stop) => {
      const element = document.createElement('div');
      element.className = `route-stop route-stop-${stop.tone}`;
      element.textContent = stop.text;
      element.title = stop.label;
      const isMovable = stop.isMovable && onMove !== undefined;
      const marker = new Marker({ element, draggable: isMovable }).setLngLat([stop.center[0], stop.center[1]]);
      if (isMovable) marker.on('dragend', () => onMove(stop.key, placeOn(marker.getLngLat())));
      return marker.addTo(this.#map);
    });
    if (!isLineOpen || !onVertex) return;
    const step = Math.max(1, Math.ceil(line.length / MOST_HANDLES));
    for (let index = 0; index < line.length; index += step) {
      const element = document.createElement('div');
      element.className = 'route-vertex';
      const marker = new Marker({ element, draggable: true }).setLngLat([line[index][0], line[index][1]]);
      marker.on('dragend', () => onVertex(index, placeOn(marker.getLngLat())));
      this.#markers.push(marker.addTo(this.#map));
    }
  }

  /** A style that is loading is painted when it is there. */
  #paint(): void {
    const map = this.#map;
    if (!map.getStyle() || (!this.#drawing && !map.getSource(LAYER.line))) return;
    const { stops = [], line = [], width = null } = this.#drawing ?? {};
    this.#put(LAYER.area, { type: 'FeatureCollection', features: stops.map(({ shape }) => shapeFeature(shape)) });
    this.#put(LAYER.corridor, corridorOf(line, width));
    this.#put(LAYER.line, lineOf(line));
    if (!map.getLayer(LAYER.corridor)) this.#addLayers();
    if (this.#drawing) this.#colour(this.#drawing);
  }

  #addLayers(): void {
    const below = NAME_LAYERS.find((id) => this.#map.getLayer(id));
    const layout = { 'line-cap': 'round', 'line-join': 'round' } as const;
    this.#map.addLayer({ id: LAYER.corridor, type: 'fill', source: LAYER.corridor }, below);
    this.#map.addLayer({ id: LAYER.area, type: 'fill', source: LAYER.area }, below);
    this.#map.addLayer({ id: LAYER.line, type: 'line', source: LAYER.line, layout }, below);
  }

  #colour({ width, color }: RouteDrawing): void {
    const map = this.#map;
    const paint = css(color);
    map.setPaintProperty(LAYER.corridor, 'fill-color', paint);
    map.setPaintProperty(LAYER.corridor, 'fill-opacity', 0.2);
    map.setPaintProperty(LAYER.area, 'fill-color', paint);
    map.setPaintProperty(LAYER.area, 'fill-opacity', 0.25);
    map.setPaintProperty(LAYER.area, 'fill-outline-color', paint);
    map.setPaintProperty(LAYER.line, 'line-color', paint);
    map.setPaintProperty(LAYER.line, 'line-width', 2);
    map.setPaintProperty(LAYER.line, 'line-dasharray', width === null ? [2, 2] : [1, 0]);
  }

  #put(id: string, data: GeoJSON.FeatureCollection): void {
    const source = this.#map.getSource<GeoJSONSource>(id);
    if (source) source.setData(data);
    else this.#map.addSource(id, { type: 'geojson', data });
  }
}

/** The ground that a vehicle on the route may be on. */
const corridorOf = (coordinates: readonly LonLat[], width: number | null): GeoJSON.FeatureCollection =>
  width === null || coordinates.length < 2
    ? EMPTY
    : { type: 'FeatureCollection', features: [shapeFeature({ type: 'corridor', coordinates, width })] };

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
