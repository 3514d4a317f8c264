/**
 * The product's map with its own fleet: `?units=100000&limit=2000`. Reports are folded beforehand
 * as the live worker does it; what is measured is the page's part.
 */
import '@fontsource-variable/inter';
import { createFleetMap } from '../../src/map/index.ts';
import { createFleet, type ByteRange } from '../../src/streams/pipeline/index.ts';
import { RowReceiver, takeRows, viewRows, type RowBatch } from '../../src/streams/pipeline/fleetRows.ts';
import { LiveFold } from '../../src/streams/sources/live/liveFold.ts';
import { themeColors } from '../../src/ui/tokens/index.ts';
import { median } from '../support/median.ts';
import { EPOCH, frameOf, nextAnimationFrame, timeOf, zonesOf } from './world.ts';

export interface OursBench {
  /** Folds `rounds` reports of `count` units, as the worker does, and keeps them for {@link report}. */
  prepare(count: number, rounds: number): void;
  /** Takes the prepared reports, one an animation frame. */
  report(): Promise<void>;
  /** Plays animation frames; answers ms of our own code a frame. */
  frames(count: number): Promise<number>;
  /** Lets so many points be added to the trails of all units, one an animation frame. */
  trails(points: number): Promise<void>;
  /** Gives the map so many zones, and waits until they are drawn; answers the milliseconds. */
  zones(count: number): Promise<number>;
  showZones(isShown: boolean): void;
  /** Animation frames in which nothing is asked for. */
  rest(count: number): Promise<void>;
}

declare global {
  interface Window {
    ours: OursBench;
  }
}

/** Timeline and real milliseconds between two points of a trail: the map looks after them a few times a second. */
const TRAIL_STEP = 5_000;
let lookedAt = 0;
/** Groups that frames are measured by. */
const GROUPS = 10;

const query = new URLSearchParams(location.search);
const units = Number(query.get('units') ?? 1_000);
const made = createFleetMap({
  container: document.getElementById('page') ?? document.body,
  services: { streets: null, services: [] },
  baseLayer: 'world',
  origin: location.origin,
  colors: themeColors('light'),
  camera: { longitude: 0, latitude: 20, zoom: 1, bearing: 0 },
  texts: {
    map: 'Map',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    resetBearing: 'Reset to north',
    attribution: 'Sources',
    metres: 'm',
    kilometres: 'km',
    feet: 'ft',
    miles: 'mi',
  },
  language: 'en',
  trailPoints: Number(query.get('points') ?? 60),
  drawLimit: Number(query.get('limit') ?? Number.POSITIVE_INFINITY),
  everyFrame: true,
  // A clock of the page's own, so that the map looks after trails when it is asked to.
  monotonic: () => lookedAt,
});
if (!made.ok) throw new Error(made.error.code);
const map = made.value;
map.setLabels(false);
map.setTrails('off');
map.setDensity(false);

const fleet = createFleet({ capacity: units, epoch: EPOCH });
const receiver = new RowReceiver(fleet);
const fold = new LiveFold(EPOCH);
fold.begin({ epoch: 'bench', sequence: 0, resumed: false, serverTime: EPOCH });
const ranges: ByteRange[] = [];
let prepared: RowBatch[] = [];
let round = 0;
let clock = EPOCH;

function folded(step: number): RowBatch {
  fold.fold(frameOf(units, step, round, round === 0 ? 'snapshot' : 'changes'), timeOf(round));
  round++;
  const batch = takeRows(fold.fleet);
  if (batch === null) throw new Error('Nothing changed');
  return batch;
}

function draw(instant: number): void {
  clock = instant;
  map.render({ instant, mode: 'live', fleet, ranges: fleet.takeRanges(ranges), moving: true });
}

window.ours = {
  prepare(count, rounds) {
    prepared = Array.from({ length: rounds }, () => folded(Math.floor(units / count)));
  },
  async report() {
    for (const batch of prepared) {
      await nextAnimationFrame();
      receiver.apply(viewRows(batch));
      draw(clock + 16);
    }
    await nextAnimationFrame();
  },
  async frames(count) {
    // By groups, of which the median counts: the page's clock is too coarse for one frame, and a mean of all has in it
    // the times at which another program had the processor.
    const costs: number[] = [];
    for (let group = 0; group < GROUPS; group++) {
      let spent = 0;
      for (let frame = 0; frame < count / GROUPS; frame++) {
        await nextAnimationFrame();
        const start = performance.now();
        draw(clock + 16);
        spent += performance.now() - start;
      }
      costs.push((spent * GROUPS) / count);
    }
    return median(costs);
  },
  async trails(points) {
    map.setTrails('fleet');
    for (let point = 0; point < points; point++) {
      await nextAnimationFrame();
      lookedAt += TRAIL_STEP;
      draw(clock + TRAIL_STEP);
    }
    await nextAnimationFrame();
  },
  async zones(count) {
    const start = performance.now();
    map.setZones(zonesOf(count));
    const { innerWidth, innerHeight } = window;
    while (map.zonesAt(innerWidth / 2, innerHeight / 2).length === 0) await nextAnimationFrame();
    return performance.now() - start;
  },
  showZones: (isShown) => map.showZones(isShown),
  async rest(count) {
    for (let frame = 0; frame < count; frame++) await nextAnimationFrame();
  },
};
// Two rounds, so that every unit is on its way.
for (let first = 0; first < 2; first++) receiver.apply(viewRows(folded(1)));
draw(timeOf(1));
