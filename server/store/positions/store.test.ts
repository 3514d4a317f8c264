import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../../../src/domain/base/index.ts';
import { MOTION, stateMotion, stateSpeed, type Position } from '../../../src/domain/telemetry/index.ts';
import { fixAt, START, withPositionStore } from '../../../tests/support/positionStore.ts';
import type { CommittedBatch } from '../types.ts';

const opened = withPositionStore();
const { committed, positions, put, reopen, test } = opened;

describe('a stored position', () => {
  it('comes back whole, from the tail, from blocks, after a restart', async () => {
    await put(
      11,
      fixAt(
        START,
        { latitude: -33.9249123, longitude: 18.4240987, speed: 61.25, course: 271.4, altitude: -7, satellites: 12 },
        {
          ignition: true,
          external_voltage: 12.345,
          odometer: 123_456_789,
          driver_key: 'A1B2',
          'fuel sensor': 17,
          ratio: 0.25,
          'door open': false,
          note: 'Тест',
        },
      ),
    );
    const expected: Position = {
      unit_id: 11,
      time: '2026-03-02T07:30:00.000Z',
      received_at: '2026-03-02T07:30:01.000Z',
      latitude: -33.9249123,
      longitude: 18.4240987,
      speed: 61.3,
      course: 271.4,
      altitude: -7,
      satellites: 12,
      valid: true,
      protocol: 'teltonika',
      attributes: {
        ignition: true,
        external_voltage: 12.345,
        odometer: 123_456_789,
        driver_key: 'A1B2',
        'fuel sensor': 17,
        ratio: 0.25,
        'door open': false,
        note: 'Тест',
      },
    };
    const check = async () => {
      expect(await positions([11])).toEqual([expected]);
      expect(opened.store.latest.position(11)).toEqual(expected);
    };
    await check();
    await reopen();
    await check();
    await opened.store.compact();
    await check();
    expect(await test.database.query('select 1 from journal')).toEqual([]);
    await reopen();
    await check();
  });

  it('says what it knows of a unit and null of one that it does not', async () => {
    expect(opened.store.latest.indexOf(12)).toBe(-1);
    expect(opened.store.latest.position(12)).toBeNull();
    await put(12, fixAt(START, { speed: 42 }, { ignition: true }));
    const index = opened.store.latest.indexOf(12);
    expect(opened.store.latest.times[index]).toBe(START);
    expect(opened.store.latest.longitudes[index]).toBe(247_000_000);
    expect(stateSpeed(opened.store.latest.states[index])).toBe(42);
    expect(stateMotion(opened.store.latest.states[index])).toBe(MOTION.moving);
    expect(opened.store.latest.sequences[index]).toBe(opened.store.sequence);
  });

  it('keeps the last known place where a report has none', async () => {
    await put(13, fixAt(START, {}, { ignition: true }));
    await put(
      13,
      fixAt(
        START + MINUTE,
        { hasPosition: false, valid: false, latitude: 0, longitude: 0, speed: Number.NaN },
        { ignition: false, battery_level: 80 },
      ),
    );
    const check = async () => {
      expect(opened.store.latest.times[opened.store.latest.indexOf(13)]).toBe(START);
      expect(opened.store.latest.receivedTimes[opened.store.latest.indexOf(13)]).toBe(START + MINUTE + SECOND);
      expect(opened.store.latest.position(13)).toMatchObject({
        time: '2026-03-02T07:31:00.000Z',
        latitude: 59.4,
        longitude: 24.7,
        valid: false,
        attributes: { ignition: false, battery_level: 80 },
      });
      expect((await positions([13])).map((position) => [position.latitude, position.valid])).toEqual([
        [59.4, true],
        [59.4, false],
      ]);
    };
    await check();
    await opened.store.compact();
    await check();
    await reopen();
    await check();
  });

  it('does not place a unit that never had a position', async () => {
    await put(14, fixAt(START, { hasPosition: false, valid: false, latitude: 0, longitude: 0 }, { battery_level: 5 }));
    const check = () => {
      const index = opened.store.latest.indexOf(14);
      expect(opened.store.latest.times[index]).toBe(0);
      expect(stateMotion(opened.store.latest.states[index])).toBe(MOTION.noFix);
      expect(opened.store.latest.position(14)).toMatchObject({
        time: '2026-03-02T07:30:00.000Z',
        valid: false,
        attributes: { battery_level: 5 },
      });
    };
    check();
    await reopen();
    check();
    await opened.store.compact();
    await reopen();
    check();
  });
});

describe('what the latest report does not carry', () => {
  const at = (seconds: number): string => new Date(START + seconds * SECOND).toISOString();
  const placeless = {
    hasPosition: false,
    valid: false,
    speed: Number.NaN,
    course: Number.NaN,
    altitude: Number.NaN,
    satellites: -1,
  };

  it('holds as it was said last, with its time, until a report says otherwise, through restarts', async () => {
    await put(15, fixAt(START, {}, { ignition: true, fuel_raw: 1500, battery_level: 80 }));
    expect(opened.store.latest.position(15)?.kept).toBeUndefined();
    await put(15, fixAt(START + 10 * SECOND, placeless, { message: 'hello' }));
    await put(15, fixAt(START + 20 * SECOND, placeless, { battery_level: 79 }));
    const check = () =>
      expect(opened.store.latest.position(15)).toMatchObject({
        time: at(20),
        attributes: { battery_level: 79 },
        kept: {
          speed: { value: 50, time: at(0) },
          course: { value: 90, time: at(0) },
          altitude: { value: 30, time: at(0) },
          sats: { value: 9, time: at(0) },
          ignition: { value: true, time: at(0) },
          fuel_raw: { value: 1500, time: at(0) },
          message: { value: 'hello', time: at(10) },
        },
      });
    check();
    expect(Object.keys(opened.store.latest.position(15)?.kept ?? {})).not.toContain('battery_level');
    await reopen();
    check();
    await opened.store.compact();
    await reopen();
    check();
    await put(
      15,
      fixAt(START + 30 * SECOND, {}, { ignition: false, fuel_raw: 1400, battery_level: 78, message: 'bye' }),
    );
    expect(opened.store.latest.position(15)?.kept).toBeUndefined();
  });

  it('is filled by a report that comes late, or of a clock that is behind, and by nothing older than what is known', async () => {
    await put(16, fixAt(START, {}, { fuel_raw: 1500 }));
    await put(16, fixAt(START + 60 * SECOND, placeless, { message: 'hello' }));
    await put(16, fixAt(START + 30 * SECOND, {}, { fuel_raw: 1400 }));
    await put(16, fixAt(START + 20 * SECOND, {}, { fuel_raw: 1450 }));
    expect(opened.store.latest.position(16)).toMatchObject({
      time: at(60),
      attributes: { message: 'hello' },
      kept: { fuel_raw: { value: 1400, time: at(30) } },
    });
  });

  it('is bounded: who sends ever new names does not fill the memory', async () => {
    for (let index = 0; index < 400; index++)
      opened.store.append(
        17,
        2,
        START + index * SECOND,
        fixAt(START + index * SECOND, {}, { [`name_${index}`]: index }),
      );
    await committed();
    const kept = Object.keys(opened.store.latest.position(17)?.kept ?? {});
    expect(kept.length).toBeLessThanOrEqual(256);
    expect(kept).toContain('name_398');
  });
});

describe('commits', () => {
  it('answer in the order of the calls, after the rows are durable', async () => {
    const order: string[] = [];
    opened.store.onCommitted((batch) => order.push(`batch of ${batch.count}`));
    opened.store.append(21, 2, START, fixAt(START));
    opened.store.afterCommit(() => order.push('first'));
    opened.store.append(22, 2, START, fixAt(START));
    opened.store.afterCommit(() => order.push('second'));
    await committed();
    opened.store.append(23, 2, START, fixAt(START));
    opened.store.afterCommit(() => order.push('third'));
    await committed();
    expect(order).toEqual(['batch of 2', 'first', 'second', 'batch of 1', 'third']);
  });

  it('report which rows became the latest: not the late, doubled or placeless', async () => {
    const seen: number[][] = [];
    const undo = opened.store.onCommitted((batch: CommittedBatch) => seen.push([batch.sequence, ...batch.advanced]));
    for (const time of [START, START + 10 * SECOND, START + 5 * SECOND, START + 10 * SECOND, START + 20 * SECOND])
      opened.store.append(24, 2, time, fixAt(time));
    opened.store.append(24, 2, START + MINUTE, fixAt(START + MINUTE, { hasPosition: false }));
    opened.store.append(25, 2, START, fixAt(START));
    await committed();
    undo();
    await put(24, fixAt(START + HOUR));
    expect(seen).toEqual([[opened.store.sequence - 1, 1, 1, 0, 0, 1, 0, 1]]);
  });

  it('count on after a restart, with the journal there or gone', async () => {
    await put(26, fixAt(START));
    const first = opened.store.sequence;
    await reopen();
    expect(opened.store.sequence).toBe(first);
    await put(26, fixAt(START + SECOND));
    expect(opened.store.sequence).toBeGreaterThan(first);
    const second = opened.store.sequence;
    await opened.store.compact();
    await test.database.query('delete from last_position');
    await reopen();
    expect(opened.store.sequence).toBe(second);
  });

  it('survive a listener and a callback that fail', async () => {
    opened.store.onCommitted(() => {
      throw new Error('listener');
    });
    opened.store.append(27, 2, START, fixAt(START));
    opened.store.afterCommit(() => {
      throw new Error('callback');
    });
    expect(await committed()).toBe(true);
    expect(await positions([27])).toHaveLength(1);
  });
});

describe('a report that is read again', () => {
  it('adds what the stored one lacks, in the tail, across tail and blocks, after a restart and in the merged day', async () => {
    const first = fixAt(START, {}, { ignition: true, odometer: 1000, note: 'first' });
    const again = fixAt(
      START,
      { latitude: 1, speed: 9 },
      { ignition: false, odometer: 'far', fuel_level: 12.5, seal: 'x' },
    );
    const whole = { ignition: true, odometer: 1000, note: 'first', fuel_level: 12.5, seal: 'x' };
    await put(11, first);
    await put(11, fixAt(START + MINUTE, {}, { odometer: 2000 }));
    const check = async (): Promise<void> => {
      expect(await positions([11])).toMatchObject([
        { latitude: 59.4, speed: 50, attributes: whole },
        { attributes: { odometer: 2000 } },
      ]);
    };
    await opened.store.compact();
    opened.store.append(11, 2, START + HOUR, again, true);
    expect(await committed()).toBe(true);
    await check();
    await reopen();
    await check();
    await opened.store.compact();
    await check();
    opened.now = START + 80 * HOUR;
    expect(await opened.store.mergeDays()).toBe(1);
    await check();
  });

  it('stands for itself where none is stored, and a report that is sent twice changes nothing', async () => {
    opened.store.append(11, 2, START + HOUR, fixAt(START, {}, { odometer: 7 }), true);
    await committed();
    await put(11, fixAt(START, {}, { odometer: 8, note: 'second' }));
    expect(await positions([11])).toMatchObject([{ attributes: { odometer: 7 } }]);
    expect((await positions([11]))[0].attributes).not.toHaveProperty('note');
  });
});
