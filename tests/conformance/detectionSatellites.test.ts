import { describe, expect, it } from 'vitest';
import { destination, MINUTE } from '../../src/domain/base/index.ts';
import { chance } from '../../src/domain/base/testing/index.ts';
import {
  createPoint,
  DEFAULT_TRIP_DETECTOR,
  detectTrips,
  pointsOf,
  type DetectionPoint,
  type Trip,
} from '../../src/domain/detection/index.ts';
import { setUpDevice, storedPoint, TRIP_SETTINGS } from '../support/detection.ts';
import { START, UNIT, withDetection } from '../support/detectionTests.ts';

const opened = withDetection();
const { live, test } = opened;

/** Two drives of half an hour with an hour of rest between, a report a minute, `satellites` in each. */
function day(satellites: number): DetectionPoint[] {
  let metres = 0;
  return Array.from({ length: 140 }, (_, minute) => {
    const speed = minute < 30 || (minute >= 90 && minute < 120) ? 50 : 0;
    metres += (speed / 3.6) * 60;
    const [latitude, longitude] = destination(52, 13, 0, metres);
    return storedPoint({
      ...createPoint(),
      time: START + minute * MINUTE,
      hasPosition: true,
      valid: true,
      latitude,
      longitude,
      speed,
      satellites,
    });
  });
}
const nobodySetUp = (): Promise<unknown> => setUpDevice(test.database, UNIT, { trip_detector: null });
const expected = (points: readonly DetectionPoint[], min_satellites: number): Trip[] =>
  detectTrips(pointsOf(points), { ...TRIP_SETTINGS, min_satellites }).trips;

describe('a unit whose trip detector nobody saved', () => {
  it('has trips of the satellites that real trackers count', async () => {
    await nobodySetUp();
    const points = day(8);
    await live(points);
    expect(expected(points, DEFAULT_TRIP_DETECTOR.min_satellites)).toEqual([]);
    expect(await opened.world.trips(UNIT)).toEqual(expected(points, 4));
    expect(expected(points, 4)).toHaveLength(2);
  });

  it('learns from a tracker that counts few, finds the past again without a word, and the same however reports were cut', async () => {
    const points = day(3);
    for (const seed of [0, 1, 2]) {
      const random = chance(seed);
      const unitId = [UNIT, 41, 60][seed];
      await setUpDevice(test.database, unitId, { trip_detector: null });
      for (let sent = 0; sent < points.length;) {
        const size = seed === 0 ? points.length : 1 + Math.floor(random() * 40);
        const batch = points.slice(sent, sent + size);
        opened.world.now = batch[batch.length - 1].time;
        await opened.world.send(unitId, batch);
        await opened.world.detection.run();
        sent += size;
      }
      expect(await opened.world.trips(unitId), String(seed)).toEqual(expected(points, 3));
    }
    expect(expected(points, 3)).toHaveLength(2);
    // All of the first unit's day was there before anything was learned.
    expect(await opened.world.facts(UNIT)).toEqual([]);
  });

  it('goes on with what it learned after a restart', async () => {
    await nobodySetUp();
    const points = day(2);
    await live(points.slice(0, 60));
    await opened.world.restart();
    await live(points.slice(60));
    expect(await opened.world.trips(UNIT)).toEqual(expected(points, 2));
    expect(
      await test.database.query(
        'select min_satellites from device d join unit_device ud on ud.device_id = d.id where ud.unit_id = $1',
        [UNIT],
      ),
    ).toEqual([{ min_satellites: 2 }]);
  });

  it('learns nothing where somebody saved what refuses its fixes', async () => {
    await setUpDevice(test.database, UNIT, { trip_detector: { ...TRIP_SETTINGS, min_satellites: 20 } });
    await live(day(8));
    expect(await opened.world.trips(UNIT)).toEqual([]);
    expect(
      await test.database.query(
        'select min_satellites from device d join unit_device ud on ud.device_id = d.id where ud.unit_id = $1',
        [UNIT],
      ),
    ).toEqual([{ min_satellites: null }]);
  });
});
