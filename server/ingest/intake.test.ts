import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, UNREAD, WEEK_ROLLOVER } from '../../src/domain/base/index.ts';
import { createFix, type Fix } from '../../src/domain/telemetry/index.ts';
import type { EventSubject } from '../../src/domain/events/index.ts';
import { testEventAbout } from '../../src/domain/events/testing/index.ts';
import type { Database, EventFollower, Queryable } from '../store/database.types.ts';
import type { UnreadRow } from '../store/types.ts';
import { DeviceRegistry } from './deviceRegistry.ts';
import { createIntake } from './intake.ts';
import { UnclaimedDevices } from './unclaimed.ts';

const START = Date.UTC(2026, 5, 1, 12);

function setUp() {
  let now = START;
  const unread: UnreadRow[] = [];
  const stored: { unitId: number; protocolCode: number; fix: Fix }[] = [];
  const log: { details: Record<string, unknown>; message: string }[] = [];
  const keep = (details: object, message: string): void => void log.push({ details: { ...details }, message });
  const registry = new DeviceRegistry();
  registry.add({ identifier: 'A1', deviceId: 1, unitId: 10, password: null, model: '', clockOffset: null });
  registry.add({ identifier: 'B2', deviceId: 2, unitId: 0, password: null, model: '', clockOffset: null });
  const intake = createIntake({
    registry,
    store: {
      append: (unitId, protocolCode, _receivedAt, fix) => stored.push({ unitId, protocolCode, fix: { ...fix } }),
      appendUnread: (message) => unread.push(message),
      afterCommit: (callback) => callback(true),
    },
    logger: { info: keep, warn: keep, error: keep },
    now: () => now,
  });
  const counters = intake.counters.of('gt06');
  return { intake, registry, stored, unread, log, counters, pass: (span: number) => (now += span) };
}

function fixAt(time: number, change: Partial<Fix> = {}): Fix {
  return { ...createFix(), time, hasPosition: true, valid: true, latitude: 1, longitude: 2, ...change };
}

function handleOf(intake: ReturnType<typeof setUp>['intake'], identifier: string) {
  const device = intake.login(identifier, 'gt06', '192.0.2.1:1');
  if (!device) throw new Error(`${identifier} is not known`);
  return device;
}

describe('intake', () => {
  it('stores what a device in a unit reports, and counts what one in no unit does', () => {
    const { intake, stored, counters } = setUp();
    intake.accept(handleOf(intake, 'A1'), 'gt06', fixAt(START));
    intake.accept(handleOf(intake, 'B2'), 'gt06', fixAt(START));
    expect(stored).toMatchObject([{ unitId: 10, protocolCode: 3, fix: { time: START } }]);
    expect(counters).toMatchObject({ messages: 2, positions: 1, unallocated: 1, rejected: 0 });
  });

  it("keeps the last reports of a device in no unit until it is in one, is another's, or is gone", () => {
    const { intake, registry } = setUp();
    const kept = (): number => intake.unstoredReports(2).length;
    const free = { identifier: 'B2', deviceId: 2, unitId: 0, password: null, model: '', clockOffset: null };
    const changes = [
      () => registry.add({ ...free, unitId: 5 }),
      () => registry.add({ ...free }, '9 ACTIVE'),
      () => registry.add({ ...free, identifier: 'Z2' }),
      () => registry.remove('B2'),
    ];
    for (const change of changes) {
      registry.add({ ...free });
      intake.accept(handleOf(intake, 'B2'), 'gt06', fixAt(START, { speed: 5000 }));
      expect(intake.unstoredReports(2)).toMatchObject([{ unit_id: 0, speed: 0, latitude: 1, protocol: 'gt06' }]);
      // Its form was saved without anything of this.
      registry.add({ ...free, model: 'GT06N' });
      expect(kept()).toBe(1);
      change();
      expect(kept()).toBe(0);
    }
    intake.accept(handleOf(intake, 'A1'), 'gt06', fixAt(START));
    expect(intake.unstoredReports(1)).toEqual([]);
  });

  it.each([
    ['from the future', fixAt(START + 10 * MINUTE + 1)],
    ['before clocks were set', fixAt(Date.UTC(1999, 11, 31))],
    ['without a time', fixAt(Number.NaN)],
    ['off the globe', fixAt(START, { latitude: 90.1 })],
    ['without numbers for coordinates', fixAt(START, { longitude: Number.NaN })],
  ])('refuses a report %s', (_name, fix) => {
    const { intake, stored, counters, log } = setUp();
    intake.accept(handleOf(intake, 'A1'), 'gt06', fix);
    expect(stored).toEqual([]);
    expect(counters).toMatchObject({ messages: 1, positions: 0, rejected: 1 });
    expect(log[0]).toMatchObject({ details: { identifier: 'A1' }, message: 'Report refused' });
  });

  it('takes a report just within the tolerance, and one without position from anywhere', () => {
    const { intake, stored } = setUp();
    intake.accept(handleOf(intake, 'A1'), 'gt06', fixAt(START + 10 * MINUTE));
    intake.accept(handleOf(intake, 'A1'), 'gt06', fixAt(START, { hasPosition: false, latitude: Number.NaN }));
    expect(stored).toHaveLength(2);
  });

  it.each([
    ['behind', -1, 0],
    ['behind, and buffered for weeks', -1, -80 * DAY],
    ['ahead', 1, -5 * MINUTE],
    ['behind, its clock a little fast', -1, 9 * MINUTE],
  ])('puts a date right that is 1,024 weeks %s, and says so', (_name, turns, age) => {
    const { intake, stored, log, counters } = setUp();
    for (const identifier of ['A1', 'B2'])
      intake.accept(
        handleOf(intake, identifier),
        'gt06',
        fixAt(START + age + turns * WEEK_ROLLOVER, { attributes: new Map() }),
      );
    expect(stored).toMatchObject([{ fix: { time: START + age } }]);
    expect(stored[0].fix.attributes.get('week_rollover')).toBe(-turns * 1024);
    expect(intake.unstoredReports(2)).toMatchObject([
      { time: new Date(START + age).toISOString(), attributes: { week_rollover: -turns * 1024 } },
    ]);
    expect(log[0]).toMatchObject({
      details: { identifier: 'A1', sent: START + age + turns * WEEK_ROLLOVER, time: START + age },
      message: 'Date corrected by a turn of the GPS week counter',
    });
    expect(counters.rejected).toBe(0);
  });

  it.each([
    ['a year old', -365 * DAY],
    ['of a clock that was never set', Date.UTC(2007, 0, 1) - START],
    ['1,024 weeks and more than a buffer ago', -WEEK_ROLLOVER - 91 * DAY],
    ['of now', 0],
  ])('leaves a date as it is that is %s', (_name, age) => {
    const { intake, stored } = setUp();
    intake.accept(handleOf(intake, 'A1'), 'gt06', fixAt(START + age));
    expect(stored).toMatchObject([{ fix: { time: START + age } }]);
    expect(stored[0].fix.attributes.size).toBe(0);
  });

  it('logs no place of a report that is refused', () => {
    const { intake, log } = setUp();
    intake.accept(handleOf(intake, 'A1'), 'gt06', fixAt(START + DAY, { latitude: 52.516271, longitude: 13.377621 }));
    intake.malformed('osmand', '192.0.2.1:1', 'lat cannot be read', Buffer.from('/?id=A1&lat=52.516271&lon=x'));
    expect(log).toHaveLength(2);
    expect(JSON.stringify(log)).not.toMatch(/52\.|13\.|35322e|latitude/);
  });

  it('leaves out satellites that are no count', () => {
    const { intake, stored } = setUp();
    for (const satellites of [Infinity, Number.NaN, 300, 9])
      intake.accept(handleOf(intake, 'A1'), 'gt06', fixAt(START, { satellites }));
    expect(stored.map(({ fix }) => fix.satellites)).toEqual([-1, -1, -1, 9]);
  });

  it('leaves out one impossible value and keeps the position', () => {
    const { intake, stored } = setUp();
    intake.accept(handleOf(intake, 'A1'), 'gt06', fixAt(START, { speed: 5000, course: 361, altitude: 1e6 }));
    expect(stored[0].fix).toMatchObject({ speed: Number.NaN, course: Number.NaN, altitude: Number.NaN, latitude: 1 });
  });

  it('counts bad frames and logs one a second of each protocol, by their first bytes alone', () => {
    const { intake, log, pass, counters } = setUp();
    for (let index = 0; index < 5; index++)
      intake.malformed('gt06', '192.0.2.1:1', 'the checksum is wrong', new Uint8Array(100).fill(0xab));
    intake.malformed('teltonika', '192.0.2.1:1', 'the checksum is wrong', Uint8Array.of(1));
    expect(log).toHaveLength(2);
    expect(log[0].details).toEqual({
      protocol: 'gt06',
      remote: '192.0.2.1:1',
      reason: 'the checksum is wrong',
      length: 100,
      bytes: 'ab'.repeat(4),
    });
    pass(1000);
    intake.malformed('gt06', '192.0.2.1:1', 'again', Uint8Array.of(1));
    expect(log[2].details).toMatchObject({ reason: 'again', leftOut: 4 });
    expect(counters.malformed).toBe(6);
  });

  it('keeps a message that was not understood, and counts it by type and model', () => {
    const { intake, unread, counters, log } = setUp();
    const device = handleOf(intake, 'A1');
    const bytes = Uint8Array.of(1, 2, 3);
    intake.unread(device, 'gt06', { type: '0x38\u0000', bytes, reason: 'not known', part: false });
    bytes.fill(0);
    intake.unread(handleOf(intake, 'B2'), 'gt06', { type: '0x38', bytes, reason: 'not known', part: true });
    expect(unread[0]).toEqual({
      deviceId: 1,
      unitId: 10,
      protocol: 'gt06',
      datagram: false,
      type: '0x38',
      reason: 'not known',
      part: false,
      receivedAt: START,
      bytes: Buffer.from([1, 2, 3]),
    });
    expect(unread[1]).toMatchObject({ deviceId: 2, unitId: 0, part: true });
    expect(counters).toMatchObject({ unread: 2, malformed: 0, messages: 0 });
    expect([...intake.counters.unreadKinds()]).toEqual([{ protocol: 'gt06', model: '', type: '0x38', messages: 2 }]);
    expect(log).toEqual([
      {
        details: { protocol: 'gt06', identifier: 'A1', type: '0x38', reason: 'not known' },
        message: 'Message not understood; kept',
      },
    ]);
  });

  it('counts types past the bound together: they come from devices', () => {
    const { intake } = setUp();
    const device = handleOf(intake, 'A1');
    for (let type = 0; type < UNREAD.series + 5; type++)
      intake.unread(device, 'gt06', { type: `t${type}`, bytes: new Uint8Array(1), reason: '', part: false });
    const kinds = [...intake.counters.unreadKinds()];
    expect(kinds).toHaveLength(UNREAD.series + 1);
    expect(kinds.at(-1)).toEqual({ protocol: 'gt06', model: 'other', type: 'other', messages: 5 });
  });

  it('lists unknown devices, the latest first, until they are registered', () => {
    const { intake, registry, pass, counters } = setUp();
    expect(intake.login('X9', 'gt06', '192.0.2.1:1')).toBeNull();
    pass(HOUR);
    intake.login('Y8', 'gt06', '192.0.2.2:2');
    intake.login('X9', 'teltonika', '192.0.2.3:3');
    pass(1);
    intake.login('Y8', 'gt06', '192.0.2.4:4');
    expect(counters.refused).toBe(3);
    const { rows, total } = intake.listUnclaimed({ page: 1, limit: 2 });
    expect(total).toBe(3);
    expect(rows).toEqual([
      {
        identifier: 'Y8',
        protocol: 'gt06',
        address: '192.0.2.4:4',
        first_seen: '2026-06-01T13:00:00.000Z',
        last_seen: '2026-06-01T13:00:00.001Z',
        attempts: 2,
        model: 'GT06N',
      },
      {
        identifier: 'X9',
        protocol: 'teltonika',
        address: '192.0.2.3:3',
        first_seen: '2026-06-01T13:00:00.000Z',
        last_seen: '2026-06-01T13:00:00.000Z',
        attempts: 1,
        model: 'FMB920',
      },
    ]);
    expect(intake.listUnclaimed({ page: 2, limit: 2 }).rows).toMatchObject([{ identifier: 'X9', protocol: 'gt06' }]);
    expect(intake.listUnclaimed({ page: 1, limit: 9, search: 'y8' }).total).toBe(1);
    registry.add({ identifier: 'Y8', deviceId: 3, unitId: 0, password: null, model: '', clockOffset: null });
    expect(intake.listUnclaimed({ page: 1, limit: 9 }).rows.map((row) => row.identifier)).toEqual(['X9', 'X9']);
  });
});

describe('unclaimed devices', () => {
  /** A database that keeps the statements it was given. */
  function recorder(): Queryable & { calls: { sql: string; parameters: readonly unknown[] }[]; away: boolean } {
    return {
      calls: [],
      away: false,
      async query(sql, parameters = []) {
        if (this.away) throw new Error('away');
        this.calls.push({ sql, parameters });
        return [];
      },
    };
  }

  it('are bounded: the one unseen for longest is forgotten', async () => {
    const unclaimed = new UnclaimedDevices(3);
    const database = recorder();
    for (const [index, name] of ['a', 'b', 'c'].entries()) unclaimed.note(name, 'gt06', '', START + index);
    await unclaimed.flush(database, START + 5);
    unclaimed.note('a', 'gt06', '', START + 10);
    unclaimed.note('d', 'gt06', '', START + 11);
    expect(unclaimed.list({ page: 1, limit: 9 }, () => false).rows.map((row) => row.identifier)).toEqual([
      'd',
      'a',
      'c',
    ]);
    await unclaimed.flush(database, START + 12);
    expect(database.calls.at(-1)).toMatchObject({
      sql: expect.stringContaining('delete'),
      parameters: [['b'], ['gt06']],
    });
  });

  it('are written in one statement, and one device not more often than every ten seconds', async () => {
    const unclaimed = new UnclaimedDevices();
    const database = recorder();
    unclaimed.note('a', 'gt06', '192.0.2.1:1', START);
    unclaimed.note('b', 'gt06', '192.0.2.1:2', START);
    await unclaimed.flush(database, START);
    unclaimed.note('a', 'gt06', '192.0.2.1:1', START + 1000);
    unclaimed.note('a', 'gt06', '192.0.2.1:1', START + 2000);
    await unclaimed.flush(database, START + 9_999);
    expect(database.calls).toHaveLength(1);
    await unclaimed.flush(database, START + 10_000);
    expect(database.calls.map((call) => [call.parameters[0], call.parameters[5]])).toEqual([
      [
        ['a', 'b'],
        [1, 1],
      ],
      [['a'], [2]],
    ]);
    await unclaimed.flush(database, START + 60_000);
    expect(database.calls).toHaveLength(2);
  });

  it('are written later when the database is away, and nothing is lost', async () => {
    const unclaimed = new UnclaimedDevices();
    const database = recorder();
    database.away = true;
    unclaimed.note('a', 'gt06', '', START);
    await expect(unclaimed.flush(database, START)).rejects.toThrow('away');
    database.away = false;
    unclaimed.note('a', 'gt06', '', START);
    await unclaimed.flush(database, START + 1);
    expect(database.calls[0].parameters[5]).toEqual([2]);
  });

  it('are not pushed out of sight by a connection that tries one identifier after the other', () => {
    const unclaimed = new UnclaimedDevices();
    unclaimed.note('tracker', 'gt06', '192.0.2.1:1', START);
    for (let index = 0; index < 300; index++)
      unclaimed.note(`guess-${index}`, 'gt06', '192.0.2.9:7', START + 1 + index);
    const { rows, total } = unclaimed.list({ page: 1, limit: 100 }, () => false);
    expect(total).toBe(21);
    expect(rows.at(0)?.identifier).toBe('guess-299');
    expect(rows.at(-1)?.identifier).toBe('tracker');
    expect(unclaimed.size).toBe(21);
  });

  it('are all remembered where a server forwards a fleet, and where each has its own connection', () => {
    const unclaimed = new UnclaimedDevices();
    for (let index = 0; index < 100; index++) unclaimed.note(`forwarded-${index}`, 'traccar', '192.0.2.9:7', START);
    for (let index = 0; index < 100; index++) unclaimed.note(`own-${index}`, 'gt06', `192.0.2.1:${index + 1}`, START);
    // Another connection of the same tracker takes it along.
    for (let index = 0; index < 100; index++) unclaimed.note('wanderer', 'gt06', `192.0.2.2:${index + 1}`, START);
    expect(unclaimed.list({ page: 1, limit: 1 }, () => false).total).toBe(201);
  });

  it('says when one was heard last, by whatever protocol, and lists what the reader may see', () => {
    const devices = new UnclaimedDevices();
    devices.note('A1', 'gt06', '198.51.100.1:1', 1_000);
    devices.note('A1', 'h02', '198.51.100.2:1', 2_000);
    devices.note('B1', 'h02', '198.51.100.3:1', 3_000);
    expect(devices.heard('A1')).toEqual({ at: 2_000, address: '198.51.100.2:1' });
    expect(devices.heard('C1')).toBeNull();
    const sees = ({ identifier }: { identifier: string }) => identifier === 'B1';
    expect(devices.list({ page: 1, limit: 10, sees }, () => false)).toMatchObject({
      total: 1,
      rows: [{ identifier: 'B1' }],
    });
  });

  it('are not pushed out by a flood, once they reported for hours', () => {
    const unclaimed = new UnclaimedDevices(500);
    const listed = () => unclaimed.list({ page: 1, limit: 500 }, () => false).rows.map((row) => row.identifier);
    for (const hours of [0, 1, 2])
      for (let index = 0; index < 20; index++)
        unclaimed.note(`genuine-${index}`, 'gt06', `192.0.2.1:${index + 1}`, START + hours * HOUR);
    unclaimed.note('just came', 'gt06', '192.0.2.2:1', START + 2 * HOUR);
    // Of one address, each number by a connection of its own: no more than its bound are kept.
    for (let index = 0; index < 5_000; index++)
      unclaimed.note(`guess-${index}`, 'gt06', `203.0.113.9:${index}`, START + 3 * HOUR + index);
    expect([unclaimed.size, listed().includes('just came')]).toEqual([221, true]);
    // Of many addresses: those that are not confirmed make room, the oldest first.
    for (let index = 0; index < 5_000; index++)
      unclaimed.note(`spread-${index}`, 'gt06', `198.51.100.${index % 250}:${index}`, START + 4 * HOUR + index);
    expect(listed().filter((name) => name.startsWith('genuine'))).toHaveLength(20);
    expect([unclaimed.size, listed().includes('just came'), listed()[0]]).toEqual([500, false, 'spread-4999']);
  });

  it('that are confirmed fill their bound and no more, and make room after a week of silence', () => {
    const unclaimed = new UnclaimedDevices(3);
    const report = (name: string, from: number) => {
      for (const hours of [0, 1, 2]) unclaimed.note(name, 'gt06', `192.0.2.${from}:1`, START + hours * HOUR);
    };
    for (const from of [1, 2, 3]) report(`genuine-${from}`, from);
    unclaimed.note('late', 'gt06', '192.0.2.9:1', START + 3 * HOUR);
    const listed = () => unclaimed.list({ page: 1, limit: 9 }, () => false).rows.map((row) => row.identifier);
    expect(listed().toSorted()).toEqual(['genuine-1', 'genuine-2', 'genuine-3']);
    unclaimed.note('late', 'gt06', '192.0.2.9:1', START + 10 * DAY);
    expect(listed().toSorted()).toEqual(['genuine-2', 'genuine-3', 'late']);
  });

  it('keep names from the network short and printable', () => {
    const unclaimed = new UnclaimedDevices();
    unclaimed.note(`\u0000a\n${'z'.repeat(100)}`, 'gt06', '', START);
    unclaimed.note('\u0001', 'gt06', '', START);
    expect(unclaimed.list({ page: 1, limit: 9 }, () => false).rows.map((row) => row.identifier)).toEqual([
      `a${'z'.repeat(63)}`,
    ]);
  });
});

describe('device registry', () => {
  type Row = {
    identifier: string;
    device_id: number;
    unit_id: number | null;
    password_secret: string | null;
    device_model: string;
    clock_offset: string;
    account_id: number;
    status: string;
    protocol_lock: string;
    networks: string[];
  };
  const PLAIN = { account_id: 4, status: 'ACTIVE', protocol_lock: 'model', networks: [] };

  interface DeviceTable extends Database {
    publish(type: EventSubject, id: number): Promise<void>;
    rows: Row[];
    away: boolean;
  }

  function database(rows: Row[]): DeviceTable {
    let listener: EventFollower = () => undefined;
    const self: DeviceTable = {
      rows,
      away: false,
      available: true,
      answers: async () => true,
      close: async () => undefined,
      transaction: () => Promise.reject(new Error('not used')),
      onEvents(follower: EventFollower) {
        listener = follower;
        return () => (listener = () => undefined);
      },
      async query<T>(_sql: string, parameters?: readonly unknown[]): Promise<T[]> {
        if (self.away) throw new Error('away');
        if (!parameters) return self.rows as T[];
        const [devices, units] = parameters as [number[], number[]];
        return self.rows.filter((row) => devices.includes(row.device_id) || units.includes(row.unit_id ?? -1)) as T[];
      },
      async publish(type: EventSubject, id: number) {
        await listener([testEventAbout(type, { subject_id: id })]);
      },
    };
    return self;
  }

  it('follows devices and units, and connections that are logged in follow with it', async () => {
    const source = database([
      {
        identifier: 'A',
        device_id: 1,
        unit_id: null,
        password_secret: 'x',
        device_model: '',
        clock_offset: 'protocol',
        ...PLAIN,
      },
    ]);
    const registry = new DeviceRegistry((secret) => `open ${secret}`);
    await registry.load(source);
    const failures: unknown[] = [];
    const table = registry.follow(source, (error) => failures.push(error));
    const handle = registry.find('A');
    expect(handle).toMatchObject({
      lock: { accountId: 4 },
      identifier: 'A',
      deviceId: 1,
      unitId: 0,
      password: 'open x',
      model: '',
      clockOffset: null,
    });

    source.rows = [
      {
        identifier: 'A',
        device_id: 1,
        unit_id: 7,
        password_secret: null,
        device_model: 'JC371',
        clock_offset: '+03:30',
        ...PLAIN,
      },
    ];
    await source.publish('unit', 7);
    expect(handle).toMatchObject({ unitId: 7, password: null, model: 'JC371', clockOffset: 210 });

    const { key } = handle?.lock ?? {};
    source.rows = source.rows.map((row) => ({ ...row, protocol_lock: 'jt808', networks: ['10.0.0.0/8'] }));
    await source.publish('device', 1);
    expect(handle?.lock?.key).not.toBe(key);
    expect([handle?.lock?.admitsAddress('10.1.1.1'), handle?.lock?.admitsAddress('11.1.1.1')]).toEqual([true, false]);

    source.rows.push({
      identifier: 'B',
      device_id: 2,
      unit_id: null,
      password_secret: null,
      device_model: '',
      clock_offset: 'protocol',
      ...PLAIN,
    });
    await source.publish('device', 2);
    expect(registry.find('B')).toMatchObject({ deviceId: 2 });

    source.rows = source.rows.map((row) => ({ ...row, unit_id: null }));
    await source.publish('unit', 7);
    expect(handle?.unitId).toBe(0);

    source.away = true;
    await source.publish('device', 3);
    expect(failures).toHaveLength(1);
    source.away = false;
    source.rows = [
      {
        identifier: 'C',
        device_id: 3,
        unit_id: null,
        password_secret: null,
        device_model: '',
        clock_offset: 'protocol',
        ...PLAIN,
      },
    ];
    await source.publish('device', 9);
    expect([registry.find('A'), registry.find('B'), registry.find('C')?.deviceId]).toEqual([null, null, 3]);
    table.close();
  });

  it('keeps identifiers as they are written and follows a changed one', () => {
    const registry = new DeviceRegistry();
    registry.add({ identifier: 'Ab', deviceId: 1, unitId: 5, password: null, model: '', clockOffset: null });
    expect(registry.find('ab')).toBeNull();
    const handle = registry.find('Ab');
    registry.add({ identifier: 'Cd', deviceId: 1, unitId: 5, password: null, model: '', clockOffset: null });
    expect(registry.find('Ab')).toBeNull();
    expect(handle?.unitId).toBe(0);
    registry.remove('Cd');
    expect(registry.size).toBe(0);
  });
});
