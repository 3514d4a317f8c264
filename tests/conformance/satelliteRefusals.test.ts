import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { destination, HOUR, MINUTE, toIso } from '../../src/domain/base/index.ts';
import { createPoint, DEFAULT_TRIP_DETECTOR, type DetectionPoint } from '../../src/domain/detection/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import { fillWorld, startApi, START, type TestApi } from '../support/api.ts';
import { emptyReports, openDetectionWorld, setUpDevice, type DetectionWorld } from '../support/detection.ts';
import { withTestDatabase } from '../support/postgres.ts';

// A saved setting of 20 satellites, and a tracker that counts 8: the units are named, and a fitting setting finds their
// trips.

const test = withTestDatabase();
let world: DetectionWorld;
let api: TestApi;
const MENDS = { units: ['r', 'u', 'st', 'sh', 'm'], devices: ['r', 'u'] };
const TAKEN_LITERALLY = DEFAULT_TRIP_DETECTOR;

/** Half an hour of driving and an hour of rest, a minute apart. */
function ride(satellites: number, from = START): DetectionPoint[] {
  return Array.from({ length: 90 }, (_, minute) => {
    const [latitude, longitude] = destination(52, 13, 0, Math.min(minute, 30) * 800);
    return {
      ...createPoint(),
      time: from + minute * MINUTE,
      hasPosition: true,
      valid: true,
      latitude,
      longitude,
      speed: minute < 30 ? 48 : 0,
      satellites,
    };
  });
}

async function ask(username: string, method: string, data: object) {
  return api.call(method, data, await api.signIn(username));
}
const refusals = async (username = 'consumer', data: object = {}) =>
  (await ask(username, 'getSatelliteRefusals', data)).data.refusals as { unit_id: number; device_id: number }[];
const unitsOf = (found: readonly { unit_id: number }[]) => found.map(({ unit_id }) => unit_id);

beforeAll(async () => {
  await fillWorld(test.database);
  await test.database.query('update role set permissions = $1', [MENDS]);
});
beforeEach(async () => {
  await emptyReports(test.database);
  for (const unit of [40, 41]) await setUpDevice(test.database, unit, { trip_detector: TAKEN_LITERALLY });
  world = await openDetectionWorld(test.database, START);
  await world.send(40, ride(8));
  await world.send(41, ride(21));
  world.now = START + 2 * HOUR;
  await world.detection.run();
  api = await startApi(test.database, { detection: world.detection, store: world.store });
  api.now = world.now;
  return async () => {
    await api.close();
    await world.close();
  };
});

describe('a saved satellites setting', () => {
  it('is named where it refuses more than half of the last fixes, with one that fits', async () => {
    expect(await refusals()).toEqual([
      {
        unit_id: 40,
        unit_name: 'Blue One',
        device_id: 40,
        trip_detector: TAKEN_LITERALLY,
        account_name: expect.any(String),
        bound: 20,
        fixes: 90,
        refused: 90,
        fitting: 4,
        may_change: true,
      },
    ]);
    expect(unitsOf(await refusals('consumer', { unit_ids: [41] }))).toEqual([]);
    expect((await ask('red', 'getSatelliteRefusals', { unit_ids: [40] })).error?.code).toBe(ERROR.notFound);
  });

  it('is mended by saving the one that fits and detecting again, quietly; and it can be undone', async () => {
    expect(await world.trips(40)).toEqual([]);
    const save = async (min_satellites: number) => {
      expect(
        (
          await ask('consumer', 'updateDeviceSettings', {
            device_id: 40,
            trip_detector: { ...TAKEN_LITERALLY, min_satellites },
          })
        ).error,
      ).toBeNull();
      return (await ask('consumer', 'recomputeDetection', { unit_id: 40, from: toIso(START - HOUR) })).data;
    };
    expect(await save(4)).toMatchObject({ trips: 1 });
    expect(await refusals()).toEqual([]);
    expect(await world.trips(40)).toMatchObject([{ start: START, end: START + 30 * MINUTE }]);
    expect(await world.facts(40)).not.toContain('tripStarted');
    await save(20);
    expect(await world.trips(40)).toEqual([]);
    expect(unitsOf(await refusals())).toEqual([40]);
  });

  it('says whom to ask where the caller may not change it', async () => {
    await test.database.query('update role set permissions = $1', [{ units: ['r', 'st', 'm'] }]);
    try {
      expect(await refusals()).toMatchObject([
        { unit_id: 40, may_change: false, account_name: expect.stringMatching(/./) as string },
      ]);
    } finally {
      await test.database.query('update role set permissions = $1', [MENDS]);
    }
  });

  it('looks at the last hundred fixes: an older past speaks no more', async () => {
    await world.send(40, ride(22, START + 2 * HOUR));
    expect(await refusals()).toEqual([]);
    await world.send(40, ride(9, START + 4 * HOUR));
    expect(unitsOf(await refusals())).toEqual([40]);
  });

  it('is not looked at where nobody saved one, and none where detection is off', async () => {
    await setUpDevice(test.database, 40, { trip_detector: null });
    expect(await refusals()).toEqual([]);
    await setUpDevice(test.database, 40, { trip_detector: { ...TAKEN_LITERALLY, m_source: 'off' } });
    expect(await refusals()).toEqual([]);
  });
});
