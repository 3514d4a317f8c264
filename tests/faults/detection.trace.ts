import { chance } from '../../src/domain/base/testing/index.ts';
import { randomTrace } from '../../src/domain/detection/testing/traces.ts';
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
