/** The same units the usual ways: a GeoJSON source set whole, or deck.gl with a list and accessors. */
import 'maplibre-gl/dist/maplibre-gl.css';
import { MapLibreOverlay } from '@deck.gl/maplibre';
import { PathLayer, ScatterplotLayer } from '@deck.gl/layers';
import type { FeatureCollection, Point } from 'geojson';
import { GeoJSONSource, Map as MapLibreMap, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { courseOf, latitudeOf, longitudeOf, nextAnimationFrame } from './world.ts';

export type UsualMethod = 'geojson' | 'deck' | 'paths' | 'binaryPaths';

export interface UsualBench {
  /** Shows `units` units and is ready for rounds. */
  start(method: UsualMethod, units: number): Promise<void>;
  /** The next positions of all units, shown. */
  round(): Promise<void>;
}

declare global {
  interface Window {
    usual: UsualBench;
  }
}

interface Dot {
  readonly position: [number, number];
  readonly color: [number, number, number];
}

const ROWS = Number(new URLSearchParams(location.search).get('points') ?? 60);

/** Software GL takes seconds for a million segments, on threads that are not measured: all but the drawing is done. */
class UndrawnPathLayer<Path = unknown> extends PathLayer<Path> {
  static override layerName = 'UndrawnPathLayer';
  override draw(): void {}
}

setWorkerUrl(workerUrl);
const map = new MapLibreMap({
  container: 'page',
  style: { version: 8, sources: {}, layers: [] },
  center: [0, 20],
  zoom: 1,
  attributionControl: false,
});
const loaded = new Promise<void>((resolve) => void map.once('load', () => resolve()));
let method: UsualMethod = 'geojson';
let units = 0;
let count = 0;
let overlay: MapLibreOverlay | null = null;
let paths: [number, number][][] = [];
let points = new Float32Array(0);
let starts = new Uint32Array(0);

function features(round: number): FeatureCollection<Point> {
  return {
    type: 'FeatureCollection',
    features: Array.from({ length: units }, (_, unit) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitudeOf(unit, round), latitudeOf(unit, round)] },
      properties: { course: courseOf(unit, round) },
    })),
  };
}

function addLayers(): void {
  const arrow = new Uint8Array(16 * 16 * 4).fill(255);
  map.addImage('arrow', { width: 16, height: 16, data: arrow });
  map.addSource('units', { type: 'geojson', data: features(0) });
  map.addLayer({
    id: 'units',
    type: 'symbol',
    source: 'units',
    layout: {
      'icon-image': 'arrow',
      'icon-allow-overlap': true,
      'icon-rotate': ['get', 'course'],
      'icon-rotation-alignment': 'map',
    },
  });
}

function dots(round: number): Dot[] {
  return Array.from({ length: units }, (_, unit) => ({
    position: [longitudeOf(unit, round), latitudeOf(unit, round)],
    color: [10, 109, 203],
  }));
}

async function showDeck(round: number): Promise<void> {
  if (method === 'deck') {
    const layer = new ScatterplotLayer<Dot>({
      id: 'units',
      data: dots(round),
      getPosition: (dot) => dot.position,
      getFillColor: (dot) => dot.color,
      getRadius: 4,
      radiusUnits: 'pixels',
    });
    overlay?.setProps({ layers: [layer] });
  } else if (method === 'binaryPaths') {
    showBinaryPaths(round);
  } else {
    paths = paths.map((path, unit) => [...path.slice(1), [longitudeOf(unit, round), latitudeOf(unit, round)]]);
    const layer = new UndrawnPathLayer<[number, number][]>({
      id: 'trails',
      data: paths,
      getPath: (path) => path,
      getColor: [10, 109, 203],
      getWidth: 2,
      widthUnits: 'pixels',
    });
    overlay?.setProps({ layers: [layer] });
  }
  await nextAnimationFrame();
  await nextAnimationFrame();
}

/** All paths in one array, moved on by a point and handed over whole: deck.gl has no method to append to a path. */
function showBinaryPaths(round: number): void {
  const moved = new Float32Array(points.length);
  moved.set(points.subarray(2));
  for (let unit = 0; unit < units; unit++)
    moved.set([longitudeOf(unit, round), latitudeOf(unit, round)], ((unit + 1) * ROWS - 1) * 2);
  points = moved;
  const data = { length: units, startIndices: starts, attributes: { getPath: { value: points, size: 2 } } };
  overlay?.setProps({
    layers: [
      new UndrawnPathLayer({
        id: 'trails',
        data,
        _pathType: 'open',
        positionFormat: 'XY',
        getColor: [10, 109, 203],
        getWidth: 2,
        widthUnits: 'pixels',
      }),
    ],
  });
}

window.usual = {
  async start(asked, wanted) {
    await loaded;
    [method, units] = [asked, wanted];
    if (method === 'geojson') {
      addLayers();
      await new Promise((resolve) => void map.once('idle', resolve));
      return;
    }
    paths = Array.from({ length: units }, (_, unit) =>
      Array.from({ length: ROWS }, (_point, row): [number, number] => [
        longitudeOf(unit, row - ROWS),
        latitudeOf(unit, row - ROWS),
      ]),
    );
    points = Float32Array.from(paths.flat(2));
    starts = Uint32Array.from({ length: units }, (_, unit) => unit * ROWS);
    overlay = new MapLibreOverlay({ layers: [] });
    map.addControl(overlay);
    await showDeck(0);
  },
  async round() {
    count++;
    if (overlay !== null) return showDeck(count);
    const source = map.getSource('units');
    if (!(source instanceof GeoJSONSource)) throw new Error('The source is not there');
    const shown = new Promise((resolve) => void map.once('idle', resolve));
    source.setData(features(count));
    await shown;
    return undefined;
  },
};
