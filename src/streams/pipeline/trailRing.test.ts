import { describe, expect, it } from 'vitest';
import { MOTION } from '../../domain/telemetry/index.ts';
import { createFleet, type Fleet } from './fleetStore.ts';
import { NO_POINT, TrailRing, type TrailSampler } from './trailRing.ts';

const NOW = 1_000_000;

function place(fleet: Fleet, unitId: number, longitude: number): void {
  const fix = {
    longitude,
    latitude: 1,
    time: NOW,
    speed: 1,
    course: 0,
    motion: MOTION.moving,
    ignition: 0,
    late: false,
    idleSince: 0,
  } as const;
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

  it('begins again after a jump in time, in either direction', () => {
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
      return true;
    });
    expect(asked).toEqual([NOW - 2_000, NOW - 1_000, NOW]);
    expect([0, 1, 2, 3].map((row) => point(ring, row, 0))).toEqual([NOW - 2_000, NOW - 1_000, NOW, NOW - 2_000]);
    expect(ring.sample(fleet, NOW + 1_000)).toBe(true);
    expect(ring.head).toBe(0);
  });

  it('is interrupted by a silence instead of drawing a way that nobody saw', () => {
    const fleet = createFleet({ epoch: NOW });
    const ring = new TrailRing({ rows: 8, interval: 1_000 });
    place(fleet, 1, 5);
    ring.sample(fleet, NOW);
    ring.sample(fleet, NOW + 2_000);
    ring.sample(fleet, NOW + 7_000);
    expect([0, 1, 2, 3].map((row) => point(ring, row, 0) === NO_POINT)).toEqual([false, false, true, false]);
  });

  it('lists the rows that a copy has to send', () => {
    const fleet = createFleet({ epoch: NOW });
    const ring = new TrailRing({ rows: 3, interval: 1_000 });
    place(fleet, 1, 5);
    ring.sample(fleet, NOW);
    const sent = ring.version;
    ring.sample(fleet, NOW + 1_000);
    expect([...ring.versions].map((version) => version > sent)).toEqual([false, true, false]);
  });
});

describe('the ring beside a recording', () => {
  const recorded =
    (known: { from: number }, asked: number[] = []): TrailSampler =>
    (instant, _fleet, out) => {
      asked.push(instant);
      if (instant < known.from) return false;
      out.set([instant - NOW, 1]);
      return true;
    };
  /** Milliseconds before the head row and what the rows say, oldest first. */
  const rowsOf = (ring: TrailRing): number[] =>
    Array.from({ length: ring.rows }, (_, age) => point(ring, (ring.head + 1 + age) % ring.rows, 0));
  const rig = () => {
    const fleet = createFleet({ epoch: NOW });
    place(fleet, 1, 5);
    return { fleet, ring: new TrailRing({ rows: 4, interval: 1_000 }), known: { from: 0 }, asked: [] as number[] };
  };

  it('shows the past of the instant after a seek, and asks for one row a step from then on', () => {
    const { fleet, ring, known, asked } = rig();
    expect(ring.follow(fleet, NOW + 10_300, recorded(known, asked))).toBe(true);
    expect(rowsOf(ring)).toEqual([7_000, 8_000, 9_000, 10_000]);
    asked.length = 0;
    expect(ring.follow(fleet, NOW + 10_900, recorded(known, asked))).toBe(false);
    expect(ring.follow(fleet, NOW + 12_100, recorded(known, asked))).toBe(true);
    expect(rowsOf(ring)).toEqual([9_000, 10_000, 11_000, 12_000]);
    expect(asked).toEqual([NOW + 11_000, NOW + 12_000]);
  });

  it('turns back when time does', () => {
    const { fleet, ring, known, asked } = rig();
    ring.follow(fleet, NOW + 10_000, recorded(known));
    ring.follow(fleet, NOW + 8_500, recorded(known, asked));
    expect(rowsOf(ring)).toEqual([5_000, 6_000, 7_000, 8_000]);
    expect(asked).toHaveLength(2);
    ring.follow(fleet, NOW + 9_500, recorded(known));
    expect(rowsOf(ring)).toEqual([6_000, 7_000, 8_000, 9_000]);
    expect(point(ring, ring.rows, 0)).toBe(point(ring, 0, 0));
  });

  it('leaves empty what is not loaded yet and fills it when it is', () => {
    const { fleet, ring, known } = rig();
    known.from = NOW + 9_000;
    ring.follow(fleet, NOW + 10_000, recorded(known));
    expect(rowsOf(ring)).toEqual([NO_POINT, NO_POINT, 9_000, 10_000]);
    expect(ring.follow(fleet, NOW + 10_000, recorded(known))).toBe(false);
    known.from = 0;
    expect(ring.follow(fleet, NOW + 10_000, recorded(known))).toBe(true);
    expect(rowsOf(ring)).toEqual([7_000, 8_000, 9_000, 10_000]);
  });

  it('begins again with another interval', () => {
    const { fleet, ring, known } = rig();
    ring.follow(fleet, NOW + 10_000, recorded(known));
    ring.setInterval(2_000);
    ring.follow(fleet, NOW + 10_000, recorded(known));
    expect(rowsOf(ring)).toEqual([4_000, 6_000, 8_000, 10_000]);
  });
});
