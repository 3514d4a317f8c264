import { beforeEach, describe, expect, it } from 'vitest';
import { COMMAND, DAY, HOUR, toIso } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { DeviceHandle, OutgoingCommand } from '../../ingest/types.ts';
import { NOON, valueOf, withModules } from '../../../tests/support/modules.ts';

// A command may wait for a day: what became of its device meanwhile, and who sees of it what.

const OWNER = 'Wayline';
const DEALER = 'Kaveh Telematics';
const OTHER = 'Rhein-Isar Kurier';
const modules = withModules();
const asOwner = modules.as('owner', OWNER);
const asDealer = modules.as('dealer', DEALER);
const span = (from: number, to: number) => ({ start_date: toIso(NOON + from), end_date: toIso(NOON + to) });

let number = 0;
let id: number;
let identifier: string;
let sent: OutgoingCommand[];
const contact = {
  address: '192.0.2.1',
  since: 0,
  heardAt: 0,
  end: () => undefined,
  send: (command: OutgoingCommand) => (sent.push(command), 'sent' as const),
};
const handle = (more: Partial<DeviceHandle> = {}): DeviceHandle => ({
  identifier,
  deviceId: id,
  unitId: 0,
  password: null,
  model: '',
  clockOffset: null,
  ...more,
});
const connect = async (device = handle()) => {
  await modules.world.wire.attach(device, 'teltonika', contact);
  await modules.world.commands.settled();
  modules.world.wire.detach(device.identifier, contact);
};
const register = async (as: typeof asOwner, name: string) =>
  valueOf(await as('createDevice', { name: `Tracker ${name}`, device_model: 'FMB920', unique_identifier: name }))
    .device_id;
const states = async () =>
  valueOf(await asOwner('getDeviceCommandLog', { device_id: id })).rows.map(({ state }) => state);

beforeEach(async () => {
  modules.world.now = NOON;
  sent = [];
  identifier = `SIGHT${++number}`;
  id = await register(asOwner, identifier);
});

describe('a command that waited', () => {
  const queue = (as = asOwner, text = 'getinfo') => as('executeDeviceCommand', { device_id: id, text });

  it('does not go to the device that somebody else registered under the identifier', async () => {
    valueOf(await queue());
    valueOf(await asOwner('deleteDevices', { device_ids: [id] }));
    await modules.world.commands.settled();
    const theirs = await register(asDealer, identifier);
    await connect(handle({ deviceId: theirs }));
    expect(sent).toEqual([]);
  });

  it('follows its device to the identifier that was put right', async () => {
    valueOf(await queue());
    const wrong = identifier;
    identifier = `${identifier}X`;
    valueOf(await asOwner('updateDevice', { device_id: id, unique_identifier: identifier }));
    await modules.world.commands.settled();
    await connect(handle({ identifier: wrong }));
    expect(sent).toEqual([]);
    await connect();
    expect(sent).toHaveLength(1);
  });

  it('is taken back where the device was blocked, or the span in which it was held is over', async () => {
    valueOf(
      await asOwner('allocateDevices', {
        device_ids: [id],
        account_id: await modules.world.account(DEALER),
        ...span(-HOUR, HOUR),
      }),
    );
    valueOf(await queue(asDealer));
    modules.world.now = NOON + 2 * HOUR;
    await connect();
    valueOf(await queue());
    valueOf(await asOwner('updateDeviceStatus', { device_ids: [id], status: 'BLOCKED' }));
    await connect();
    expect([sent, await states()]).toEqual([[], ['cancelled', 'cancelled']]);
  });

  it('is not carried out in another vehicle', async () => {
    const unit = async (name: string, devices: number[]) =>
      valueOf(await asOwner('createUnit', { name, device_ids: devices })).unit_id;
    const first = await unit(`First ${number}`, [id]);
    const spare = await register(asOwner, `SPARE${number}`);
    const second = await unit(`Second ${number}`, [spare]);
    valueOf(await asOwner('executeUnitCommand', { unit_id: first, text: 'setdigout 1', confirmed: true }));
    valueOf(await asOwner('deleteUnits', { unit_ids: [first] }));
    valueOf(await asOwner('updateUnit', { unit_id: second, device_ids: [id] }));
    await connect();
    expect([sent, await states()]).toEqual([[], ['cancelled']]);
  });
});

describe('an answer', () => {
  const answer = async (text: string, reference: number | null = null) => {
    modules.world.wire.answered(handle(), 'teltonika', { reference, accepted: null, text }, contact);
    await modules.world.commands.settled();
  };

  it('is logged whatever bytes it was made of', async () => {
    valueOf(await asOwner('executeDeviceCommand', { device_id: id, text: 'getinfo' }));
    await connect();
    await answer(`IN\0I:\ud800 ${'x'.repeat(9_000)}`);
    const [line] = valueOf(await asOwner('getDeviceCommandLog', { device_id: id })).rows;
    expect(line).toMatchObject({ state: 'answered', answer: expect.stringMatching(/^IN I:� x+$/) as string });
    expect(line.answer).toHaveLength(COMMAND.answerLength);
  });

  it('that comes after the time was up is an answer all the same', async () => {
    const { execution_id: execution } = valueOf(
      await asOwner('executeDeviceCommand', { device_id: id, text: 'setdigout 1', confirmed: true }),
    );
    await connect();
    modules.world.now += COMMAND.answerTimeout;
    await modules.world.commands.look();
    expect(await states()).toEqual(['timedOut']);
    await answer('DOUT1:1', execution);
    expect(await states()).toEqual(['answered']);
  });

  it('to a command that is to be tried again ends the tries', async () => {
    valueOf(await asOwner('executeDeviceCommand', { device_id: id, text: 'getinfo' }));
    await connect();
    modules.world.now += COMMAND.answerTimeout;
    await modules.world.commands.look();
    expect(await states()).toEqual(['queued']);
    await answer('INI');
    modules.world.now += HOUR;
    await connect();
    expect([sent.length, await states()]).toEqual([1, ['answered']]);
  });
});

describe('an account that holds a device', () => {
  beforeEach(async () => {
    valueOf(await asOwner('executeDeviceCommand', { device_id: id, text: 'setparam 2001:secret', confirmed: true }));
    valueOf(
      await asOwner('allocateDevices', {
        device_ids: [id],
        account_id: await modules.world.account(DEALER),
        ...span(-HOUR, DAY),
      }),
    );
  });

  it('sees what it sent itself, and its owner sees both', async () => {
    valueOf(await asDealer('executeDeviceCommand', { device_id: id, text: 'getinfo' }));
    const texts = async (as: typeof asOwner) =>
      valueOf(await as('getDeviceCommandLog', { device_id: id })).rows.map(({ text }) => text);
    expect(await texts(asDealer)).toEqual(['getinfo']);
    expect(await texts(asOwner)).toEqual(['getinfo', 'setparam 2001:secret']);
  });

  it('finds its own commands among the events of the unit, who owns it all of them, and nobody without the right to read them', async () => {
    const { unit_id: unit } = valueOf(await asOwner('createUnit', { name: `Watched ${number}`, device_ids: [id] }));
    const holder = await modules.world.account(DEALER);
    const shared = { unit_id: unit, device_ids: [id], account_id: holder };
    valueOf(await asOwner('allocateUnit', { ...shared, ...span(0, DAY) }));
    valueOf(await asOwner('executeUnitCommand', { unit_id: unit, text: 'setparam 2003:secret', confirmed: true }));
    valueOf(await asDealer('executeUnitCommand', { unit_id: unit, text: 'getver' }));
    const texts = async (as: typeof asOwner) => {
      const asked = { unit_ids: [unit], from: toIso(NOON - HOUR), to: toIso(NOON + HOUR), kinds: ['command'] };
      return valueOf(await as('getEvents', asked))
        .events.map(({ detail }) => detail)
        .toSorted();
    };
    expect(await texts(asDealer)).toEqual(['getver']);
    expect(await texts(asOwner)).toEqual(['getver', 'setparam 2003:•••']);
    const asViewer = modules.as('babak.hosseini', DEALER);
    const role = await modules.database.query<{ id: number; permissions: { units: string[] } }>(
      `select r.id, r.permissions from role r join membership m on m.role_id = r.id
       where m.account_id = $1 and m.user_id = $2`,
      [holder, await modules.world.user('babak.hosseini')],
    );
    const [{ id: roleId, permissions }] = role;
    const grant = (units: string[]) =>
      modules.database.query('update role set permissions = $2 where id = $1', [roleId, { ...permissions, units }]);
    await grant(['r', 'se']);
    expect(await texts(asViewer)).toEqual([]);
    await modules.database.query('update role set permissions = $2 where id = $1', [roleId, permissions]);
  });

  it('does not take back what its owner asked', async () => {
    const [{ execution_id: execution }] = valueOf(await asOwner('getDeviceCommandLog', { device_id: id })).rows;
    expect(await asDealer('cancelDeviceCommand', { execution_id: execution })).toMatchObject({
      ok: false,
      error: { code: ERROR.notFound },
    });
    expect(await states()).toEqual(['queued']);
  });

  it('commands those devices of a unit that came with it', async () => {
    const hidden = await register(asOwner, `HIDDEN${number}`);
    const { unit_id: unit } = valueOf(
      await asOwner('createUnit', { name: `Shared ${number}`, device_ids: [hidden, id] }),
    );
    modules.world.now = NOON + HOUR;
    valueOf(
      await asOwner('allocateUnit', {
        unit_id: unit,
        device_ids: [id],
        account_id: await modules.world.account(DEALER),
        ...span(HOUR, DAY),
      }),
    );
    expect(valueOf(await asDealer('getUnitCommands', { unit_id: unit })).devices).toMatchObject([{ device_id: id }]);
    expect(await asDealer('executeUnitCommand', { unit_id: unit, device_id: hidden, text: 'getinfo' })).toMatchObject({
      ok: false,
      error: { fields: [{ field: 'device_id' }] },
    });
    expect(await asDealer('executeUnitCommand', { unit_id: unit, text: 'getinfo' })).toMatchObject({
      ok: true,
      value: { device_id: id },
    });
    expect(await modules.world.call('multi', OTHER, 'getUnitCommands', { unit_id: unit })).toMatchObject({ ok: false });
  });
});

describe('a command of the device’s own that carries a password', () => {
  const form = { code: 'Unlock', description: '', text: 'HFYD,pass7#' };
  const keep = async () => valueOf(await asOwner('createDeviceCommand', { device_id: id, ...form })).command_id;
  const listed = async () =>
    valueOf(await asOwner('getDeviceCommands', { device_id: id })).commands.map(({ text }) => text);
  const kept = () => modules.database.query('select text from device_command where device_id = $1', [id]);

  it('is listed without it, and sent with it', async () => {
    await keep();
    expect(await listed()).toEqual(['HFYD,•••#']);
    await connect();
    const contacts = { ...contact };
    await modules.world.wire.attach(handle(), 'gt06', contacts);
    const sending = { device_id: id, code: 'Unlock', text: 'HFYD,•••#' };
    expect(valueOf(await asOwner('executeDeviceCommand', sending)).text).toBe('HFYD,•••#');
    expect(sent.map(({ text }) => text)).toEqual(['HFYD,pass7#']);
    modules.world.wire.answered(
      handle(),
      'gt06',
      { reference: null, accepted: true, text: 'pass7 ok, HFYD,pass7#' },
      contacts,
    );
    await modules.world.commands.settled();
    modules.world.wire.detach(identifier, contacts);
    const [{ answer }] = valueOf(await asOwner('getDeviceCommandLog', { device_id: id })).rows;
    expect(answer).toBe('••• ok, HFYD,•••#');
    const rows = await modules.database.query(
      "select 1 from event where data::text like '%pass7%' union all select 1 from command_execution where text like '%pass7%' or answer like '%pass7%'",
    );
    expect(rows).toEqual([]);
  });

  it('keeps it when the rest is changed by the form that lists fill', async () => {
    const command = await keep();
    const expected = { ...form, text: 'HFYD,•••#' };
    const renamed = { command_id: command, ...expected, code: 'Release', expected };
    expect(valueOf(await asOwner('updateDeviceCommand', renamed)).text).toBe('HFYD,•••#');
    expect(await kept()).toEqual([{ text: 'HFYD,pass7#' }]);
    valueOf(await asOwner('updateDeviceCommand', { ...renamed, expected: undefined, text: 'HFYD,other8#' }));
    expect(await kept()).toEqual([{ text: 'HFYD,other8#' }]);
  });

  it('is not sent, nor kept, as a list shows it where the device has no such command', async () => {
    const hidden = { ok: false, error: { fields: [{ field: 'text' }] } };
    const shown = { device_id: id, code: 'Unlock', text: 'HFYD,•••#' };
    expect(await asOwner('executeDeviceCommand', shown)).toMatchObject(hidden);
    expect(await asOwner('createDeviceCommand', { ...shown, description: '' })).toMatchObject(hidden);
    const command = await keep();
    expect(await asOwner('updateDeviceCommand', { command_id: command, ...form, text: 'DYD,•••#' })).toMatchObject(
      hidden,
    );
  });
});
