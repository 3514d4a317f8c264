import { describe, expect, it } from 'vitest';
import { IGNITION, MOTION } from '../../../domain/telemetry/index.ts';
import { INSTANCE_FLAGS, type UnitFix } from '../../../streams/pipeline/fleetColumns.ts';
import { FakeFleet } from '../../testing/fakeFleet.ts';
import { CROWDS, DensityGrid, NEIGHBOURS, type GridView } from './densityGrid.ts';
import { InstanceReader } from './instances.ts';

const EUROPE: GridView = { west: -20, east: 40, south: 30, north: 65, zoom: 4 };
const fix = (longitude: number, latitude: number, changes: Partial<UnitFix> = {}): UnitFix => ({
  longitude,
  latitude,
  time: 0,
  speed: 60,
  course: 90,
  motion: MOTION.parked,
  ignition: IGNITION.on,
  late: false,
  idleSince: 0,
  ...changes,
});

function fleetAt(places: readonly UnitFix[]): FakeFleet {
  const fleet = new FakeFleet(places.length + 40, 0);
  places.forEach((place, index) => fleet.segment(fleet.ensure(index + 1), place, null));
  return fleet;
}

function gridOf(fleet: FakeFleet, clock = 0, view = EUROPE, grid = new DensityGrid()): DensityGrid {
  grid.rebuild(new InstanceReader().attach(fleet), clock, view);
  return grid;
}

const crowd = (count: number, longitude: number, latitude: number, changes: Partial<UnitFix> = {}) =>
  Array.from({ length: count }, (_, index) => fix(longitude + index * 0.001, latitude, changes));

describe('the density grid', () => {
  it('bundles crowded cells with their count, their movers and their middle, and leaves lone units alone', () => {
    const fleet = fleetAt([...crowd(20, 10, 50), ...crowd(10, 10, 50, { motion: MOTION.moving }), fix(-3, 40)]);
    const grid = gridOf(fleet);
    const bubbles = grid.bubbles(EUROPE.zoom);
    expect(bubbles).toHaveLength(1);
    expect(bubbles[0]).toMatchObject({ count: 30, moving: 10 });
    expect(bubbles[0]?.longitude).toBeCloseTo(10.008, 1);
    expect(bubbles[0]?.latitude).toBeCloseTo(50, 1);
    expect(grid.isBundled(10.01, 50)).toBe(true);
    expect(grid.isBundled(-3, 40)).toBe(false);
  });

  it('loses nobody: all units in view are in a bundle or alone', () => {
    const places = Array.from({ length: 3_000 }, (_, index) =>
      fix(-19 + ((index * 7_919) % 58_000) / 1_000, 31 + ((index * 104_729) % 33_000) / 1_000),
    );
    const grid = gridOf(fleetAt(places));
    const alone = places.filter(({ longitude, latitude }) => !grid.isBundled(longitude, latitude)).length;
    expect(grid.bubbles(4).reduce((sum, { count }) => sum + count, alone)).toBe(3_000);
  });

  it('counts units where they are drawn now, not where they were heard', () => {
    const fleet = new FakeFleet(40, 0);
    crowd(20, 0, 50).forEach((place, index) =>
      fleet.segment(fleet.ensure(index + 1), place, { ...place, longitude: 30, time: 100_000 }),
    );
    expect(gridOf(fleet, 0).isBundled(0.01, 50)).toBe(true);
    const later = gridOf(fleet, 50);
    expect(later.isBundled(0.01, 50)).toBe(false);
    expect(later.bubbles(4)[0]?.longitude).toBeCloseTo(15, 0);
  });

  it('leaves out hidden units', () => {
    const fleet = fleetAt(crowd(20, 10, 50));
    for (let slot = 0; slot < 10; slot++) fleet.setFlag(slot, INSTANCE_FLAGS.hidden, true);
    expect(gridOf(fleet).bubbles(4)).toEqual([]);
  });

  it('keeps a bundle while a few of it leave, so that nothing flickers at the border', () => {
    const fleet = fleetAt(crowd(CROWDS.from, 10, 50));
    const grid = gridOf(fleet);
    fleet.setFlag(0, INSTANCE_FLAGS.hidden, true);
    expect(gridOf(fleet, 0, { ...EUROPE, west: -30 }, grid).bubbles(4)[0]?.count).toBe(CROWDS.from - 1);
    expect(gridOf(fleet).bubbles(4)).toEqual([]);
    for (let slot = 1; slot < 4; slot++) fleet.setFlag(slot, INSTANCE_FLAGS.hidden, true);
    expect(gridOf(fleet, 0, EUROPE, grid).bubbles(4)).toEqual([]);
  });

  it('does not regroup when the map is moved', () => {
    const places = Array.from({ length: 800 }, (_, index) =>
      fix(5 + ((index * 7_919) % 9_000) / 1_000, 45 + ((index * 104_729) % 9_000) / 1_000),
    );
    const here = gridOf(fleetAt(places)).bubbles(4);
    expect(here.length).toBeGreaterThan(3);
    expect(gridOf(fleetAt(places), 0, { ...EUROPE, west: -27.3, north: 61.2 }).bubbles(4)).toEqual(here);
  });

  it('bundles across the date line', () => {
    const fleet = fleetAt([...crowd(20, 179.5, 10), ...crowd(20, -179.5, 10)]);
    const bubbles = gridOf(fleet, 0, { west: 170, east: 190, south: 0, north: 20, zoom: 5 }).bubbles(5);
    expect(bubbles.map(({ count }) => count)).toEqual([20, 20]);
    expect(bubbles.map(({ longitude }) => Math.sign(longitude)).toSorted()).toEqual([-1, 1]);
  });

  it('keeps bubbles apart', () => {
    const places = Array.from({ length: 5_000 }, (_, index) =>
      fix(((index * 7_919) % 10_000) / 1_000, 45 + ((index * 104_729) % 8_000) / 1_000),
    );
    const zoom = 6.4;
    const bubbles = gridOf(fleetAt(places), 0, { west: -1, east: 11, south: 44, north: 54, zoom }).bubbles(zoom);
    const scale = (512 * 2 ** zoom) / 360;
    const y = (latitude: number) => (-Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) * 180) / Math.PI;
    const closest = bubbles.flatMap((a, index) =>
      bubbles
        .slice(index + 1)
        .map(
          (b) =>
            Math.hypot((a.longitude - b.longitude) * scale, (y(a.latitude) - y(b.latitude)) * scale) -
            a.radius -
            b.radius,
        ),
    );
    expect(bubbles.length).toBeGreaterThan(20);
    expect(Math.min(...closest)).toBeGreaterThanOrEqual(0);
  });

  it('bundles nothing once it is cleared', () => {
    const grid = gridOf(fleetAt(crowd(20, 10, 50)));
    expect(grid.clear()).toBe(true);
    expect(grid.clear()).toBe(false);
    expect(grid.isBundled(10.01, 50)).toBe(false);
    expect(grid.bubbles(4)).toEqual([]);
  });

  it('counts who idles for too long, from the minute when it does, and not once it is silent', () => {
    const idling = { motion: MOTION.idling, time: 400_000, idleSince: 0.5 };
    const fleet = fleetAt([...crowd(20, 10, 50, { time: 400_000 }), ...crowd(3, 10, 50, idling)]);
    const counted = (clock: number): number | undefined => gridOf(fleet, clock).bubbles(4)[0]?.idlingLong;
    expect([400, 590, 640, 701].map(counted)).toEqual([0, 0, 3, 0]);
  });

  it('counts who is silent for too long and who has no fix, each by its own', () => {
    const hour = 3_600_000;
    const fleet = fleetAt([
      ...crowd(18, 10, 50, { motion: MOTION.moving, time: hour }),
      ...crowd(2, 10, 50, { motion: MOTION.moving }),
      ...crowd(3, 10, 50, { motion: MOTION.noFix, time: hour }),
      fix(10, 50, { motion: MOTION.parked, time: hour / 2 }),
    ]);
    expect(gridOf(fleet, 3_600).bubbles(4)[0]).toMatchObject({ count: 24, silent: 2, noFix: 3 });
  });
});

describe('the grid of a fleet that can be looked at one by one', () => {
  const zoom = 8;
  const NEAR: GridView = { west: 9, east: 11, south: 49, north: 51, zoom };
  const degrees = (pixels: number) => (pixels * 360) / (512 * 2 ** zoom);
  const pair = (at: number, apart: number) => [fix(at, 50), fix(at + degrees(apart), 50)];
  const near = (places: readonly UnitFix[], view = NEAR): DensityGrid => {
    const grid = new DensityGrid();
    grid.rebuild(new InstanceReader().attach(fleetAt(places)), 0, view, NEIGHBOURS);
    return grid;
  };

  it('puts two units together that are nearer than 40 pixels, wherever the borders of cells lie, and no others', () => {
    for (let step = 0; step < 40; step++) {
      const at = 9.9 + degrees(step * 1.7);
      expect(
        near(pair(at, 20))
          .bubbles(zoom)
          .map(({ count }) => count),
        `20 px, step ${step}`,
      ).toEqual([2]);
      expect(near(pair(at, 78)).bubbles(zoom), `78 px, step ${step}`).toEqual([]);
    }
  });

  it('loses nobody, keeps bubbles further apart than their discs, and groups the same wherever the map is', () => {
    const places = Array.from({ length: 148 }, (_, index) =>
      fix(9.2 + ((index * 7_919) % 1_600) / 1_000, 49.3 + ((index * 104_729) % 1_400) / 1_000),
    );
    const grid = near(places);
    const bubbles = grid.bubbles(zoom);
    const alone = places.filter(({ longitude, latitude }) => !grid.isBundled(longitude, latitude)).length;
    expect(bubbles.reduce((sum, { count }) => sum + count, alone)).toBe(148);
    expect(bubbles.length).toBeGreaterThan(10);
    expect(near(places, { ...NEAR, west: 8.7, north: 51.4 }).bubbles(zoom)).toEqual(bubbles);
  });

  it('knows the units of a bubble', () => {
    const grid = near([...pair(10, 20), fix(10.9, 49.5)]);
    const [bubble] = grid.bubbles(zoom);
    if (!bubble) throw new Error('There is no bubble.');
    expect(grid.members(bubble, 3)).toEqual([0, 1]);
  });
});
