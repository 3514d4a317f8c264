/**
 * The product's map with a fleet of its own, `?units=2000`: reports come each second, frames as the pipeline gives
 * them. There is no base map, so that every pixel that is not ground was drawn for the fleet.
 */
import '@fontsource-variable/inter';
import '@fontsource-variable/vazirmatn';
import { createFleetMap, type FleetMap, type MapCamera } from '../../../src/map/index.ts';
import { IGNITION, MOTION } from '../../../src/domain/telemetry/index.ts';
import type { ByteRange } from '../../../src/streams/pipeline/index.ts';
import { themeColors, type Skin } from '../../../src/ui/tokens/index.ts';
import { CITIES, CityFleet } from './fleet.ts';

interface MapPage {
  /** To the largest city. */
  moveToCity(zoom: number): void;
  /** Back to where all cities are in view. */
  moveOut(): void;
  setSkin(skin: Skin): void;
  /** Makes the map again, as the product does for another language. */
  setLanguage(language: string): void;
  /** Takes the graphics contexts away, and gives the base map's back as browsers do. */
  loseContexts(): Promise<void>;
  /** Puts a unit beside the fleet by hand, and shows the map of there. */
  putByHand(place: { readonly longitude: number; readonly latitude: number }, zoom: number): void;
  /** The same unit reports from a place, driving north. */
  reportFrom(place: { readonly longitude: number; readonly latitude: number }): void;
  pixelOf(place: { readonly longitude: number; readonly latitude: number }): { readonly x: number; readonly y: number };
  /** Units that are named on the map. */
  names(): number;
  /** Pixels of the cities. */
  cities(): { readonly x: number; readonly y: number }[];
  /** What went wrong while drawing. */
  problems(): string[];
}

declare global {
  interface Window {
    mapPage: MapPage;
  }
}

const query = new URLSearchParams(location.search);
const cityFleet = new CityFleet(Number(query.get('units') ?? 600), Date.now());
const { fleet } = cityFleet;
const problems: string[] = [];
const texts = {
  map: 'Map',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  resetBearing: 'Reset to north',
  attribution: 'Sources',
  metres: 'm',
  kilometres: 'km',
  feet: 'ft',
  miles: 'mi',
};
let skin: Skin = 'light';
const WIDE: MapCamera = { longitude: 22, latitude: 44, zoom: 3 };
let camera = WIDE;
/** Id of a unit that is none of the cities'. */
const PUT_BY_HAND = 1_000_000;

function make(language: string): FleetMap {
  const made = createFleetMap({
    container: document.getElementById('page') ?? document.body,
    services: { streets: null, services: [] },
    baseLayer: 'world',
    origin: location.origin,
    colors: themeColors(skin),
    camera,
    texts,
    language,
    onCamera: (next) => (camera = next),
    onProblem: ({ message }) => problems.push(message),
  });
  if (!made.ok) throw new Error(made.error.code);
  made.value.setNames((unitId) => `Unit ${unitId}`);
  return made.value;
}

let map = make('en');
const ranges: ByteRange[] = [];
function frame(): void {
  const changed = fleet.takeRanges(ranges);
  map.render({ instant: Date.now(), mode: 'live', fleet, ranges: changed, moving: true });
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
setInterval(() => cityFleet.report(Date.now()), 1_000);

async function loseContexts(): Promise<void> {
  const canvases = [...document.querySelectorAll('canvas')];
  const extensions = canvases.map((canvas) => canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context') ?? null);
  const lost = Promise.all(
    canvases.map(
      (canvas) => new Promise((resolve) => canvas.addEventListener('webglcontextlost', resolve, { once: true })),
    ),
  );
  for (const extension of extensions) extension?.loseContext();
  await lost;
  // Only once the event is over may a context be given back.
  setTimeout(
    () => extensions.forEach((extension, index) => canvases[index]?.isConnected && extension?.restoreContext()),
    50,
  );
}

window.mapPage = {
  moveToCity: (zoom) => map.moveTo({ ...CITIES[CITIES.length - 1], zoom }),
  moveOut: () => map.moveTo(WIDE),
  setSkin(next) {
    skin = next;
    map.setColors(themeColors(next));
  },
  setLanguage(language) {
    map.destroy();
    map = make(language);
  },
  loseContexts,
  putByHand(place, zoom) {
    fleet.showHandPlaces(true);
    fleet.setHandPlace(fleet.ensure(PUT_BY_HAND), place);
    map.setLabels(false);
    map.moveTo({ ...place, zoom });
  },
  reportFrom(place) {
    const now = Date.now();
    fleet.report(
      fleet.ensure(PUT_BY_HAND),
      {
        ...place,
        time: now,
        speed: 60,
        course: 0,
        motion: MOTION.moving,
        ignition: IGNITION.on,
        late: false,
        idleSince: 0,
      },
      now,
      10,
    );
  },
  pixelOf: ({ longitude, latitude }) => map.pixelOf(longitude, latitude),
  names: () => map.statistics().labels,
  cities: () => CITIES.map(({ longitude, latitude }) => map.pixelOf(longitude, latitude)),
  problems: () => problems,
};
document.documentElement.dataset.page = 'map';
