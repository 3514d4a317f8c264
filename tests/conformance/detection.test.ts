import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DAY, destination, HOUR, MINUTE, SECOND } from '../../src/domain/base/index.ts';
import { createPoint, detectTrips, pointsOf, type DetectionPoint } from '../../src/domain/detection/index.ts';
import { chance } from '../../src/domain/base/testing/index.ts';
import { randomTrace } from '../../src/domain/detection/testing/traces.ts';
import { IGNITION } from '../../src/domain/telemetry/index.ts';
import { LATER, setUpDevice, storedPoint, TRIP_SETTINGS } from '../support/detection.ts';
import { START, UNIT, withDetection } from '../support/detectionTests.ts';

const opened = withDetection();
const { live, test } = opened;

/** Reports a minute apart: `speeds` in km/h, northwards. */
function drive(speeds: readonly number[], from = START, more: Partial<DetectionPoint> = {}): DetectionPoint[] {
  let metres = 0;
  return speeds.map((speed, minute) => {
    metres += (speed / 3.6) * 60;
    const [latitude, longitude] = destination(52, 13, 0, metres);
    return {
      ...createPoint(),
      time: from + minute * MINUTE,
      hasPosition: true,
      valid: true,
      latitude,
      longitude,
      speed,
      satellites: 9,
      ...more,
    };
  });
}
const rides = (count: number, speed = 50) => Array.from({ length: count }, () => speed);
const rests = (count: number) => rides(count, 0);
async function pass(milliseconds: number): Promise<void> {
  opened.world.now += milliseconds;
  await opened.world.detection.run();
}
const minutes = (instant: number) => (instant - START) / MINUTE;

describe('trips of what was committed', () => {
  it('begin when both bounds are passed, end when the unit parked, and are recorded once', async () => {
    const points = drive([...rests(2), ...rides(10), ...rests(7)]);
    await live(points.slice(0, 3));
    expect(await opened.world.facts(UNIT)).toEqual([]);
    await live(points.slice(3, 8));
    expect(await opened.world.facts(UNIT)).toEqual(['tripStarted']);
    expect(await opened.world.trips(UNIT)).toMatchObject([{ start: points[2].time, end: points[7].time, open: true }]);
    await live(points.slice(8));
    expect(await opened.world.facts(UNIT)).toEqual(['tripStarted', 'tripEnded']);
    const [trip] = await opened.world.trips(UNIT);
    expect([minutes(trip.start), minutes(trip.end), trip.open, trip.ended?.code]).toEqual([2, 12, false, 'parking']);
    expect(await opened.world.stops(UNIT)).toEqual([{ kind: 'parking', from: points[12].time, to: null }]);
  });

  it('end by the clock where the device fell asleep, and stay ended when it wakes up', async () => {
    await live(drive([...rides(6), 0]));
    expect(await opened.world.trips(UNIT)).toMatchObject([{ open: true }]);
    await pass(5 * MINUTE + 3 * SECOND);
    expect(await opened.world.facts(UNIT)).toEqual(['tripStarted', 'tripEnded']);
    const [slept] = await opened.world.trips(UNIT);
    expect([minutes(slept.end), slept.open, slept.ended?.code]).toEqual([6, false, 'parking']);
    expect(await opened.world.stops(UNIT)).toEqual([{ kind: 'parking', from: START + 6 * MINUTE, to: null }]);
    await live(drive([0], START + 2 * HOUR).map((point) => ({ ...point, latitude: 52.0375 })));
    expect(await opened.world.facts(UNIT)).toEqual(['tripStarted', 'tripEnded']);
    expect((await opened.world.trips(UNIT)).map(({ end }) => minutes(end))).toEqual([6]);
  });

  it('end in silence where the device stopped reporting on the way', async () => {
    await live(drive(rides(6)));
    await pass(5 * MINUTE + 3 * SECOND);
    expect(await opened.world.trips(UNIT)).toMatchObject([
      { open: false, end: START + 5 * MINUTE, ended: { code: 'gap' } },
    ]);
    expect(await opened.world.stops(UNIT)).toEqual([{ kind: 'no_data', from: START + 5 * MINUTE, to: null }]);
  });

  it('are each of their own unit where many report at once', async () => {
    const units = [UNIT, 41, 60];
    const points = units.map((_, place) =>
      drive(rides(8)).map((point) => ({ ...point, longitude: point.longitude + place * 20 })),
    );
    for (let minute = 0; minute < 8; minute++) {
      opened.world.now = points[0][minute].time;
      for (const [place, unitId] of units.entries()) await opened.world.send(unitId, [points[place][minute]]);
      await opened.world.detection.run();
    }
    for (const unitId of units) {
      expect(await opened.world.stops(unitId)).toEqual([]);
      expect(await opened.world.trips(unitId)).toMatchObject([{ start: START, end: START + 7 * MINUTE, open: true }]);
    }
  });

  it('of a database whose units were taken for each other are found again', async () => {
    await live(drive([...rides(10), ...rests(7), ...rides(10), ...rests(7)], Date.UTC(2026, 10, 26, 8)));
    const found = await opened.world.trips(UNIT);
    expect(found).toHaveLength(2);
    // What was stored then: trips of another unit.
    await test.database.query("update trip set end_at = start_at + interval '1 minute', data = data - 'distance'");
    const migration = '../../server/store/migrations/0074_detection_of_each_unit.sql';
    await test.database.query(readFileSync(join(import.meta.dirname, migration), 'utf8'));
    await opened.world.restart();
    await opened.world.detection.sweep();
    expect(await opened.world.trips(UNIT)).toEqual(found);
  });

  it('are those of the domain, whatever a unit does and however its reports are cut into batches', async () => {
    for (const seed of [1, 2, 3]) {
      const random = chance(seed);
      const points = randomTrace(random, 1_500, START).map(storedPoint);
      const unitId = [40, 41, 60][seed - 1];
      for (let sent = 0; sent < points.length;) {
        const size = 1 + Math.floor(random() * 80);
        const batch = points.slice(sent, sent + size);
        opened.world.now = batch[batch.length - 1].time;
        await opened.world.send(unitId, batch);
        if (random() < 0.6) await opened.world.detection.run();
        if (random() < 0.05) await opened.world.store.compact();
        sent += size;
      }
      await opened.world.detection.run();
      const expected = detectTrips(pointsOf(points), TRIP_SETTINGS);
      expect(expected.trips.length).toBeGreaterThan(5);
      expect(await opened.world.trips(unitId)).toEqual(expected.trips);
      const known = await opened.world.stops(unitId);
      expect(known.filter(({ kind }) => kind === 'parking').map(({ from, to }) => [from, to])).toEqual(
        expected.parkings.map(({ from, to }) => [from, to]),
      );
      expect(known.filter(({ kind }) => kind === 'no_data').map(({ from, to }) => [from, to])).toEqual(
        expected.noData.map(({ from, to }) => [from, to]),
      );
    }
  }, 60_000);

  it('are those of the domain for many units at once, late reports included, and recorded for each', async () => {
    const fleet = [40, 41, 60].map((unitId, place) => ({
      unitId,
      points: randomTrace(chance(20 + place), 600, START).map(storedPoint),
    }));
    // Each looks at its second hundred last.
    const order = [0, 2, 3, 1, 4, 5];
    for (const part of order) {
      opened.world.now = Math.max(opened.world.now, ...fleet.map(({ points }) => points[part * 100 + 99].time));
      for (const { unitId, points } of fleet)
        await opened.world.send(unitId, points.slice(part * 100, part * 100 + 100), opened.world.now);
      await opened.world.detection.run();
      await pass(LATER);
    }
    for (const { unitId, points } of fleet) {
      const expected = detectTrips(pointsOf(points), TRIP_SETTINGS).trips.filter(({ open }) => !open);
      expect(expected.length).toBeGreaterThan(2);
      expect((await opened.world.trips(unitId)).slice(0, expected.length)).toEqual(expected);
      const rows = await test.database.query<{ subject_id: number; unit_id: number }>(
        "select e.subject_id, t.unit_id from event e join trip t on t.id = e.subject_id where (e.data ->> 'unit_id')::int8 = $1",
        [unitId],
      );
      expect(rows.every((row) => row.unit_id === unitId)).toBe(true);
    }
    const numbers = await test.database.query<{ account_id: number; gaps: number }>(
      'select account_id, (max(sequence) - min(sequence) + 1 - count(*))::int as gaps from event group by account_id',
    );
    expect(numbers.map(({ gaps }) => gaps)).toEqual(numbers.map(() => 0));
  }, 60_000);
});

describe('late reports', () => {
  it('part, join and add trips under their old ids, ten seconds after the batch, and wake nobody', async () => {
    const points = drive([...rests(1), ...rides(10), ...rests(6), ...rides(20), ...rests(8)]);
    // Worked example 7 of the domain reference: a black box keeps the middle back.
    const kept = points.slice(20, 30);
    await live(points.filter((point) => !kept.includes(point)));
    const before = await opened.world.trips(UNIT);
    expect(before.map(({ start, end }) => [minutes(start), minutes(end)])).toEqual([
      [1, 11],
      [17, 19],
      [30, 37],
    ]);
    const ids = await opened.world.tripIds(UNIT);
    const recorded = await opened.world.facts(UNIT);
    await opened.world.send(UNIT, kept, opened.world.now);
    await opened.world.detection.run();
    expect(await opened.world.trips(UNIT)).toEqual(before);
    await pass(11 * SECOND);
    const after = await opened.world.trips(UNIT);
    expect(after).toEqual(detectTrips(pointsOf(points.map(storedPoint)), TRIP_SETTINGS).trips);
    expect(after.map(({ start, end }) => [minutes(start), minutes(end)])).toEqual([
      [1, 11],
      [17, 37],
    ]);
    expect(await opened.world.tripIds(UNIT)).toEqual([ids[0], ids[2]]);
    expect((await opened.world.facts(UNIT)).slice(recorded.length)).toEqual(['tripRemoved late', 'tripChanged late']);
  });

  it('that come while the past is gone through for others are gone through as well', async () => {
    const points = drive([...rests(1), ...rides(10), ...rests(8), ...rides(10), ...rests(8)]);
    const [first, second] = [points.slice(4, 7), points.slice(22, 25)];
    await live(points.filter((point) => !first.includes(point) && !second.includes(point)));
    await opened.world.send(UNIT, second, opened.world.now);
    await opened.world.detection.run();
    opened.world.now += LATER;
    const going = await test.database.transaction(async (transaction) => {
      // Held where the state to begin with is read, which is one between the two.
      await transaction.query('lock table detection_anchor in access exclusive mode');
      const run = opened.world.detection.run();
      await opened.world.send(UNIT, first, opened.world.now);
      return { run };
    });
    await going.run;
    await pass(SECOND);
    await pass(LATER);
    expect(await opened.world.trips(UNIT)).toEqual(detectTrips(pointsOf(points.map(storedPoint)), TRIP_SETTINGS).trips);
  });

  it('are found also where what was taken in last is in blocks by then', async () => {
    const points = drive([...rests(1), ...rides(10), ...rests(8), ...rides(10), ...rests(20)]);
    const kept = points.slice(4, 7);
    await live(points.filter((point) => !kept.includes(point)));
    // This one is silent for so long that nothing is expected of it any more, while another goes on.
    await pass(2 * DAY);
    await opened.world.restart();
    await opened.world.detection.sweep();
    await live(drive(rests(2), opened.world.now), 60);
    await opened.world.store.compact();
    await opened.world.restart();
    await opened.world.detection.sweep();
    await opened.world.send(UNIT, kept, opened.world.now);
    await pass(SECOND);
    await pass(LATER);
    expect(await opened.world.trips(UNIT)).toEqual(detectTrips(pointsOf(points.map(storedPoint)), TRIP_SETTINGS).trips);
  });

  it('come to the same trips in any order', async () => {
    const points = randomTrace(chance(7), 1_200, START).map(storedPoint);
    const random = chance(8);
    const batches = Array.from({ length: 30 }, (_, index) => points.slice(index * 40, index * 40 + 40))
      .map((batch) => ({ batch, at: random() }))
      .toSorted((a, b) => a.at - b.at);
    opened.world.now = START + 3 * DAY;
    for (const { batch } of batches) {
      await opened.world.send(UNIT, batch, opened.world.now);
      await pass(random() < 0.5 ? SECOND : LATER);
      if (random() < 0.1) await opened.world.store.compact();
      if (random() < 0.1) await opened.world.restart();
    }
    await opened.world.detection.sweep();
    await pass(LATER);
    await pass(LATER);
    const expected = detectTrips(pointsOf(points), TRIP_SETTINGS);
    const found = await opened.world.trips(UNIT);
    expect(found.slice(0, -1)).toEqual(expected.trips.slice(0, -1));
    // The clock has ended the last one, and the unit may be parked since: it was silent for days.
    expect(found.at(-1)).toMatchObject({
      start: expected.trips.at(-1)?.start,
      end: expected.trips.at(-1)?.end,
      open: false,
    });
    const parkings = (await opened.world.stops(UNIT))
      .filter(({ kind }) => kind === 'parking')
      .map(({ from, to }) => [from, to]);
    expect(parkings.slice(0, expected.parkings.length)).toEqual(expected.parkings.map(({ from, to }) => [from, to]));
    expect(parkings.slice(expected.parkings.length)).toEqual(
      parkings.length > expected.parkings.length ? [[expected.trips.at(-1)?.end, null]] : [],
    );
  }, 60_000);
});

describe('a restart', () => {
  it('neither doubles nor loses a trip, and records none again', async () => {
    const points = drive([...rides(10), ...rests(7), ...rides(10), ...rests(7), ...rides(10)]);
    for (let sent = 0; sent < points.length; sent += 5) {
      opened.world.now = points[Math.min(points.length, sent + 5) - 1].time;
      await opened.world.send(UNIT, points.slice(sent, sent + 5));
      if (sent % 2 === 0) await opened.world.detection.run();
      await opened.world.restart();
      await opened.world.detection.sweep();
    }
    const expected = detectTrips(pointsOf(points.map(storedPoint)), TRIP_SETTINGS).trips;
    expect(expected).toHaveLength(3);
    expect(await opened.world.trips(UNIT)).toEqual(expected);
    expect(new Set(await opened.world.tripIds(UNIT)).size).toBe(3);
    expect(await opened.world.facts(UNIT)).toEqual([
      'tripStarted',
      'tripEnded',
      'tripStarted',
      'tripEnded',
      'tripStarted',
    ]);
  });

  it('over a past that nobody looked at finds it and says nothing; who asks is not kept waiting', async () => {
    await opened.world.detection.close();
    await opened.world.send(UNIT, drive([...rides(10), ...rests(7)]));
    await opened.world.send(41, drive([...rides(10), ...rests(7)]));
    await opened.world.restart();
    const swept = opened.world.detection.sweep();
    await opened.world.detection.catchUp([41]);
    expect(await opened.world.trips(41)).toHaveLength(1);
    await swept;
    expect(await opened.world.trips(UNIT)).toHaveLength(1);
    expect([...(await opened.world.facts(UNIT)), ...(await opened.world.facts(41))]).toEqual([]);
  });
});

describe('settings', () => {
  it('count from the last standing on; the past follows when it is asked to, and nobody is notified', async () => {
    const points = drive([...rides(10), ...rests(4), ...rides(10), ...rests(7)]);
    await live(points);
    expect(await opened.world.trips(UNIT)).toHaveLength(1);
    const recorded = await opened.world.facts(UNIT);
    await setUpDevice(test.database, UNIT, { trip_detector: { ...TRIP_SETTINGS, min_park_time: 120 } });
    expect(await opened.world.detection.recompute(UNIT, START)).toEqual({ trips: 2, fuelEvents: 0 });
    expect((await opened.world.trips(UNIT)).map(({ start, end }) => [minutes(start), minutes(end)])).toEqual([
      [0, 10],
      [14, 24],
    ]);
    expect(await opened.world.facts(UNIT)).toEqual(recorded);
  });

  it('may change again and again while the unit stands', async () => {
    await live(drive([...rides(10), ...rests(7)]));
    for (const minimum of [120, 180, 240]) {
      await setUpDevice(test.database, UNIT, { trip_detector: { ...TRIP_SETTINGS, min_park_time: minimum } });
      await opened.world.restart();
      await opened.world.detection.recompute(UNIT, Number.POSITIVE_INFINITY);
    }
    expect((await opened.world.trips(UNIT)).map(({ start, end }) => [minutes(start), minutes(end)])).toEqual([[0, 10]]);
  });

  it('of filters keep a fix out of trips, and in the store', async () => {
    await setUpDevice(test.database, UNIT, {
      trip_detector: { ...TRIP_SETTINGS, max_dist_in_msgs: 1_000_000 },
      filters: { max_speed: 150 },
    });
    const points = drive([...rides(10), ...rests(7)]);
    const [latitude, longitude] = destination(52, 13, 90, 40_000);
    await live(points.toSpliced(5, 1, { ...points[5], latitude, longitude }));
    const [trip] = await opened.world.trips(UNIT);
    expect(trip.distance).toBeLessThan(9_000);
    let stored = 0;
    for await (const track of opened.world.store.readTracks(UNIT, 0, Number.POSITIVE_INFINITY)) stored += track.count;
    expect(stored).toBe(points.length);
  });

  it('of sensors give the ignition', async () => {
    await setUpDevice(test.database, UNIT, {
      trip_detector: { ...TRIP_SETTINGS, m_source: 'ignition', min_m_speed: 0 },
    });
    await test.database.query(
      "insert into sensor (id, device_id, position, field, name, type, definition, created_at) values (1, $1, 0, 'ignition', 'Engine', 'ignition', $2, now())",
      [
        UNIT,
        JSON.stringify({
          type: 'ignition',
          name: 'Engine',
          parameter: 'odometer',
          data_type: 'boolean',
          multiplier: 1,
          minimum: null,
          maximum: null,
          table: { kind: 'none', points: [], rows: [] },
        }),
      ],
    );
    const on = drive(rides(10)).map((point) => ({ ...point, odometer: 1, ignition: IGNITION.off }));
    const off = drive(rests(7), START + 10 * MINUTE).map((point) => ({
      ...point,
      latitude: on[9].latitude,
      odometer: 0,
      ignition: IGNITION.on,
    }));
    await live([...on, ...off]);
    expect((await opened.world.trips(UNIT)).map(({ start, end }) => [minutes(start), minutes(end)])).toEqual([[0, 10]]);
  });
});
