import { describe, expect, it } from 'vitest';
import { asksPassword, DEVICE_PROTOCOLS } from '../../src/domain/device/index.ts';
import { admitsProtocol } from '../../src/domain/device/index.ts';
import type { ProtocolName } from '../../src/domain/telemetry/index.ts';
import { addressOf, admitsAddress, remoteOf } from './addresses.ts';
import { DeviceRegistry } from './deviceRegistry.ts';
import { createIntake } from './intake.ts';
import { osmand } from './protocols/osmand/index.ts';
import { createTraccarHandler } from './protocols/traccar/index.ts';
import { RecordingWire } from './testing/recordingIntake.ts';
import { PROTOCOLS } from './registry.ts';
import { isHttpProtocol, type DeviceLock } from './types.ts';
import { encodeIpsLogin } from './protocols/wialon_ips/index.ts';

// Who may report as a device: what is asked at every door, and which doors refuse.

const START = Date.UTC(2026, 5, 1, 12);
const REMOTE = '198.51.100.7:4100';
const lockOf = (lock: string, model = '', networks: readonly string[] = []): DeviceLock => ({
  key: `${lock} ${model} ${networks.join()}`,
  accountId: 4,
  admitsProtocol: (protocol) => admitsProtocol(lock, model, protocol),
  admitsAddress: admitsAddress(networks),
});

function open({ password = null as string | null, lock = lockOf('any') } = {}) {
  const registry = new DeviceRegistry();
  registry.add({ identifier: 'A1', deviceId: 1, unitId: 10, password, model: '', clockOffset: null, lock });
  const stored: number[] = [];
  const intake = createIntake({
    registry,
    store: {
      append: (unitId) => stored.push(unitId),
      appendUnread: () => undefined,
      afterCommit: (callback) => callback(true),
    },
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    now: () => START,
  });
  return { intake, registry, stored };
}

describe('a device with a password', () => {
  it.each(DEVICE_PROTOCOLS.filter((protocol) => !asksPassword(protocol)))(
    'is refused by %s, whose trackers send none, and its owner sees why',
    (protocol) => {
      const { intake } = open({ password: 'hush' });
      expect(intake.login('A1', protocol, REMOTE)).toBeNull();
      expect(intake.refusalOf(1)).toEqual({
        reason: 'noPassword',
        protocol,
        address: '198.51.100.7',
        time: '2026-06-01T12:00:00.000Z',
        count: 1,
      });
      expect(intake.counters.of(protocol).refused).toBe(1);
      expect(intake.listUnclaimed({ page: 1, limit: 9 }).total).toBe(0);
    },
  );

  it('sends it to OsmAnd as a parameter, in a form or in the document', async () => {
    const { intake, stored } = open({ password: 'hush' });
    const ask = async (url: string, body = '', contentType = '') =>
      (
        await osmand.answer(
          { method: body === '' ? 'GET' : 'POST', url, contentType, body: Buffer.from(body), remote: REMOTE },
          intake,
        )
      ).status;
    const place = 'id=A1&lat=52&lon=13';
    expect([await ask(`/?${place}`), await ask(`/?${place}&password=hash`)]).toEqual([400, 400]);
    expect(intake.refusalOf(1)).toMatchObject({ reason: 'password', count: 2 });
    expect(stored).toEqual([]);
    expect([await ask(`/?${place}&password=hush`), await ask('/', `${place}&password=hush`)]).toEqual([200, 200]);
    const document = (password?: string) =>
      JSON.stringify({ device_id: 'A1', password, location: { coords: { latitude: 52, longitude: 13 } } });
    expect([
      await ask('/', document(), 'application/json'),
      await ask('/', document('hush'), 'application/json'),
    ]).toEqual([404, 200]);
    expect(stored).toHaveLength(3);
  });

  it('sends it with forwarded positions as the attribute of the Traccar device', async () => {
    const { intake, stored } = open({ password: 'hush' });
    const forward = (attributes?: object) =>
      createTraccarHandler(intake)(
        { device: { uniqueId: 'A1', attributes }, position: { latitude: 52, longitude: 13, fixTime: START } },
        '198.51.100.7',
      );
    expect((await forward()).status).toBe(404);
    expect((await forward({ devicePassword: 'hash' })).status).toBe(404);
    expect((await forward({ devicePassword: 'hush' })).status).toBe(200);
    expect(stored).toHaveLength(1);
  });

  it('is noted where a session finds the password wrong', () => {
    const { intake } = open({ password: 'hush' });
    const protocol = PROTOCOLS.find(({ name }) => name === 'wialon_ips');
    if (!protocol || isHttpProtocol(protocol)) throw new Error('Wialon IPS is no protocol of its own.');
    const wire = new RecordingWire();
    protocol.open(wire, 'tcp', intake).receive(encodeIpsLogin('A1', 'hash'));
    expect(wire.text).toContain('#AL#01');
    expect(intake.refusalOf(1)).toMatchObject({ reason: 'password', protocol: 'wialon_ips' });
  });
});

describe('a lock', () => {
  const admits = (lock: DeviceLock, remote = REMOTE): ProtocolName[] =>
    DEVICE_PROTOCOLS.filter((protocol) => open({ lock }).intake.login('A1', protocol, remote) !== null);

  it('compares the protocol of the model with the door; a forwarding server shows a key instead', () => {
    expect(admits(lockOf('model', 'FMB920'))).toEqual(['teltonika', 'traccar']);
    expect(admits(lockOf('model', 'my own tracker'))).toEqual(DEVICE_PROTOCOLS);
    expect(admits(lockOf('any', 'FMB920'))).toEqual(DEVICE_PROTOCOLS);
    expect(admits(lockOf('h02', 'FMB920'))).toEqual(['h02']);
    expect(admits(lockOf('traccar', 'FMB920'))).toEqual(['traccar']);
  });

  it('compares the address with the networks', () => {
    const lock = lockOf('teltonika', '', ['10.0.0.0/8', '2001:db8::/32', '203.0.113.7']);
    for (const remote of ['10.200.3.4:99', '[2001:db8::9]:99', '203.0.113.7:1', '203.0.113.7'])
      expect(admits(lock, remote), remote).toEqual(['teltonika']);
    for (const remote of ['11.0.0.1:99', '[2001:db9::9]:99', '203.0.113.8:1', ':0'])
      expect(admits(lock, remote), remote).toEqual([]);
  });

  it('is not for senders of other accounts, who learn and leave nothing', () => {
    const { intake } = open();
    expect(intake.login('A1', 'traccar', REMOTE, { accounts: [5, 7] })).toBeNull();
    expect([intake.refusalOf(1), intake.listUnclaimed({ page: 1, limit: 9 }).total]).toEqual([null, 0]);
    expect(intake.login('A1', 'traccar', REMOTE, { accounts: [2, 4] })).not.toBeNull();
  });
});

it('addresses are those that people write, with or without a port', () => {
  expect([remoteOf('::ffff:192.0.2.1', 7), remoteOf('2001:db8::1', 7), remoteOf(undefined, undefined)]).toEqual([
    '192.0.2.1:7',
    '[2001:db8::1]:7',
    ':0',
  ]);
  expect(['192.0.2.1:7', '[2001:db8::1]:7', '2001:db8::1', '::ffff:192.0.2.1'].map(addressOf)).toEqual([
    '192.0.2.1',
    '2001:db8::1',
    '2001:db8::1',
    '192.0.2.1',
  ]);
});
