/** The same units the usual ways: a GeoJSON source set whole, or deck.gl with a list and accessors. */
import 'maplibre-gl/dist/maplibre-gl.css';
import { MapLibreOverlay } from '@deck.gl/maplibre';
import { PathLayer, ScatterplotLayer } from '@deck.gl/layers';
import type { FeatureCollection, Point } from 'geojson';
import { GeoJSONSource, Map as MapLibreMap, setWorkerUrl, type LayerSpecification } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { courseOf, latitudeOf, longitudeOf, nextAnimationFrame, timeOf } from './world.ts';

export type UsualWay = 'geojson' | 'named' | 'deck' | 'paths';

export interface UsualBench {
  /** Shows `units` units and is ready for rounds. */
  start(way: UsualWay, units: number): Promise<void>;
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

const ROWS = 60;

setWorkerUrl(workerUrl);
const map = new MapLibreMap({ container: 'map', style: { version: 8, sources: {}, layers: [] }, center: [0, 20], zoom: 1, attributionControl: false });
const loaded = new Promise<void>((resolve) => void map.once('load', () => resolve()));
let way: UsualWay = 'geojson';
let units = 0;
let count = 0;
let overlay: MapLibreOverlay | null = null;
let paths: [number, number][][] = [];

function features(round: number): FeatureCollection<Point> {
  const named = way === 'named';
  return {
    type: 'FeatureCollection',
    features: Array.from({ length: units }, (_, unit) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitudeOf(unit, round), latitudeOf(unit, round)] },
      properties: named
        ? { id: unit + 1, deviceId: unit + 1, name: `Truck ${unit + 1}`, fixTime: new Date(timeOf(round) + unit).toLocaleString(), category: 'truck', color: 'success', rotation: courseOf(unit, round), direction: true }
        : { course: courseOf(unit, round) },
    })),
  };
}

function addLayers(): void {
  const arrow = new Uint8Array(16 * 16 * 4).fill(255);
  map.addImage('arrow', { width: 16, height: 16, data: arrow });
  map.addSource('units', { type: 'geojson', data: features(0), ...(way === 'named' ? { cluster: true, clusterMaxZoom: 14, clusterRadius: 50 } : {}) });
  const single: LayerSpecification = {
    id: 'units', type: 'symbol', source: 'units',
    layout: { 'icon-image': 'arrow', 'icon-allow-overlap': true, 'icon-rotate': ['get', way === 'named' ? 'rotation' : 'course'], 'icon-rotation-alignment': 'map' },
  };
  if (way !== 'named') {
    map.addLayer(single);
    return;
  }
  const text = { 'text-allow-overlap': true, 'text-size': 12, 'text-offset': [0, -1.5] as [number, number] };
  map.addLayer({ ...single, filter: ['!has', 'point_count'], layout: { ...single.layout, ...text, 'text-field': ['concat', ['get', 'name'], ' ', ['get', 'fixTime']] } });
  map.addLayer({ id: 'clusters', type: 'symbol', source: 'units', filter: ['has', 'point_count'], layout: { 'icon-image': 'arrow', 'text-field': '{point_count_abbreviated}', ...text } });
}

function dots(round: number): Dot[] {
  return Array.from({ length: units }, (_, unit) => ({ position: [longitudeOf(unit, round), latitudeOf(unit, round)], color: [10, 109, 203] }));
}

async function showDeck(round: number): Promise<void> {
  if (way === 'deck') {
    const layer = new ScatterplotLayer<Dot>({ id: 'units', data: dots(round), getPosition: (dot) => dot.position, getFillColor: (dot) => dot.color, getRadius: 4, radiusUnits: 'pixels' });
    overlay?.setProps({ layers: [layer] });
  } else {
    paths = paths.map((path, unit) => [...path.slice(1), [longitudeOf(unit, round), latitudeOf(unit, round)]]);
    const layer = new PathLayer<[number, number][]>({ id: 'trails', data: paths, getPath: (path) => path, getColor: [10, 109, 203], getWidth: 2, widthUnits: 'pixels' });
    overlay?.setProps({ layers: [layer] });
  }
  await nextAnimationFrame();
  await nextAnimationFrame();
}

window.usual = {
  async start(asked, wanted) {
    await loaded;
    [way, units] = [asked, wanted];
    if (way === 'geojson' || way === 'named') {
      addLayers();
      await new Promise((resolve) => void map.once('idle', resolve));
      return;
    }
    paths = Array.from({ length: units }, (_, unit) => Array.from({ length: ROWS }, (_point, row): [number, number] => [longitudeOf(unit, row - ROWS), latitudeOf(unit, row - ROWS)]));
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
