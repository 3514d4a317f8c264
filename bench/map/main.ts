/**
 * The map alone with a synthetic fleet: `?units=10000&zoom=6&skin=dark&labels=1&trails=fleet&play=1`.
 * Scripts drive it through `window.bench` (see `scenario.ts` for the fleet).
 */
import '@fontsource-variable/inter';
import '@fontsource-variable/vazirmatn';
import { createFleetMap, type FleetMap, type TrailMode } from '../../src/map/index.ts';
import type { FakeFleet } from '../../src/map/testing/fakeFleet.ts';
import { themeColors, type Skin } from '../../src/ui/tokens/index.ts';
import { createScenario, EPOCH, moveAll, nameOf } from './scenario.ts';

declare global {
  interface Window {
    bench: { map: FleetMap; fleet: FakeFleet; at(seconds: number): void; report(count: number): number; frames(count: number): Promise<number>; skin(skin: Skin): void };
  }
}

const query = new URLSearchParams(location.search);
const number = (name: string, fallback: number) => Number(query.get(name) ?? fallback);
const units = number('units', 200);
const fleet = createScenario(units, query.get('area') ?? 'europe');
const texts = {
  map: 'Map', zoomIn: 'Zoom in', zoomOut: 'Zoom out', resetBearing: 'Reset to north', attribution: 'Sources',
  metres: 'm', kilometres: 'km', feet: 'ft', miles: 'mi',
};
const made = createFleetMap({
  container: document.getElementById('map') ?? document.body,
  services: { pmtiles: false, services: [] },
  baseLayer: 'world',
  origin: location.origin,
  colors: themeColors((query.get('skin') ?? 'light') as Skin),
  camera: { longitude: number('lon', 11), latitude: number('lat', 49), zoom: number('zoom', 5), bearing: number('bearing', 0) },
  texts,
  language: query.get('language') ?? 'en',
  drawLimit: number('limit', Number.POSITIVE_INFINITY),
});
if (!made.ok) throw new Error(made.error.code);
const map = made.value;
map.setNames(nameOf);
map.setLabels(query.get('labels') !== '0');
map.setTrails((query.get('trails') ?? 'off') as TrailMode);

let clock = 0;
const at = (seconds: number) => {
  clock = seconds;
  map.render(fleet.frame(EPOCH + seconds * 1_000));
};
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

window.bench = {
  map,
  fleet,
  at,
  /** Reports of `count` units spread over the fleet; gives ms of applying and uploading. */
  report(count) {
    moveAll(fleet, count, EPOCH + clock * 1_000);
    const frame = fleet.frame(EPOCH + clock * 1_000);
    const start = performance.now();
    map.render(frame);
    return performance.now() - start;
  },
  /** Plays `count` animation frames; gives ms of page code a frame. */
  async frames(count) {
    let spent = 0;
    for (let i = 0; i < count; i++) {
      await nextFrame();
      const start = performance.now();
      at(clock + 0.016);
      spent += performance.now() - start;
    }
    return spent / count;
  },
  skin(skin) {
    map.setColors(themeColors(skin));
  },
};
at(0);
if (query.get('play') === '1') {
  const play = () => {
    at(clock + 0.016);
    requestAnimationFrame(play);
  };
  requestAnimationFrame(play);
}
