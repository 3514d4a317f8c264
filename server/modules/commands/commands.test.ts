import { beforeEach, describe, expect, it } from 'vitest';
import { COMMAND, CONNECTION, toIso } from '../../../src/domain/base/index.ts';
import { newCondition } from '../../../src/domain/rule/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { CommandOutcome, Contact } from '../../ingest/index.ts';
import type { DeviceHandle, OutgoingCommand } from '../../ingest/types.ts';
import { recordTakeovers } from './index.ts';
import { NOON, valueOf, withModules } from '../../../tests/support/modules.ts';

const modules = withModules();
const as = modules.as('dealer', 'Kaveh Telematics');

let number = 0;
let device: DeviceHandle;
let sent: OutgoingCommand[];
let outcome: CommandOutcome;
let contact: Contact;
const connect = async (address = '192.0.2.1') => {
  contact = {
    address,
    since: modules.world.now,
    heardAt: modules.world.now,
    send: (command) => (outcome === 'sent' && sent.push(command), outcome),
    end: () => undefined,
  };
  await modules.world.wire.attach(device, 'teltonika', contact);
  await modules.world.commands.settled();
};
const disconnect = () => modules.world.wire.detach(device.identifier, contact);
const answer = async (
  text: string,
  reference: number | null,
  accepted: boolean | null = null,
  from: Contact = contact,
) => {
  modules.world.wire.answered(device, 'teltonika', { reference, accepted, text }, from);
  await modules.world.commands.settled();
};
const log = async () => valueOf(await as('getDeviceCommandLog', { device_id: device.deviceId })).rows;
const execute = (text = 'getinfo', more: object = {}) =>
  as('executeDeviceCommand', { device_id: device.deviceId, code: 'Info', text, ...more });
const later = async (milliseconds: number) => {
  modules.world.now += milliseconds;
  await modules.world.commands.look();
};

beforeEach(async () => {
  number++;
  const made = valueOf(
    await as('createDevice', { name: `Tracker ${number}`, device_model: 'FMB920', unique_identifier: `CMD${number}` }),
  );
  device = {
    identifier: made.unique_identifier,
    deviceId: made.device_id,
    unitId: 0,
    password: null,
    model: made.device_model,
    clockOffset: null,
  };
  sent = [];
  outcome = 'sent';
  modules.world.now = NOON;
});

describe('a command', () => {
  it('goes out at once to a device that is connected, and its answer is logged with who asked', async () => {
    await connect();
    const execution = valueOf(await execute());
    expect(execution).toMatchObject({ state: 'sent', attempts: 1, requested_by: 'dealer' });
    expect(sent).toEqual([{ reference: execution.execution_id, text: 'getinfo' }]);
    await answer('INI:2026/11/21', execution.execution_id);
    expect(await log()).toMatchObject([{ state: 'answered', answer: 'INI:2026/11/21', code: 'Info', text: 'getinfo' }]);
    disconnect();
  });

  it('stands as an event where the unit was then, and nowhere of one that never said where it is', async () => {
    const { unit_id: unit } = valueOf(
      await as('createUnit', { name: `Commanded ${number}`, device_ids: [device.deviceId] }),
    );
    const places = () =>
      modules.database.query('select latitude, longitude from command_execution where device_id = $1 order by id', [
        device.deviceId,
      ]);
    valueOf(await execute());
    modules.world.positions.stored.push({
      unit_id: unit,
      time: toIso(NOON),
      received_at: toIso(NOON),
      latitude: 59.4,
      longitude: 24.7,
      speed: 0,
      course: 0,
      altitude: 0,
      satellites: 9,
      valid: true,
      protocol: 'teltonika',
      attributes: {},
    });
    valueOf(await execute());
    expect(await places()).toEqual([
      { latitude: null, longitude: null },
      { latitude: 59.4, longitude: 24.7 },
    ]);
  });

  it('waits for a device that is away and goes out when it comes', async () => {
    expect(valueOf(await execute()).state).toBe('queued');
    await later(3_600_000);
    await connect();
    expect(sent).toHaveLength(1);
    expect((await log())[0].state).toBe('sent');
    disconnect();
  });

  it('is tried again when nothing comes back, and given up at last', async () => {
    await connect();
    valueOf(await execute());
    for (let attempt = 1; attempt < COMMAND.attempts; attempt++)
      await later(COMMAND.answerTimeout + COMMAND.firstRetry * 8);
    for (let look = 0; look < 4; look++) await later(COMMAND.answerTimeout + COMMAND.firstRetry * 8);
    expect(sent).toHaveLength(COMMAND.attempts);
    expect(await log()).toMatchObject([{ state: 'timedOut', attempts: COMMAND.attempts }]);
    disconnect();
  });

  it('that may stop a vehicle is asked for twice, and sent once', async () => {
    await connect();
    await later(CONNECTION.youth);
    expect(await execute('setdigout 1')).toMatchObject({ ok: false, error: { fields: [{ field: 'confirmed' }] } });
    expect(sent).toEqual([]);
    valueOf(await execute('setdigout 1', { confirmed: true }));
    for (let look = 0; look < 4; look++) await later(COMMAND.answerTimeout + COMMAND.firstRetry * 8);
    expect(sent).toHaveLength(1);
    expect((await log())[0].state).toBe('timedOut');
    disconnect();
  });

  it('is known by its number, else the oldest that waits is meant; a refusal is one', async () => {
    await connect();
    const [first, second] = [valueOf(await execute('getinfo')), valueOf(await execute('getver'))];
    await answer('second', second.execution_id, false);
    await answer('first', null);
    const states = Object.fromEntries((await log()).map(({ execution_id: id, state }) => [id, state]));
    expect(states).toEqual({ [first.execution_id]: 'answered', [second.execution_id]: 'refused' });
    disconnect();
  });

  it('is queued again when the connection was gone after all, and refused when the protocol has no way for it', async () => {
    await connect();
    outcome = 'offline';
    expect(valueOf(await execute())).toMatchObject({ state: 'queued', attempts: 0 });
    outcome = 'unsupported';
    await later(1_000);
    expect((await log())[0]).toMatchObject({ state: 'refused', answer: 'unsupported' });
    disconnect();
  });

  it('can be taken back until it is sent, and ends with its day', async () => {
    const waiting = valueOf(await execute());
    expect(valueOf(await as('cancelDeviceCommand', { execution_id: waiting.execution_id })).state).toBe('cancelled');
    expect(await as('cancelDeviceCommand', { execution_id: waiting.execution_id })).toMatchObject({
      ok: false,
      error: { code: ERROR.conflict },
    });
    valueOf(await execute());
    await later(COMMAND.lifetime + 1);
    await connect();
    expect(sent).toEqual([]);
    expect((await log()).map(({ state }) => state)).toEqual(['expired', 'cancelled']);
    disconnect();
  });

  it('is not taken by a device that is not active', async () => {
    valueOf(await as('updateDeviceStatus', { device_ids: [device.deviceId], status: 'BLOCKED' }));
    expect(await execute()).toMatchObject({ ok: false, error: { code: ERROR.conflict } });
  });

  it('records each step for the account', async () => {
    await connect();
    const { execution_id: id } = valueOf(await execute());
    await answer('done', id);
    const rows = await modules.database.query<{ kind: string }>(
      "select kind from event where subject_type = 'command' and subject_id = $1 order by sequence",
      [id],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['commandQueued', 'commandSent', 'commandAnswered']);
    disconnect();
  });
});

describe('a command that may stop a vehicle, to a connection that is young or of another address', () => {
  const kinds = async (id: number) =>
    modules.database.query<{ kind: string; user_id: number | null }>(
      "select kind, user_id from event where subject_type = 'command' and subject_id = $1 order by sequence",
      [id],
    );
  const cut = async () => valueOf(await execute('setdigout 1', { confirmed: true }));
  const confirm = (id: number, address: string) => as('confirmDeviceCommand', { execution_id: id, address });

  it('waits until a person confirms the address', async () => {
    await connect();
    const { execution_id: id, ...queued } = await cut();
    expect(queued).toMatchObject({ state: 'queued', attempts: 0, awaits_address: '192.0.2.1' });
    await later(CONNECTION.youth / 2);
    expect(sent).toEqual([]);
    expect(await confirm(id, '203.0.113.9')).toMatchObject({ ok: false, error: { code: ERROR.conflict } });
    expect(
      await modules.as('consumer', 'Pars Logistics')('confirmDeviceCommand', {
        execution_id: id,
        address: '192.0.2.1',
      }),
    ).toMatchObject({ ok: false, error: { code: ERROR.notFound } });
    expect(sent).toEqual([]);
    expect(valueOf(await confirm(id, '192.0.2.1'))).toMatchObject({ state: 'sent', awaits_address: null });
    expect(sent).toHaveLength(1);
    const rows = await kinds(id);
    expect(rows.map(({ kind }) => kind)).toEqual([
      'commandQueued',
      'commandAwaitsConfirmation',
      'commandConfirmed',
      'commandSent',
    ]);
    expect(rows[2].user_id).toBe(await modules.world.user('dealer'));
    disconnect();
  });

  it('asks again where the device comes from yet another address, and goes out when it has stayed', async () => {
    await connect();
    const { execution_id: id } = await cut();
    disconnect();
    await connect('203.0.113.9');
    expect((await log())[0]).toMatchObject({ state: 'queued', awaits_address: '203.0.113.9' });
    expect(await confirm(id, '192.0.2.1')).toMatchObject({ ok: false });
    await later(CONNECTION.youth);
    expect(sent).toEqual([]);
    await later(CONNECTION.newAddress);
    expect((await log())[0]).toMatchObject({ state: 'sent', awaits_address: null });
    disconnect();
  });

  it('is answered by the connection to which it went, and by no other', async () => {
    await connect();
    await later(CONNECTION.youth);
    const { execution_id: id } = await cut();
    await answer('DOUT1:1', id, null, { ...contact });
    await answer('DOUT1:1', null, null, { ...contact, address: '203.0.113.9' });
    expect((await log())[0].state).toBe('sent');
    await answer('DOUT1:1', id);
    expect((await log())[0]).toMatchObject({ state: 'answered', answer: 'DOUT1:1' });
    disconnect();
  });
});

it('a connection that took over from another address is in the audit, fires rules, and is there for rules on the past', async () => {
  const { unit_id: unit } = valueOf(await as('createUnit', { name: `Taken ${number}`, device_ids: [device.deviceId] }));
  const rule = valueOf(
    await as('createRule', {
      name: `Taken ${number}`,
      unit_ids: [unit],
      conditions: [{ ...newCondition('fact'), fact: 'deviceTakenOver' }],
    }),
  );
  const takeovers = recordTakeovers({
    database: modules.database,
    ledger: modules.world.directory,
    wire: modules.world.wire,
    time: { now: () => modules.world.now },
    logger: { warn: (details) => expect.fail(JSON.stringify(details)) },
  });
  device = { ...device, unitId: unit };
  await connect();
  modules.world.now += CONNECTION.silence;
  await connect('203.0.113.9');
  modules.world.now += CONNECTION.silence / 2;
  await connect('203.0.113.9');
  await takeovers.close();
  const [event, ...more] = await modules.database.query<{ data: object }>(
    "select data from event where kind = 'deviceTakenOver' and subject_id = $1",
    [device.deviceId],
  );
  expect(event.data).toMatchObject({ protocol: 'teltonika', from_address: '192.0.2.1', to_address: '203.0.113.9' });
  expect(more).toEqual([]);
  expect(await modules.database.query('select rule_id from rule_occurrence where unit_id = $1', [unit])).toEqual([
    { rule_id: rule.rule_id },
  ]);
  disconnect();
});

describe('commands kept for a device', () => {
  it('show their password to who may send them, and to no log', async () => {
    const text = 'AT+GTOUT=gv65pass,1,,,0,0,0,0,0,0,0,,,,,,,FFFF$';
    const { command_id: id } = valueOf(
      await as('createDeviceCommand', { device_id: device.deviceId, code: 'Cut', text }),
    );
    valueOf(await as('updateDeviceCommand', { command_id: id, code: 'Cut', text: text.replace('pass', 'pass2') }));
    valueOf(await as('executeDeviceCommand', { device_id: device.deviceId, text, confirmed: true }));
    valueOf(await as('deleteDeviceCommand', { command_id: id }));
    const events = await modules.database.query<{ kind: string; data: object }>(
      "select kind, data from event where (subject_type = 'device' and subject_id = $1) or (subject_type = 'command' and (data ->> 'device_id')::int8 = $1) order by sequence",
      [device.deviceId],
    );
    expect(events.map(({ kind }) => kind)).toEqual([
      'deviceCreated',
      'deviceCommandCreated',
      'deviceCommandUpdated',
      'commandQueued',
      'deviceCommandDeleted',
    ]);
    expect(JSON.stringify(events)).not.toContain('gv65pass');
    expect(JSON.stringify(events)).toContain('AT+GTOUT=•••,1,');
    expect((await log())[0].text).toBe(text.replace('gv65pass', '•••'));
  });

  it('are sent whole, shown without their password to everybody, and kept sealed until they are done with', async () => {
    const text = 'AT+GTOUT=gv65pass,1,,,0,0,0,0,0,0,0,,,,,,,FFFF$';
    const waiting = valueOf(await as('executeDeviceCommand', { device_id: device.deviceId, text, confirmed: true }));
    const row = async () =>
      (
        await modules.database.query<{ text: string; sealed_text: string | null }>(
          'select text, sealed_text from command_execution where id = $1',
          [waiting.execution_id],
        )
      )[0];
    const shown = text.replace('gv65pass', '•••');
    expect([waiting.text, (await row()).text]).toEqual([shown, shown]);
    expect((await row()).sealed_text).not.toContain('gv65pass');
    expect(valueOf(await as('getDeviceCommandLog', { device_id: device.deviceId, search: 'gv65' })).rows).toEqual([]);
    await connect();
    expect(sent.map((command) => command.text)).toEqual([text]);
    await answer('done', waiting.execution_id);
    expect(await row()).toEqual({ text: shown, sealed_text: null });
    disconnect();
  });

  it('have a code of their own in it', async () => {
    const { command_id: id } = valueOf(
      await as('createDeviceCommand', { device_id: device.deviceId, code: 'Info', text: 'getinfo' }),
    );
    expect(await as('createDeviceCommand', { device_id: device.deviceId, code: 'Info', text: 'getver' })).toMatchObject(
      { ok: false, error: { fields: [{ field: 'code' }] } },
    );
    valueOf(await as('updateDeviceCommand', { command_id: id, code: 'Version', text: 'getver' }));
    expect(valueOf(await as('getDeviceCommands', { device_id: device.deviceId })).commands).toMatchObject([
      { command_id: id, code: 'Version', text: 'getver' },
    ]);
    valueOf(await as('deleteDeviceCommand', { command_id: id }));
    expect(valueOf(await as('getDeviceCommands', { device_id: device.deviceId })).commands).toEqual([]);
  });
});
