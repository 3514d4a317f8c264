import { describe, expect, it, vi } from 'vitest';
import { INSTANCE_FLAGS, type UnitFix } from '../../../streams/pipeline/fleetColumns.ts';
import { FakeFleet, parkedAt } from '../../testing/fakeFleet.ts';
import { DensityGrid, type GridView } from './densityGrid.ts';
import { DrawList } from './drawList.ts';
import { InstanceReader } from './instances.ts';

const nothing = (): void => undefined;
const ALPS: GridView = { west: 8, east: 12, south: 46, north: 48, zoom: 8 };

/** The places, and so many units elsewhere that a list is worth while. */
function fleetAt(places: readonly UnitFix[]): FakeFleet {
  const elsewhere = Array.from({ length: 1_000 }, () => parkedAt(100, -30));
  const fleet = new FakeFleet(places.length + elsewhere.length, 0);
  [...places, ...elsewhere].forEach((place, index) => fleet.segment(fleet.ensure(index + 1), place, null));
  return fleet;
}

function listOf(
  fleet: FakeFleet,
  { view = ALPS, now = 0, wall = 0, list = new DrawList(nothing), bundles = new DensityGrid() } = {},
): DrawList {
  list.rebuild(new InstanceReader().attach(fleet), fleet, { now, wall }, view, bundles);
  return list;
}
const listed = ({ slots, count }: DrawList): number[] => [...slots.subarray(0, count)];

describe('the units that are drawn', () => {
  it('ask for a picture when one came into view or the last one left, as no frame of the fleet may follow', () => {
    const changed = vi.fn();
    const fleet = fleetAt([parkedAt(9, 47)]);
    fleet.setFlag(0, INSTANCE_FLAGS.hidden, true);
    const list = new DrawList(changed);
    listOf(fleet, { list });
    expect(changed).not.toHaveBeenCalled();
    fleet.setFlag(0, INSTANCE_FLAGS.hidden, false);
    listOf(fleet, { list });
    expect(changed).toHaveBeenCalledTimes(1);
    fleet.setFlag(0, INSTANCE_FLAGS.hidden, true);
    listOf(fleet, { list });
    expect(changed).toHaveBeenCalledTimes(2);
    listOf(fleet, { list });
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it('are those on the screen and a little around it, on whatever turn of the world', () => {
    const fleet = fleetAt([parkedAt(9, 47), parkedAt(12.9, 48.4), parkedAt(14, 47), parkedAt(10, 49)]);
    expect(listed(listOf(fleet))).toEqual([0, 1]);
    const pacific = listOf(fleetAt([parkedAt(179.5, 10), parkedAt(-179.5, 10), parkedAt(0, 10)]), {
      view: { west: 178, east: 182, south: 5, north: 15, zoom: 5 },
    });
    expect(listed(pacific)).toEqual([0, 1]);
  });

  it('are none that are hidden, and none in a bubble but those that are chosen', () => {
    const fleet = fleetAt([
      ...Array.from({ length: 30 }, (_, index) => parkedAt(9 + index * 1e-4, 47)),
      parkedAt(11.5, 46.5),
      parkedAt(11.5, 47.5),
    ]);
    fleet.setFlag(3, INSTANCE_FLAGS.selected, true);
    fleet.setFlag(31, INSTANCE_FLAGS.hidden, true);
    const bundles = new DensityGrid();
    bundles.rebuild(new InstanceReader().attach(fleet), 0, ALPS);
    expect(listed(listOf(fleet, { bundles }))).toEqual([3, 30]);
    bundles.clear();
    expect(listOf(fleet, { bundles }).count).toBe(31);
  });

  it('are as many more as units may drive in until it is looked again: the faster the replay, the more', () => {
    // 70 m/s for three quarters of a second at a thousand times the speed: half a degree.
    const fleet = fleetAt([parkedAt(10, 48.8)]);
    const list = listOf(fleet);
    expect(list.count).toBe(0);
    expect(listOf(fleet, { list, now: 250, wall: 0.25 }).count).toBe(1);
    expect(listOf(fleet, { list, now: 250, wall: 0.26 }).count).toBe(1);
    expect(listOf(fleet, { list, now: 250.25, wall: 0.51 }).count).toBe(0);
  });

  it('are all, where the camera, the time or the fleet has left what was looked at', () => {
    const fleet = fleetAt([parkedAt(9, 47)]);
    const list = listOf(fleet);
    expect(list.isGood(0.5, fleet)).toBe(true);
    expect(list.isGood(2, fleet)).toBe(false);
    expect(list.isGood(-2, fleet)).toBe(false);
    expect(list.isGood(0, { count: fleet.count + 1, generation: fleet.generation })).toBe(false);
    expect(list.isGood(0, { count: fleet.count, generation: fleet.generation + 1 })).toBe(false);
    list.look({ ...ALPS, west: 8.9, east: 12.9 });
    expect(list.isGood(0, fleet)).toBe(true);
    list.look({ ...ALPS, west: 9.2, east: 13.2 });
    expect(list.isGood(0, fleet)).toBe(false);
    list.look({ ...ALPS, west: ALPS.west + 360, east: ALPS.east + 360 });
    expect(list.isGood(0, fleet)).toBe(true);
  });

  it('are all, where most are on the screen: that is looked at again when the camera moves, or later', () => {
    const fleet = fleetAt([parkedAt(9, 47)]);
    const south: GridView = { west: 98, east: 102, south: -31, north: -29, zoom: 8 };
    const list = listOf(fleet, { view: south });
    expect(list.isGood(0, fleet)).toBe(false);
    const { version } = list;
    listOf(fleet, { list, now: 1, wall: 1 });
    expect([list.version, list.isGood(1, fleet)]).toEqual([version, false]);
    list.look(ALPS);
    listOf(fleet, { list, now: 1.2, wall: 1.2 });
    expect([list.isGood(1.2, fleet), listed(list)]).toEqual([true, [0]]);
    listOf(fleet, { list, view: south, now: 1.5, wall: 1.5 });
    listOf(fleet, { list, now: 11, wall: 11 });
    expect(list.isGood(11, fleet)).toBe(false);
    listOf(fleet, { list, now: 11.6, wall: 11.6 });
    expect(list.isGood(11.6, fleet)).toBe(true);
  });

  it('are all of a small fleet, always', () => {
    const fleet = new FakeFleet(10, 0);
    fleet.segment(fleet.ensure(1), parkedAt(9, 47), null);
    expect(listOf(fleet).isGood(0, fleet)).toBe(false);
  });
});

describe('how fast the marks on the screen are', () => {
  const MINUTE = 60_000;
  const SCALE = { resolution: 10, radius: 9 };
  /** Drives so many degrees of latitude in a minute, turning by so many degrees on the way. */
  const drive = (fleet: FakeFleet, slot: number, degrees: number, turn = 0): void => {
    const from = parkedAt(9, 47);
    fleet.segment(slot, from, { ...from, latitude: 47 + degrees, course: turn, time: MINUTE });
  };

  it('is that of the fastest, or of the tip that turns fastest, until it has arrived', () => {
    const fleet = fleetAt([parkedAt(9, 47), parkedAt(9, 47), parkedAt(9, 47)]);
    expect(listOf(fleet).speed(0, fleet, SCALE)).toBe(0);
    drive(fleet, 0, 0.001);
    drive(fleet, 1, 0.012);
    // 0.012 degrees are 1336 m: 22.3 m/s, at 10 m a pixel.
    expect(listOf(fleet).speed(0, fleet, SCALE)).toBeCloseTo(2.23, 1);
    drive(fleet, 2, 0.0001, -90);
    expect(listOf(fleet).speed(0, fleet, { resolution: 1_000, radius: 9 })).toBeCloseTo((9 * Math.PI) / 2 / 60, 1);
    expect(listOf(fleet, { now: 61 }).speed(61, fleet, SCALE)).toBe(0);
  });

  it('is that of any vehicle, where it is not known', () => {
    const fleet = fleetAt([parkedAt(9, 47)]);
    const list = listOf(fleet);
    expect(new DrawList(nothing).speed(0, fleet, SCALE)).toBe(7);
    expect(list.speed(3, fleet, SCALE)).toBe(7);
    list.look({ ...ALPS, west: 20, east: 24 });
    expect(list.speed(0, fleet, SCALE)).toBe(7);
    // Played a thousand times faster.
    const played = listOf(fleet, { list: listOf(fleet), now: 250, wall: 0.25 });
    expect(played.speed(250, fleet, SCALE)).toBe(7);
  });

  it('is known of a small fleet, too, and says when no mark is to be seen', () => {
    const fleet = new FakeFleet(10, 0);
    drive(fleet, fleet.ensure(1), 0.012);
    expect(listOf(fleet).speed(0, fleet, SCALE)).toBeCloseTo(2.23, 1);
    expect(listOf(fleet).isEmpty(0, fleet)).toBe(false);
    const large = fleetAt([]);
    expect(listOf(large).isEmpty(0, large)).toBe(true);
    expect(listOf(large).isEmpty(9, large)).toBe(false);
  });
});
