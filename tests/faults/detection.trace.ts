import { chance } from '../../src/domain/base/testing/index.ts';
import { randomTrace } from '../../src/domain/detection/testing/traces.ts';
import { destination } from '../../src/domain/base/index.ts';
import type { Shape } from '../../src/domain/geometry/index.ts';
import { storedPoint } from '../support/detection.ts';

export const UNIT = 40;
/** What the unit reports, the same in every process; some of it comes after what is later. */
export const REPORTS = randomTrace(chance(21), 1_200, Date.UTC(2026, 3, 6, 5)).map(storedPoint);
const order = chance(22);
export const SENT = REPORTS.map((report, place) => ({ report, place: order() < 0.05 ? place + 40 : place }))
  .toSorted((a, b) => a.place - b.place)
  .map(({ report }) => report);
/** Reports of one message. */
export const BATCH = 6;

/** Circles along its track, some of which overlap, and what a stay in each has to last, in seconds. */
export const ZONES = Array.from({ length: 20 }, (_, place): { id: number; shape: Shape; minStay: number } => {
  const [latitude, longitude] = destination(50, 10, 0, place * 8_000);
  return {
    id: place + 1,
    shape: { type: 'circle', center: [longitude, latitude], radius: place % 5 === 0 ? 3_000 : 400 },
    minStay: place % 4 === 0 ? 300 : 0,
  };
});
