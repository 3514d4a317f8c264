import { describe, expect, it } from 'vitest';
import { IGNITION, MOTION } from '../domain/telemetry/index.ts';
import type { UnitFix } from '../streams/pipeline/fleetColumns.ts';
import type { ScreenView } from './layers/shared/context.ts';
import { DensityGrid, type GridView } from './layers/shared/densityGrid.ts';
import { DrawList } from './layers/shared/drawList.ts';
import { InstanceReader } from './layers/shared/instances.ts';
import { boundsOf, pickUnit } from './pick.ts';
import { FakeFleet } from './testing/fakeFleet.ts';

const ALPS: GridView = { west: 8, east: 12, south: 46, north: 48, zoom: 8 };
/** 100 px a degree. */
const SCREEN: ScreenView = {
  ...ALPS,
  width: 400,
  height: 200,
  project(longitude, latitude, out) {
    out[0] = (longitude - 8) * 100;
    out[1] = (48 - latitude) * 100;
  },
};
const fix = (longitude: number, latitude: number): UnitFix => ({
  longitude,
  latitude,
  time: 0,
  speed: 60,
  course: 0,
  motion: MOTION.moving,
  ignition: IGNITION.on,
  late: false,
  idleSince: 0,
});

/** Units that were put by hand at these places, and so many elsewhere that a draw list is worth while. */
function fleetOf(places: readonly (readonly [longitude: number, latitude: number])[]): FakeFleet {
  const fleet = new FakeFleet(1_100, 0);
  fleet.showHandPlaces(true);
  for (const [index, [longitude, latitude]] of places.entries())
    fleet.setHandPlace(fleet.ensure(index + 1), { longitude, latitude });
  for (let unit = 0; unit < 1_000; unit++) fleet.segment(fleet.ensure(2_000 + unit), fix(100, -30), null);
  return fleet;
}

describe('units that were put by hand and have not reported', () => {
  it('are drawn, found under the pointer and brought into view where they were put', () => {
    const fleet = fleetOf([
      [9, 47],
      [11, 46.5],
    ]);
    const list = new DrawList(() => undefined);
    list.rebuild(new InstanceReader().attach(fleet), fleet, { now: 0, wall: 0 }, ALPS, new DensityGrid());
    expect([...list.slots.subarray(0, list.count)]).toEqual([0, 1]);
    expect(pickUnit(fleet, 0, SCREEN, 102, 98, 8)).toBe(0);
    expect(pickUnit(fleet, 0, SCREEN, 200, 100, 8)).toBe(-1);
    expect(boundsOf(fleet, 0, [0, 1])).toEqual({ west: 9, south: 46.5, east: 11, north: 47 });
  });

  it('are part of bubbles, and not of those who move', () => {
    const fleet = fleetOf(Array.from({ length: 20 }, (_, index) => [9.5 + index * 1e-4, 47] as const));
    fleet.segment(fleet.ensure(5_000), fix(9.501, 47), null);
    const bundles = new DensityGrid();
    bundles.rebuild(new InstanceReader().attach(fleet), 0, ALPS);
    expect(bundles.bubbles(ALPS.zoom)).toMatchObject([{ count: 21, moving: 1 }]);
    const list = new DrawList(() => undefined);
    list.rebuild(new InstanceReader().attach(fleet), fleet, { now: 0, wall: 0 }, ALPS, bundles);
    expect(list.count).toBe(0);
  });

  it('are nowhere in the past: neither drawn, nor found, nor brought into view', () => {
    const fleet = fleetOf([[9, 47]]);
    fleet.showHandPlaces(false);
    const list = new DrawList(() => undefined);
    list.rebuild(new InstanceReader().attach(fleet), fleet, { now: 0, wall: 0 }, ALPS, new DensityGrid());
    expect(list.count).toBe(0);
    expect(pickUnit(fleet, 0, SCREEN, 100, 100, 8)).toBe(-1);
    expect(boundsOf(fleet, 0, [0])).toBeNull();
  });
});
