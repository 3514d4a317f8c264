import { describe, expect, it } from 'vitest';
import { MOTION } from '../../domain/telemetry/index.ts';
import { createFleet, type Fleet } from './fleetStore.ts';
import { NO_POINT, TrailRing } from './trailRing.ts';

const NOW = 1_000_000;

function place(fleet: Fleet, unitId: number, longitude: number): void {
  const fix = { longitude, latitude: 1, time: NOW, speed: 1, course: 0, motion: MOTION.moving, ignition: 0, late: false } as const;
  fleet.report(fleet.ensure(unitId), fix, NOW, 0);
}

const point = (ring: TrailRing, row: number, slot: number): number => ring.data[(row * ring.units + slot) * 2];

describe('the ring of trails', () => {
  it('takes one row an interval and turns round, with the seam repeated', () => {
    const fleet = createFleet({ epoch: NOW });
    const ring = new TrailRing({ rows: 3, interval: 1_000 });
    const taken: boolean[] = [];
    for (let step = 0; step < 9; step++) {
      place(fleet, 1, step);
      taken.push(ring.sample(fleet, NOW + step * 500));
    }
    expect(taken).toEqual([true, false, true, false, true, false, true, false, true]);
    expect(ring.head).toBe(1);
    expect([0, 1, 2, 3].map((row) => point(ring, row, 0) / 1e7)).toEqual([6, 8, 4, 6]);
    expect(ring.version).toBe(5);
  });

  it('keeps trails when units are added, without points of before for the new ones', () => {
    const fleet = createFleet({ epoch: NOW });
    const ring = new TrailRing({ rows: 4, interval: 1_000 });
    place(fleet, 1, 5);
    ring.sample(fleet, NOW);
    const { generation } = ring;
    place(fleet, 2, 7);
    fleet.ensure(3);
    ring.sample(fleet, NOW + 1_000);
    expect(ring.generation).toBeGreaterThan(generation);
    expect(point(ring, 0, 0)).toBe(5e7);
    expect(point(ring, 0, 1)).toBe(NO_POINT);
    expect(point(ring, 1, 1)).toBe(7e7);
    expect(point(ring, 1, 2)).toBe(NO_POINT);
  });

  it('begins anew after a jump in time, either way', () => {
    const fleet = createFleet({ epoch: NOW });
    const ring = new TrailRing({ rows: 4, interval: 1_000 });
    place(fleet, 1, 5);
    for (let step = 0; step < 3; step++) ring.sample(fleet, NOW + step * 1_000);
    ring.sample(fleet, NOW - 60_000);
    expect([0, 1, 2, 3].map((row) => point(ring, row, 0) === NO_POINT)).toEqual([false, true, true, true]);
    ring.sample(fleet, NOW + 60_000);
    expect(ring.head).toBe(0);
  });

  it('is refilled with the past after a seek', () => {
    const fleet = createFleet({ epoch: NOW });
    place(fleet, 1, 5);
    const ring = new TrailRing({ rows: 3, interval: 1_000 });
    const asked: number[] = [];
    ring.refill(fleet, NOW + 10, (instant, _fleet, out) => {
      asked.push(instant);
      out[0] = instant;
      out[1] = 1;
    });
    expect(asked).toEqual([NOW - 2_000, NOW - 1_000, NOW]);
    expect([0, 1, 2, 3].map((row) => point(ring, row, 0))).toEqual([NOW - 2_000, NOW - 1_000, NOW, NOW - 2_000]);
    expect(ring.sample(fleet, NOW + 1_000)).toBe(true);
    expect(ring.head).toBe(0);
  });
});
