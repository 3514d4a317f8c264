import { beforeEach, describe, expect, it } from 'vitest';
import { detectTrips, pointsOf, type DetectionPoint } from '../../src/domain/detection/index.ts';
import { chance } from '../../src/domain/base/testing/index.ts';
import { LATER, setUpDevice, storedPoint, TRIP_SETTINGS } from '../support/detection.ts';
import { UNIT, withDetection } from '../support/detectionTests.ts';
import { austin, enviroCars, hasTraces, liverpool } from '../support/realTraces.ts';

const FITTING = { ...TRIP_SETTINGS, max_dist_in_msgs: 10_000, max_intrl_in_msgs: 900, min_park_time: 600 };

describe.skipIf(!hasTraces)('traces that others recorded, stored and looked at as they come', () => {
  const opened = withDetection(0);
  // Detection reads a device's settings when it opens.
  beforeEach(async () => {
    await setUpDevice(opened.test.database, UNIT, { trip_detector: FITTING });
    await opened.world.restart();
  });

  const sources: Record<string, () => DetectionPoint[]> = {
    'ten drives of two cars': () => enviroCars().flatMap(({ points }) => points),
    'a bus of Liverpool': () => longest(liverpool()),
    'a bus of Austin': () => longest(austin('2016-11-24')),
  };
  it.each(Object.keys(sources))(
    '%s: the trips that the domain finds, in order and out of it',
    async (name) => {
      const points = distinct(sources[name]().map(storedPoint));
      const expected = detectTrips(pointsOf(points), FITTING).trips;
      expect(expected.length).toBeGreaterThan(0);
      const random = chance(5);
      for (let sent = 0; sent < points.length; sent += 25) {
        const batch = points.slice(sent, sent + 25);
        // One in four comes late, as the rest does.
        const [late, live] = [batch.filter(() => random() < 0.25), batch];
        opened.world.now = batch[batch.length - 1].time;
        await opened.world.send(
          UNIT,
          live.filter((point) => !late.includes(point)),
        );
        await opened.world.detection.run();
        await opened.world.send(UNIT, late, opened.world.now);
        await opened.world.detection.run();
      }
      opened.world.now += LATER;
      await opened.world.detection.run();
      await opened.world.detection.run();
      const found = await opened.world.trips(UNIT);
      const whole = expected.filter(({ open }) => !open);
      expect(found.slice(0, whole.length)).toEqual(whole);
      expect(found.map(({ start, end }) => [start, end])).toEqual(expected.map(({ start, end }) => [start, end]));
    },
    60_000,
  );
});

/** The vehicle that was heard most. */
const longest = (vehicles: ReadonlyMap<string, DetectionPoint[]>): DetectionPoint[] =>
  [...vehicles.values()].toSorted((a, b) => b.length - a.length)[0];

/** Oldest first, each time once: as the store has them. */
const distinct = (points: readonly DetectionPoint[]): DetectionPoint[] => {
  const sorted = points.toSorted((a, b) => a.time - b.time);
  return sorted.filter((point, index) => index === 0 || point.time !== sorted[index - 1].time);
};
