import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND, type Instant } from '../../src/domain/base/index.ts';
import { chance } from '../../src/domain/base/testing/index.ts';
import { createPoint, KeyWatch, type DetectionPoint, type KeySession } from '../../src/domain/detection/index.ts';
import { randomTrace } from '../../src/domain/detection/testing/traces.ts';
import { bindingsByKey } from '../../src/domain/operator/index.ts';
import { IGNITION } from '../../src/domain/telemetry/index.ts';
import { LATER, storedPoint, TRIP_SETTINGS } from '../support/detection.ts';
import { START, UNIT, withDetection } from '../support/detectionTests.ts';

const opened = withDetection();
const { live, test } = opened;
/** Of the account that owns the units. */
const ACCOUNT = 4;

async function addOperator(id: number, name: string, key: string, account = ACCOUNT): Promise<void> {
  await test.database.query(
    'insert into operator (id, account_id, name, code, created_at) values ($1, $2, $3, $4, now())',
    [id, account, name, key],
  );
  await test.database.query('insert into operator_key (operator_id, account_id, key) values ($1, $2, $3)', [
    id,
    account,
    key,
  ]);
}

const report = (
  minute: number,
  driverKey: string | null = null,
  more: Partial<DetectionPoint> = {},
): DetectionPoint => ({
  ...createPoint(),
  time: START + minute * MINUTE,
  hasPosition: true,
  valid: true,
  latitude: 52,
  longitude: 13,
  speed: 0,
  satellites: 9,
  driverKey,
  ...more,
});

const minute = (instant: Instant | null) => (instant === null ? null : (instant - START) / MINUTE);

async function bindings(operatorId: number) {
  const rows = await test.database.query<{ unit_id: number; from_at: Date; to_at: Date | null; ended: string | null }>(
    "select unit_id, from_at, to_at, ended from operator_binding where operator_id = $1 and source = 'key' order by from_at, unit_id",
    [operatorId],
  );
  return rows.map((row) => [
    row.unit_id,
    minute(row.from_at.getTime()),
    minute(row.to_at?.getTime() ?? null),
    row.ended,
  ]);
}

async function sessions(unitId: number) {
  const rows = await test.database.query<{ key: string; from_at: Date; to_at: Date | null; ended: string | null }>(
    'select key, from_at, to_at, ended from driver_key_session where unit_id = $1 order by from_at',
    [unitId],
  );
  return rows.map((row) => [row.key, row.from_at.getTime(), row.to_at?.getTime() ?? null, row.ended]);
}

/** The fold over all that a unit ever reported. */
function foldOf(points: readonly DetectionPoint[], now: Instant): readonly KeySession[] {
  const watch = new KeyWatch(TRIP_SETTINGS.driver_release);
  for (const point of points) watch.accept(point, () => null);
  return watch.sessionsAt(now, () => null);
}

async function pass(milliseconds: number): Promise<void> {
  opened.world.now += milliseconds;
  await opened.world.detection.run();
}

describe('drivers of what was committed', () => {
  it('are assigned by their key and released by another, an empty one and a long rest, each reported once', async () => {
    await addOperator(1, 'Anna', '01A2B3C4D5E6F708');
    await addOperator(2, 'Boris', 'boris');
    await live([report(0, '01A2B3C4D5E6F708'), report(1), report(2, '01A2B3C4D5E6F708')]);
    expect(await opened.world.facts(UNIT)).toEqual(['driverAssigned']);
    await live([report(3, 'boris'), report(4, '')]);
    expect(await bindings(1)).toEqual([[UNIT, 0, 3, 'otherKey']]);
    expect(await bindings(2)).toEqual([[UNIT, 3, 4, 'signedOut']]);
    await live([report(5, 'boris'), report(6, null, { ignition: IGNITION.off })]);
    await pass(HOUR + 3 * SECOND);
    expect(await bindings(2)).toEqual([
      [UNIT, 3, 4, 'signedOut'],
      [UNIT, 5, 66, 'ignitionOff'],
    ]);
    expect(await opened.world.facts(UNIT)).toEqual([
      'driverAssigned',
      'driverReleased',
      'driverAssigned',
      'driverReleased',
      'driverAssigned',
      'driverReleased',
    ]);
  });

  it('are known by the reversed bytes of a key, and by its case', async () => {
    await addOperator(1, 'Anna', '01A2B3C4D5E6F708');
    await live([report(0, '08F7E6D5C4B3A201'), report(1, '01a2b3c4d5e6f708')]);
    expect(await bindings(1)).toEqual([[UNIT, 0, 1, 'otherKey']]);
    const unknown = await test.database.query('select key from driver_key_session where operator_id is null');
    expect(unknown).toEqual([{ key: '01a2b3c4d5e6f708' }]);
  });

  it('report a key that nobody has once for each time that it signs in', async () => {
    await addOperator(1, 'Anna', 'ANNA');
    await live([report(0, 'FOUND'), report(1, 'FOUND'), report(2), report(3, 'ANNA')]);
    await opened.world.restart();
    await live([report(4, 'FOUND'), report(5, 'FOUND'), report(6, '')]);
    const reported = await test.database.query(
      "select account_id, subject_type, subject_id, data ->> 'key' as key, (data ->> 'late')::bool as late from event where kind = 'unknownKeyReported'",
    );
    const once = { account_id: ACCOUNT, subject_type: 'driver_key', subject_id: UNIT, key: 'FOUND', late: false };
    expect(reported).toEqual([once, once]);
  });

  it('report each unknown key once of what comes late, however much is found with it', async () => {
    const points = [...Array(90).keys()].map((place) => report(place, `K${place % 3}`));
    await opened.world.send(UNIT, points, START + 90 * MINUTE);
    await pass(90 * MINUTE);
    const reported = await test.database.query<{ key: string }>(
      "select data ->> 'key' as key from event where kind = 'unknownKeyReported'",
    );
    expect(reported.map(({ key }) => key)).toEqual(['K0', 'K1', 'K2']);
  });

  it('are of the accounts that own and hold the unit, and of no other', async () => {
    await addOperator(1, 'Stranger', 'KEY-1', 7);
    await live([report(0, 'KEY-1')]);
    expect(await bindings(1)).toEqual([]);
  });

  it('leave a unit for the next one, which is reported of the first', async () => {
    await addOperator(1, 'Anna', 'ANNA');
    await live([report(0, 'ANNA')]);
    await live([report(5, 'ANNA')], 41);
    expect(await bindings(1)).toEqual([
      [UNIT, 0, 5, 'otherUnit'],
      [41, 5, null, null],
    ]);
    expect(await opened.world.facts(UNIT)).toEqual(['driverAssigned', 'driverReleased']);
    await test.database.query('update operator set several_units = true where id = 1');
    await live([report(6, 'ANNA')], 40);
    await live([report(7, 'x'), report(8, 'ANNA')], 41);
    expect((await bindings(1)).filter(([, , to]) => to === null)).toHaveLength(2);
  });

  it('are found again from the time of a late report', async () => {
    await addOperator(1, 'Anna', 'ANNA');
    await addOperator(2, 'Boris', 'BORIS');
    await live([report(0, 'ANNA'), report(10), report(20)]);
    await opened.world.send(UNIT, [report(5, 'BORIS')], opened.world.now);
    await opened.world.detection.run();
    await pass(LATER);
    expect(await bindings(1)).toEqual([[UNIT, 0, 5, 'otherKey']]);
    expect(await bindings(2)).toEqual([[UNIT, 5, null, null]]);
  });

  it('go on after a restart as if there was none', async () => {
    await addOperator(1, 'Anna', 'ANNA');
    await live([report(0, 'ANNA'), report(1)]);
    await opened.world.restart();
    await live([report(2, 'ANNA'), report(3, '')]);
    expect(await bindings(1)).toEqual([[UNIT, 0, 3, 'signedOut']]);
  });

  it('are those of the domain however reports were split and came late, at many units side by side', async () => {
    for (const [place, key] of ['D0', 'D1', 'D2'].entries()) await addOperator(place + 1, key, key);
    const random = chance(77);
    const fleet = [40, 41].map((unitId, place) => ({
      unitId,
      points: randomTrace(chance(50 + place), 900, START).map(storedPoint),
    }));
    const parts = fleet.flatMap(({ unitId, points }) => {
      const cuts: { unitId: number; points: DetectionPoint[] }[] = [];
      for (let at = 0; at < points.length;) {
        const size = 1 + Math.floor(random() * 90);
        cuts.push({ unitId, points: points.slice(at, at + size) });
        at += size;
      }
      return cuts;
    });
    const order = parts
      .map((part, index) => ({ part, place: index + random() * 6 }))
      .toSorted((a, b) => a.place - b.place);
    for (const { part } of order) {
      opened.world.now = Math.max(opened.world.now, part.points[part.points.length - 1].time);
      await opened.world.send(part.unitId, part.points, opened.world.now);
      if (random() < 0.7) await opened.world.detection.run();
      if (random() < 0.4) await pass(LATER);
      if (random() >= 0.05) continue;
      await opened.world.restart();
      await opened.world.detection.sweep();
    }
    await opened.world.detection.run();
    await pass(LATER);
    // Silence is counted from when the last report came.
    await pass(2 * HOUR);
    const found = fleet.map(({ unitId, points }) => ({ unitId, sessions: foldOf(points, opened.world.now) }));
    for (const { unitId, sessions: expected } of found) {
      expect(expected.length).toBeGreaterThan(10);
      expect(await sessions(unitId)).toEqual(expected.map(({ key, from, to, ended }) => [key, from, to, ended]));
    }
    for (const [place, key] of ['D0', 'D1', 'D2'].entries()) {
      const expected = bindingsByKey({
        sessions: found.flatMap(({ unitId, sessions: own }) =>
          own.filter((session) => session.key === key).map(({ from, to }) => ({ unitId, from, to })),
        ),
        manual: [],
        others: [],
        releases: [],
        severalUnits: false,
      });
      expect((await bindings(place + 1)).map((row) => row.slice(0, 3))).toEqual(
        expected.map(({ unitId, from, to }) => [unitId, minute(from), minute(to)]),
      );
    }
  }, 60_000);
});
