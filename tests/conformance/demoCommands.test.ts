import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HOUR, MINUTE, SECOND, toIso, type Instant } from '../../src/domain/base/index.ts';
import type { CommandExecution } from '../../src/domain/command/index.ts';
import type { Position } from '../../src/domain/telemetry/index.ts';
import { hearingOf } from '../../server/demo/devices/commandResponder.ts';
import { isReachable } from '../../server/demo/driving/index.ts';
import { rosterEntry, type DemoProtocol, type RosterEntry } from '../../server/demo/roster.ts';
import { PASSWORD } from '../support/api.ts';
import { withTestDatabase } from '../support/postgres.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { vehicleOf } from '../support/demoPlan.ts';
import { signInByHttp, type HttpCaller } from '../support/httpCaller.ts';

const UNITS = 40;
const WAIT = { timeout: 90_000, interval: 200 };
const test = withTestDatabase();
let server: RunningServer;
let owner: HttpCaller;

const entries = Array.from({ length: UNITS }, (_, index) => rosterEntry(index)).filter(
  ({ everReports, silentBefore }) => everReports && silentBefore === null,
);
/** For how long from now on the device is in reach of the network, at most a quarter of an hour. */
function reachableFor({ equipment }: RosterEntry, now: number): number {
  let span = 0;
  while (span < 15 * MINUTE && isReachable(equipment.seed, now + span)) span += 5 * SECOND;
  return span;
}
/**
 * Units whose devices speak the protocol, hear well and are in no dead spot; those that stay in reach longest come
 * first.
 */
function entriesOf(protocol: DemoProtocol): RosterEntry[] {
  const now = Date.now();
  return entries
    .filter(
      (each) =>
        each.protocol === protocol &&
        hearingOf(each) === 'good' &&
        each.vehicle.kind !== 'asset' &&
        reachableFor(each, now) > 3 * MINUTE,
    )
    .toSorted((one, other) => reachableFor(other, now) - reachableFor(one, now));
}
/** The first instant from now on from which the vehicle stays parked for two minutes. */
function staysParkedFrom(entry: RosterEntry): Instant {
  const vehicle = vehicleOf(entry);
  let from = Date.now();
  for (let at = from; at <= from + 2 * MINUTE; at += 5 * SECOND) if (vehicle.locate(at).driving) from = at + 5 * SECOND;
  return from;
}
function entryOf(protocol: DemoProtocol): RosterEntry {
  const [entry] = entriesOf(protocol);
  if (!entry) throw new Error(`The demo has no ${protocol} that hears well`);
  return entry;
}

beforeAll(async () => {
  // The tests' server listens on a socket in its folder, which an address names by its parameters.
  const { user = '', password, host = '', port = 5432, database } = test.connection;
  const address = `postgres://${user}:${typeof password === 'string' ? password : ''}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  server = await startServer({ DATABASE_URL: address, DEMO_UNITS: String(UNITS), DEMO_HISTORY_DAYS: '0' });
  owner = await signInByHttp(server.url, 'owner', PASSWORD);
}, 150_000);
afterAll(async () => {
  await server?.stop();
});

async function deviceOf({ identifier }: RosterEntry): Promise<number> {
  const [row] = await test.database.query<{ id: number }>('select id from device where unique_identifier = $1', [
    identifier,
  ]);
  return row.id;
}

/** Sends the command, waits for the answer, and returns it as the log has it. */
async function ask(entry: RosterEntry, text: string): Promise<CommandExecution> {
  const device_id = await deviceOf(entry);
  const { execution_id } = await owner.call('executeDeviceCommand', { device_id, code: '', text, confirmed: true });
  return vi.waitFor(async () => {
    const { rows } = await owner.call('getDeviceCommandLog', { device_id });
    const row = rows.find((each) => each.execution_id === execution_id);
    expect(row).toMatchObject({ state: 'answered' });
    if (!row) throw new Error('The log has lost the command');
    return row;
  }, WAIT);
}

/** The latest report with a position: answers to commands are kept as messages without one. */
async function lastReport({ identifier }: RosterEntry): Promise<Position> {
  const [row] = await test.database.query<{ unit_id: number }>(
    'select l.unit_id from unit_device l join device d on d.id = l.device_id where d.unique_identifier = $1',
    [identifier],
  );
  const now = Date.now();
  const { positions } = await owner.call('getHistory', {
    unit_ids: [row.unit_id],
    from: toIso(now - HOUR),
    to: toIso(now + HOUR),
  });
  const reports = positions.filter(({ attributes }) => 'ignition' in attributes);
  expect(reports).not.toEqual([]);
  return reports[reports.length - 1];
}

describe('a device of the demo', () => {
  it.each([
    ['teltonika', 'getver', /^Ver:.+IMEI:\d{15}/],
    ['teltonika', 'getinfo', /^INI:.+RTC:.+SAT:\d+/],
    ['gt06', 'STATUS#', /^Battery:.+ACC:(ON|OFF)/],
    ['wialon_ips', 'STATUS', /^IGN=[01] OUT1=[01] SATS=\d+/],
  ] as const)(
    "%s answers %s in its maker's words, over its own connection",
    async (protocol, text, words) => {
      const { answer, attempts } = await ask(entryOf(protocol), text);
      expect(answer).toMatch(words);
      expect(attempts).toBe(1);
    },
    100_000,
  );

  it('says where it is at once, whatever its interval', async () => {
    const entry = entryOf('teltonika');
    const asked = Date.now();
    expect((await ask(entry, 'getgps')).answer).toMatch(/^GPS:[01] Sat:\d+ Lat:-?\d+\.\d{6} Long:/);
    await vi.waitFor(
      async () =>
        expect(Date.parse((await lastReport(entry)).time) + entry.equipment.clockBehind).toBeGreaterThan(asked - 2_000),
      WAIT,
    );
  }, 100_000);

  it('is stopped by its relay, says so in its reports, and drives on when it is let', async () => {
    // A relay waits until the vehicle is stopped, and at a light it is stopped for moments: one that stays is asked.
    const parkedFrom = new Map(entriesOf('teltonika').map((each) => [each, staysParkedFrom(each)]));
    const [[entry]] = [...parkedFrom].toSorted(([, one], [, other]) => one - other);
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(parkedFrom.get(entry) ?? 0), 3 * WAIT.timeout);
    expect((await ask(entry, 'setdigout 1')).answer).toMatch(/^DOUT1:1/);
    await vi.waitFor(async () => {
      const { attributes, speed } = await lastReport(entry);
      expect(attributes).toMatchObject({ digital_outputs: 1, ignition: false });
      expect(speed).toBe(0);
    }, WAIT);
    expect((await ask(entry, 'getio')).answer).toContain('DI1:0');
    expect((await ask(entry, 'setdigout 0')).answer).toMatch(/^DOUT1:0/);
    await vi.waitFor(
      async () => expect((await lastReport(entry)).attributes).toMatchObject({ digital_outputs: 0 }),
      WAIT,
    );
  }, 300_000);

  it('reports at the interval that was set', async () => {
    const entry = entryOf('gt06');
    expect((await ask(entry, 'TIMER,5,5#')).answer).toBe('OK!');
    expect((await ask(entry, 'PARAM#')).answer).toContain('TIMER:5,5;');
    const { time } = await lastReport(entry);
    await vi.waitFor(
      async () => expect(Date.parse((await lastReport(entry)).time)).toBeGreaterThan(Date.parse(time) + 12_000),
      WAIT,
    );
  }, 200_000);

  it('says what it does not understand', async () => {
    expect((await ask(entryOf('gt06'), 'DANCE#')).answer).toBe('Error command!');
  }, 100_000);
});
