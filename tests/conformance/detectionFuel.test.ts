import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../src/domain/base/index.ts';
import {
  createPoint,
  DEFAULT_FUEL,
  detectFuel,
  fuelSeriesOf,
  pointsOf,
  type DetectionPoint,
} from '../../src/domain/detection/index.ts';
import { chance } from '../../src/domain/base/testing/index.ts';
import { LATER, storedPoint, TRIP_SETTINGS } from '../support/detection.ts';
import { START, UNIT, withDetection } from '../support/detectionTests.ts';

const opened = withDetection();
const { live, test } = opened;

/** Levels a minute apart of a unit that is stopped. */
const tank = (levels: readonly number[], from = START): DetectionPoint[] =>
  levels.map((level, minute) => ({
    ...createPoint(),
    time: from + minute * MINUTE,
    hasPosition: true,
    valid: true,
    latitude: 52,
    longitude: 13,
    speed: 0,
    satellites: 9,
    fuelLevels: [level],
  }));
const level = (litres: number, count: number) => Array.from({ length: count }, () => litres);

const found = async () =>
  (await opened.world.fuelEvents(UNIT)).map(({ kind, start, end, volume }) => [
    kind,
    (start - START) / MINUTE,
    (end - START) / MINUTE,
    Math.round(volume),
  ]);

describe('fuel of what was committed', () => {
  it('is recorded once it has lasted for the observed time, and once only', async () => {
    const points = tank([...level(20, 5), 35, 60, ...level(80, 40), ...level(40, 40)]);
    await live(points.slice(0, 10));
    expect(await opened.world.facts(UNIT)).toEqual([]);
    await live(points.slice(10, 20));
    expect(await opened.world.facts(UNIT)).toEqual(['fuelRefill']);
    expect(await found()).toEqual([['refill', 4, 7, 60]]);
    await live(points.slice(20));
    expect(await opened.world.facts(UNIT)).toEqual(['fuelRefill', 'fuelTheft']);
    expect(await found()).toEqual([
      ['refill', 4, 7, 60],
      ['theft', 46, 47, 40],
    ]);
  });

  it('goes on after a restart where it stood', async () => {
    const points = tank([...level(20, 5), 35, 60, ...level(80, 30), ...level(40, 40)]);
    for (let sent = 0; sent < points.length; sent += 4) {
      await live(points.slice(sent, sent + 4));
      await opened.world.restart();
    }
    await opened.world.detection.sweep();
    opened.world.now += LATER;
    await opened.world.detection.run();
    expect(await found()).toEqual([
      ['refill', 4, 7, 60],
      ['theft', 36, 37, 40],
    ]);
  });

  it('takes a sensor that reads empty for a fault, over restarts, a late report and a new calculation', async () => {
    const points = tank([...level(77, 10), ...level(0, 90), ...level(76.7, 40)]);
    const late = points.slice(60, 62);
    for (let sent = 0; sent < points.length; sent += 10) {
      await live(points.slice(sent, sent + 10).filter((point) => !late.includes(point)));
      await opened.world.restart();
    }
    await opened.world.detection.sweep();
    opened.world.now += LATER;
    await opened.world.detection.run();
    const expected = [
      ['fault', 9, 10, 77],
      ['fault', 99, 100, 77],
    ];
    expect(await found()).toEqual(expected);
    expect(await opened.world.facts(UNIT)).toEqual(['fuelFault', 'fuelFault']);
    await opened.world.send(UNIT, late, opened.world.now);
    await opened.world.detection.run();
    opened.world.now += LATER;
    await opened.world.detection.run();
    await opened.world.detection.run();
    await opened.world.detection.recompute(UNIT, START + 50 * MINUTE);
    expect(await found()).toEqual(expected);
    expect((await opened.world.fuelEvents(UNIT)).map(({ reason }) => reason.code)).toEqual(['dropout', 'restored']);
    expect(await opened.world.facts(UNIT)).toEqual(['fuelFault', 'fuelFault']);
  });

  it('changes under its old id when levels come late, and wakes nobody', async () => {
    const points = tank([...level(20, 30), ...level(60, 40), ...level(90, 20), ...level(60, 40)]);
    const kept = points.filter((_, minute) => (minute >= 12 && minute < 30) || (minute >= 68 && minute < 92));
    await live(points.filter((point) => !kept.includes(point)));
    opened.world.now += HOUR;
    await opened.world.detection.run();
    expect(await found()).toEqual([['refill', 11, 30, 40]]);
    const [{ id }] = await test.database.query<{ id: number }>('select id from fuel_event');
    const recorded = await opened.world.facts(UNIT);
    await opened.world.send(UNIT, kept, opened.world.now);
    await opened.world.detection.run();
    opened.world.now += LATER;
    await opened.world.detection.run();
    await opened.world.detection.run();
    expect(await found()).toEqual([
      ['refill', 29, 30, 40],
      ['refill', 69, 70, 30],
      ['theft', 89, 90, 30],
    ]);
    expect(await test.database.query('select id from fuel_event where id = $1', [id])).toHaveLength(1);
    expect((await opened.world.facts(UNIT)).slice(recorded.length)).toEqual([
      'fuelEventChanged late',
      'fuelRefill late',
      'fuelTheft late',
    ]);
  });

  it('of a database of before sensor faults were recorded is gone through again', async () => {
    await live(tank([...level(77, 10), ...level(0, 40), ...level(76.7, 40)]));
    // What was stored then: a theft, a refill, and an anchor of the end.
    await test.database.query(
      "update fuel_event set kind = case when end_at < $1 then 'theft' else 'refill' end, data = jsonb_set(data, '{reason,code}', '\"rise\"')",
      [new Date(START + 30 * MINUTE)],
    );
    await test.database.query(
      readFileSync(join(import.meta.dirname, '../../server/store/migrations/0013_detection_again.sql'), 'utf8'),
    );
    await opened.world.restart();
    await opened.world.detection.sweep();
    opened.world.now += LATER;
    await opened.world.detection.run();
    expect(await found()).toEqual([
      ['fault', 9, 10, 77],
      ['fault', 49, 50, 77],
    ]);
    expect((await opened.world.fuelEvents(UNIT)).map(({ reason }) => reason.code)).toEqual(['dropout', 'restored']);
  });

  it('is that of the domain, whatever the batches', async () => {
    const random = chance(11);
    const levels: number[] = [];
    for (let current = 60; levels.length < 1_200;) {
      const change = random();
      if (change < 0.02) current = Math.min(100, current + 15 + random() * 40);
      else if (change < 0.03) current = Math.max(5, current - 12 - random() * 20);
      else if (change < 0.035) for (let dead = 10 + Math.floor(random() * 40); dead > 0; dead--) levels.push(0);
      levels.push(Math.round((current + (random() - 0.5) * 2) * 100) / 100);
    }
    const points = tank(levels).map(storedPoint);
    for (let sent = 0; sent < points.length;) {
      const batch = points.slice(sent, sent + 1 + Math.floor(random() * 60));
      opened.world.now = batch[batch.length - 1].time;
      await opened.world.send(UNIT, batch);
      await opened.world.detection.run();
      if (random() < 0.1) await opened.world.store.compact();
      sent += batch.length;
    }
    opened.world.now += HOUR;
    await opened.world.detection.run();
    await opened.world.detection.run();
    const series = fuelSeriesOf(pointsOf(points), {
      threshold: null,
      movingSpeed: TRIP_SETTINGS.min_m_speed,
      minimumSatellites: TRIP_SETTINGS.min_satellites,
    });
    const expected = detectFuel(series, DEFAULT_FUEL).events.filter(({ settled }) => settled);
    expect(expected.length).toBeGreaterThan(10);
    expect(await opened.world.fuelEvents(UNIT)).toEqual(expected);
  }, 60_000);
});
