import {
  AttributionControl,
  Map as MapLibreMap,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
  type StyleSpecification,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import { mapLocale } from './camera.ts';
import { css } from './color.ts';
import type { FleetMapOptions } from './fleetMapTypes.ts';
import './map.css';
import type { MapPalette } from './palette.ts';

let prepared = false;

/** MapLibre's worker as a file of its own: a strict content security policy allows no blobs. */
function prepareOnce(): void {
  if (prepared) return;
  prepared = true;
  setWorkerUrl(workerUrl);
}

/** False where the browser cannot draw with WebGL 2. */
export function hasWebGl(): boolean {
  const probe = document.createElement('canvas').getContext('webgl2');
  probe?.getExtension('WEBGL_lose_context')?.loseContext();
  return probe !== null;
}

/** What the ground needs of a map's options. */
type BaseMapOptions = Pick<FleetMapOptions, 'container' | 'camera' | 'texts' | 'units' | 'reducedMotion'>;

/** The ground with its controls, in the container. */
export function createBaseMap(
  { container, camera, texts, units = 'metric', reducedMotion = false }: BaseMapOptions,
  style: StyleSpecification,
): MapLibreMap {
  prepareOnce();
  const map = new MapLibreMap({
    container,
    style,
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
    // Shift and drag chooses units (`boxSelect`).
    boxZoom: false,
    canvasContextAttributes: { antialias: false, preserveDrawingBuffer: false },
  });
  map.addControl(new AttributionControl({}), 'bottom-right');
  map.addControl(new NavigationControl({ showCompass: true, visualizePitch: false }), 'bottom-right');
  map.addControl(new ScaleControl({ unit: units, maxWidth: 96 }), 'bottom-left');
  return map;
}

/** The controls follow the theme by the variables of `map.css`. */
export function paintControls(map: MapLibreMap, palette: MapPalette): void {
  const container = map.getContainer();
  const { style } = container;
  style.setProperty('--map-ground', css(palette.land));
  style.setProperty('--map-control', css(palette.controlSurface));
  style.setProperty('--map-control-text', css(palette.controlText));
  style.setProperty('--map-control-border', css(palette.controlBorder));
  style.setProperty('--map-focus', css(palette.selection));
  container.dataset['mapSkin'] = palette.skin;
}
