import { beforeEach, describe, expect, it, vi } from 'vitest';
import { testEvent } from '../../src/domain/events/testing/index.ts';
import { destination, MINUTE, SECOND, toIso, type AccountId } from '../../src/domain/base/index.ts';
import { createPoint, type DetectionPoint } from '../../src/domain/detection/index.ts';
import type { Shape } from '../../src/domain/geometry/index.ts';
import { LATER } from '../support/detection.ts';
import { START, UNIT, withDetection } from '../support/detectionTests.ts';
import { WAIT } from '../support/wait.ts';

const opened = withDetection();
const { live, test } = opened;

/** Reports by seconds after the start and metres to the east. */
const drive = (...steps: readonly (readonly [seconds: number, metres: number])[]): DetectionPoint[] =>
  steps.map(([seconds, metres]) => {
    const [latitude, longitude] = destination(52, 13, 90, metres);
    return {
      ...createPoint(),
      time: START + seconds * SECOND,
      hasPosition: true,
      valid: true,
      latitude,
      longitude,
      speed: 36,
      satellites: 9,
    };
  });
const DRIVE = drive([0, -600], [30, -300], [60, 0], [90, 300], [120, 600]);

const around = (radius: number, metres = 0): Shape => {
  const [latitude, longitude] = destination(52, 13, 90, metres);
  return { type: 'circle', center: [longitude, latitude], radius };
};

async function addZone(more: { id?: number; account?: number; shape?: Shape; minStay?: number } = {}): Promise<void> {
  const { id = 1, account = 4, shape = around(100), minStay = 0 } = more;
  await test.database.transaction(async (transaction) => {
    await transaction.query(
      `insert into geofence (id, account_id, name, shape, colour, description, labels, min_stay, created_at)
       values ($1, $2, $3, $4, 'blue', '', '[]', $5, now()) on conflict (id) do update set shape = excluded.shape, min_stay = excluded.min_stay`,
      [id, account, `Zone ${id}`, JSON.stringify(shape), minStay],
    );
    await transaction.appendEvent(
      testEvent('geofenceUpdated', {}, { account_id: account, subject_id: id, time: toIso(opened.world.now) }),
    );
  });
}
async function removeZone(id: number): Promise<void> {
  await test.database.transaction(async (transaction) => {
    await transaction.query('delete from geofence where id = $1', [id]);
    await transaction.appendEvent(testEvent('geofenceDeleted', {}, { account_id: 4, subject_id: id }));
  });
}
/** Visits of the past of all zones are found. */
const looked = () =>
  vi.waitFor(async () => {
    await opened.world.detection.run();
    expect(await test.database.query('select id from geofence where visits_of is null')).toEqual([]);
  }, WAIT);

interface Stored {
  unit_id: number;
  geofence_id: number;
  entered_at: Date;
  left_at: Date | null;
  passed_through: boolean;
}
const visits = async () =>
  (
    await test.database.query<Stored>(
      'select unit_id, geofence_id, entered_at, left_at, passed_through from zone_visit order by geofence_id, unit_id, entered_at',
    )
  ).map(({ geofence_id, entered_at, left_at }) => [
    geofence_id,
    Math.round((entered_at.getTime() - START) / SECOND),
    left_at && Math.round((left_at.getTime() - START) / SECOND),
  ]);
const recorded = async () =>
  (await opened.world.facts(UNIT)).filter((kind) => /zone|visit/i.test(kind) && !kind.startsWith('geofence'));

beforeEach(async () => {
  await test.database.query('delete from geofence');
});

describe('visits on what was committed', () => {
  it('are stored and reported as the reports come, entry and exit once each', async () => {
    await addZone();
    await live(DRIVE.slice(0, 3));
    expect([await visits(), await recorded()]).toEqual([[[1, 50, null]], ['zoneEntered']]);
    await live(DRIVE.slice(3));
    expect([await visits(), await recorded()]).toEqual([[[1, 50, 70]], ['zoneEntered', 'zoneLeft']]);
    const [row] = await test.database.query('select * from zone_visit');
    expect(row).toMatchObject({ entry_seen: true, passed_through: false, max_speed: 36, distance: 200 });
  });

  it('are of the zones of every account that sees the unit, and of no other', async () => {
    for (const [place, account] of [1, 2, 4, 5, 6].entries()) await addZone({ id: place + 1, account });
    await live(DRIVE);
    expect((await visits()).map(([zone]) => zone)).toEqual([1, 2, 3]);
  });

  it('go on after a restart where they were, and are the same', async () => {
    await addZone({ minStay: 10 });
    await addZone({ id: 2, shape: around(12, 150) });
    for (const point of DRIVE) {
      await live([point]);
      await opened.world.restart();
    }
    await live(drive([150, 900]));
    expect(await visits()).toEqual([
      [1, 50, 70],
      [2, 74, 76],
    ]);
    expect((await recorded()).toSorted()).toEqual(['zoneEntered', 'zoneEntered', 'zoneLeft', 'zoneLeft']);
  });

  it('are put right by late reports, which are no news', async () => {
    await addZone();
    await live([DRIVE[0], DRIVE[1], DRIVE[4]]);
    expect(await visits()).toEqual([[1, 50, 70]]);
    const before = await recorded();
    await opened.world.send(UNIT, drive([60, -150], [90, 300]), START + 125 * SECOND);
    await opened.world.detection.run();
    opened.world.now += LATER;
    await opened.world.detection.run();
    expect(await visits()).toEqual([[1, 63, 77]]);
    expect(await recorded()).toEqual([...before, 'visitChanged late']);
  });

  it('last at least as long as the zone asks, which silence shows too', async () => {
    await addZone({ minStay: 600 });
    await live(drive([0, -300], [60, 0], [120, 0]));
    expect(await visits()).toEqual([]);
    opened.world.now = START + 11 * MINUTE;
    await opened.world.detection.run();
    expect(await visits()).toEqual([[1, 40, null]]);
  });
});

describe('zones that are new, changed or deleted', () => {
  it('have the visits of the past, and nobody is notified', async () => {
    await live(DRIVE);
    await addZone();
    await addZone({ id: 2, shape: around(50, 600) });
    await looked();
    expect(await visits()).toEqual([
      [1, 50, 70],
      [2, 115, null],
    ]);
    expect((await recorded()).filter((kind) => !kind.endsWith('late'))).toEqual([]);
    await live(drive([150, 900]));
    expect((await visits())[1]).toEqual([2, 115, 125]);
    expect((await recorded()).filter((kind) => !kind.endsWith('late'))).toEqual(['zoneLeft']);
  });

  it('are followed by whoever waits for them, step by step, also after a restart', async () => {
    await live(DRIVE);
    await addZone();
    const steps: object[] = [];
    const report = (step: object) => Promise.resolve(void steps.push(step));
    const { signal } = new AbortController();
    const found = await opened.world.detection.followPast(4 as AccountId, { signal, report });
    const { length: units } = opened.world.directory.everSeenBy(opened.world.directory.scopeOf(4 as AccountId));
    expect(found).toEqual({ geofences: 1, units });
    expect(steps.at(-1)).toEqual({ geofences: 1, units, done: units });
    expect(await visits()).toEqual([[1, 50, 70]]);
    // Nothing about visits has changed.
    expect(await opened.world.detection.followPast(4 as AccountId, { signal, report })).toEqual({
      geofences: 0,
      units: 0,
    });
    const ended = new AbortController();
    await addZone({ id: 2, shape: around(50, 600) });
    ended.abort(new Error('cancelled'));
    await expect(opened.world.detection.followPast(4 as AccountId, { signal: ended.signal, report })).rejects.toThrow(
      'cancelled',
    );
    await opened.world.restart();
    expect(await opened.world.detection.followPast(4 as AccountId, { signal, report })).toMatchObject({ geofences: 1 });
    expect((await visits()).map(([zone]) => zone)).toEqual([1, 2]);
  });

  it('are the same for states that detection goes back to', async () => {
    // A parking of ten minutes within the zone leaves a state to go on from.
    const parked = drive(...Array.from({ length: 20 }, (_, minute) => [120 + minute * 60, 600] as const)).map(
      (point) => ({ ...point, speed: 0 }),
    );
    await live([...DRIVE, ...parked]);
    await addZone({ shape: around(50, 600) });
    await looked();
    await opened.world.restart();
    await opened.world.send(UNIT, drive([1_290, 604]), START + 1_300 * SECOND);
    await live(drive([1_320, 1_200]));
    opened.world.now += LATER;
    await opened.world.detection.run();
    expect(await visits()).toEqual([[1, 115, 1_292]]);
  });

  it('lose what was of another shape, or of no zone', async () => {
    await addZone();
    await live(DRIVE);
    await addZone({ shape: around(200) });
    await vi.waitFor(async () => {
      await opened.world.detection.run();
      expect(await visits()).toEqual([[1, 40, 80]]);
    }, WAIT);
    await removeZone(1);
    await opened.world.detection.run();
    await live(drive([150, 0], [180, 900]));
    expect(await visits()).toEqual([]);
    const kinds = await recorded();
    expect(kinds.filter((kind) => kind === 'zoneEntered')).toHaveLength(1);
  });
});
