import { describe, expect, it } from 'vitest';
import { IGNITION, MOTION } from '../domain/telemetry/index.ts';
import { createFleet, INSTANCE_FLAGS, type UnitFix } from '../streams/pipeline/index.ts';
import { InstanceReader } from './layers/shared/instances.ts';
import { DensityGrid } from './layers/shared/densityGrid.ts';
import type { ScreenView } from './layers/shared/context.ts';
import { boundsOf, pickUnit, stackOf, unitsIn } from './pick.ts';
import { flatProjection } from './screen.ts';
import { FakeFleet } from './testing/fakeFleet.ts';

const fix: UnitFix = {
  longitude: 10,
  latitude: 50,
  time: 0,
  speed: 60,
  course: 90,
  motion: MOTION.moving,
  ignition: IGNITION.on,
  late: false,
  idleSince: 0,
};

function view(longitude: number, latitude: number, zoom: number, bearing = 0): ScreenView {
  const project = flatProjection({ width: 800, height: 600, longitude, latitude, zoom, bearing });
  return {
    width: 800,
    height: 600,
    zoom,
    west: longitude - 1,
    east: longitude + 1,
    south: latitude - 1,
    north: latitude + 1,
    project,
  };
}

describe('picking', () => {
  const fleet = new FakeFleet(4, 0);
  fleet.segment(fleet.ensure(7), fix, { ...fix, longitude: 10.01, time: 10_000 });

  it('finds a unit where it is drawn in mid-flight, and not where it came from or goes', () => {
    const camera = view(10.005, 50, 15);
    expect(pickUnit(fleet, 5, camera, 400, 300, 8)).toBe(0);
    expect(pickUnit(fleet, 0, camera, 400, 300, 8)).toBe(-1);
    expect(pickUnit(fleet, 10, camera, 400, 300, 8)).toBe(-1);
    expect(pickUnit(fleet, 99, view(10.01, 50, 15), 400, 300, 8)).toBe(0);
  });

  it('does not find hidden units nor units that never had a position', () => {
    const hidden = new FakeFleet(4, 0);
    hidden.segment(hidden.ensure(1), fix, null);
    hidden.ensure(2);
    hidden.setFlag(0, INSTANCE_FLAGS.hidden, true);
    expect(pickUnit(hidden, 0, view(10, 50, 15), 400, 300, 8)).toBe(-1);
    expect(pickUnit(hidden, 0, view(0, 0, 15), 400, 300, 8)).toBe(-1);
  });

  it('takes the selected one of two that lie on each other', () => {
    const pair = new FakeFleet(4, 0);
    pair.segment(pair.ensure(1), fix, null);
    pair.segment(pair.ensure(2), { ...fix, longitude: 10.00002 }, null);
    expect(pickUnit(pair, 0, view(10, 50, 15), 400, 300, 8)).toBe(0);
    pair.setFlag(1, INSTANCE_FLAGS.selected, true);
    expect(pickUnit(pair, 0, view(10, 50, 15), 400, 300, 8)).toBe(1);
  });

  it('does not find those that a bubble stands for, unless they are drawn alone', () => {
    const crowd = new FakeFleet(30, 0);
    for (let id = 1; id <= 30; id++) crowd.segment(crowd.ensure(id), fix, null);
    const camera = view(10, 50, 8);
    const bundles = new DensityGrid();
    bundles.rebuild(new InstanceReader().attach(crowd), 0, camera);
    expect(pickUnit(crowd, 0, camera, 400, 300, 8, bundles)).toBe(-1);
    crowd.setFlag(4, INSTANCE_FLAGS.selected, true);
    expect(pickUnit(crowd, 0, camera, 400, 300, 8, bundles)).toBe(4);
  });

  it('gives the box around units as drawn', () => {
    const box = boundsOf(fleet, 5, [0]);
    expect(box?.west).toBeCloseTo(10.005, 6);
    expect(box?.east).toBeCloseTo(10.005, 6);
    expect(boundsOf(fleet, 5, [-1, 3])).toBeNull();
  });
});

describe('flat projection', () => {
  const out: [number, number] = [0, 0];

  it('puts the centre in the middle, north up, and turns with the bearing', () => {
    flatProjection({ width: 800, height: 600, longitude: 10, latitude: 50, zoom: 10, bearing: 0 })(10, 50.01, out);
    expect(out[0]).toBeCloseTo(400, 6);
    expect(out[1]).toBeLessThan(300);
    flatProjection({ width: 800, height: 600, longitude: 10, latitude: 50, zoom: 10, bearing: 90 })(10, 50.01, out);
    expect(out[0]).toBeLessThan(400);
    expect(out[1]).toBeCloseTo(300, 6);
  });

  it('takes the copy of the world that is nearest across the date line', () => {
    flatProjection({ width: 800, height: 600, longitude: 179.9, latitude: 0, zoom: 8, bearing: 0 })(-179.9, 0, out);
    expect(out[0]).toBeCloseTo(400 + (0.2 / 360) * 512 * 256, 6);
  });
});

describe('instance reader', () => {
  it('agrees with the fleet on where a unit is drawn', () => {
    const fleet = new FakeFleet(2, 1_000_000);
    fleet.segment(
      fleet.ensure(1),
      { ...fix, time: 1_000_000, course: 350 },
      { ...fix, longitude: 10.5, course: 10, time: 1_010_000 },
    );
    const reader = new InstanceReader().attach(fleet);
    const drawn = new Float64Array(2);
    fleet.drawnAt(0, 1_004_000, drawn);
    expect(reader.place(0, 4)).toBe(true);
    expect(reader.longitude).toBe(drawn[0]);
    expect(reader.latitude).toBe(drawn[1]);
  });

  it('reads the buffer of the real fleet as it is documented', () => {
    const fleet = createFleet({ epoch: 500_000 });
    const slot = fleet.ensure(9);
    const reader = new InstanceReader();
    const drawn = new Float64Array(2);
    fleet.report(slot, { ...fix, time: 500_000 }, 500_000, 0);
    fleet.report(slot, { ...fix, longitude: 10.2, latitude: 50.1, course: 45, time: 505_000 }, 506_000, 8);
    for (const now of [506_000, 509_000, 514_000, 600_000]) {
      fleet.drawnAt(slot, now, drawn);
      expect(reader.attach(fleet).place(slot, (now - fleet.epoch) / 1_000)).toBe(true);
      expect([reader.longitude, reader.latitude]).toEqual([...drawn]);
    }
    expect(reader.motion(slot)).toBe(MOTION.moving);
    fleet.ensure(10);
    expect(reader.attach(fleet).isHidden(1)).toBe(true);
  });

  it('turns the short way from north-west to north-east', () => {
    const fleet = new FakeFleet(1, 0);
    const slot = fleet.ensure(1);
    fleet.report(slot, { ...fix, course: 350, time: 1 }, 1, 0);
    fleet.report(slot, { ...fix, longitude: 10.1, course: 10, time: 10_000 }, 10_000, 10);
    const reader = new InstanceReader().attach(fleet);
    expect(reader.heading(slot, 15) % 360).toBeCloseTo(0, 1);
  });
});

describe('units that lie on each other', () => {
  const fleet = new FakeFleet(8, 0);
  fleet.segment(fleet.ensure(1), fix, null);
  fleet.segment(fleet.ensure(2), { ...fix, longitude: 10.00002 }, null);
  fleet.segment(fleet.ensure(3), { ...fix, longitude: 10.02 }, null);

  it('are a stack, the asked one first; one that stands apart is alone', () => {
    expect(stackOf(fleet, 0, view(10, 50, 15), 1)).toEqual([1, 0]);
    expect(stackOf(fleet, 0, view(10, 50, 15), 2)).toEqual([2]);
    expect(stackOf(fleet, 0, view(10, 50, 15), -1)).toEqual([]);
  });

  it('are only those of one place while the camera is far away: the others part when it comes closer', () => {
    expect(stackOf(fleet, 0, view(10, 50, 5), 0)).toEqual([0, 1]);
    const hidden = INSTANCE_FLAGS.hidden;
    fleet.setFlag(1, hidden, true);
    expect(stackOf(fleet, 0, view(10, 50, 15), 0)).toEqual([0]);
    fleet.setFlag(1, hidden, false);
  });

  it('are all chosen by a box around them', () => {
    expect(unitsIn(fleet, 0, view(10, 50, 15), { left: 390, top: 290, right: 410, bottom: 310 })).toEqual([0, 1]);
    expect(unitsIn(fleet, 0, view(10, 50, 15), { left: 0, top: 0, right: 390, bottom: 600 })).toEqual([]);
  });
});
