import { afterEach, beforeAll, beforeEach } from 'vitest';
import type { Instant } from '../../src/domain/base/index.ts';
import type { DetectionPoint } from '../../src/domain/detection/index.ts';
import { fillWorld } from './api.ts';
import { emptyReports, openDetectionWorld, type DetectionWorld } from './detection.ts';
import { withTestDatabase, type TestDatabase } from './postgres.ts';

/** The unit that tests of detection speak of. */
export const UNIT = 40;
export const START = Date.UTC(2026, 3, 6, 5);

/** What a test file sees of detection: inside its tests and hooks only. */
export interface OpenedDetection {
  readonly test: TestDatabase;
  /** Empty of reports at the beginning of each test. */
  readonly world: DetectionWorld;
  /** Reports as they come: at each the clock is at its time, and detection looks. */
  live(points: readonly DetectionPoint[], unitId?: number): Promise<void>;
}

/** Gives the test file a store and detection on a database of its own, opened for each test. */
export function withDetection(
  start: Instant = START,
  roads?: Parameters<typeof openDetectionWorld>[2],
): OpenedDetection {
  const test = withTestDatabase();
  let opened: DetectionWorld | null = null;
  beforeAll(() => fillWorld(test.database));
  beforeEach(async () => {
    await emptyReports(test.database);
    opened = await openDetectionWorld(test.database, start, roads);
  });
  afterEach(() => opened?.close());
  const world = (): DetectionWorld => {
    if (!opened) throw new Error('Detection is open inside tests and hooks only');
    return opened;
  };
  return {
    test,
    get world() {
      return world();
    },
    async live(points, unitId = UNIT) {
      for (const point of points) {
        world().now = point.time;
        await world().send(unitId, [point]);
        await world().detection.run();
      }
    },
  };
}
