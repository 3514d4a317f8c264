import { describe, expect, it } from 'vitest';
import { DAY, toIso } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { NOON, valueOf, withModules } from '../../../tests/support/modules.ts';

const modules = withModules();
const asDealer = modules.as('dealer', 'Kaveh Telematics');
let number = 0;
async function made(more: object = {}): Promise<number> {
  number++;
  return valueOf(
    await asDealer('createDevice', {
      name: `Tracker ${number}`,
      device_model: 'FMB920',
      unique_identifier: `TR${number}`,
      ...more,
    }),
  ).device_id;
}
const field = (name: string, message?: string) => ({
  ok: false,
  error: { fields: [{ field: name, ...(message ? { message } : {}) }] },
});
const lastEvents = async (subject: number) =>
  (
    await modules.database.query<{ kind: string; account_id: number }>(
      "select kind, account_id from event where subject_type = 'device' and subject_id = $1 order by account_id, sequence",
      [subject],
    )
  ).map(({ kind }) => kind);

describe('a device', () => {
  it('is registered with its cards, found by them, and no longer listed as unknown', async () => {
    await modules.database.query(
      "insert into unclaimed_device (identifier, protocol, address, first_seen, last_seen, attempts) values ('KNOCKS1', 'gt06', '1.2.3.4', now(), now(), 3)",
    );
    const id = await made({
      unique_identifier: 'KNOCKS1',
      sim_number_1: '+4477009001',
      sim_operator_1: 'Orange',
      labels: ['stock'],
    });
    const found = valueOf(await asDealer('getDeviceList', { search: '77009001' }));
    expect(found).toMatchObject({
      total: 1,
      rows: [
        {
          device_id: id,
          unique_identifier: 'KNOCKS1',
          labels: ['stock'],
          status: 'ACTIVE',
          unit_id: null,
          allocated_to: null,
        },
      ],
    });
    expect(valueOf(await asDealer('getDeviceList', { filters: { label: 'stock', use: 'free' } })).total).toBe(1);
    expect(await modules.database.query("select 1 from unclaimed_device where identifier = 'KNOCKS1'")).toEqual([]);
  });

  it('has an identifier of its own in the whole product, without blanks', async () => {
    await made({ unique_identifier: 'ONLYONE' });
    expect(
      await asDealer('createDevice', { name: 'Second', device_model: 'X', unique_identifier: 'ONLYONE' }),
    ).toMatchObject({ ok: false, error: { code: ERROR.conflict, fields: [{ field: 'unique_identifier' }] } });
    expect(
      await asDealer('createDevice', { name: 'Second', device_model: 'X', unique_identifier: 'ONLY ONE' }),
    ).toMatchObject(field('unique_identifier', 'Unique identifier contained space'));
  });

  it('has two different cards, each in no other device', async () => {
    await made({ sim_number_1: '100200300' });
    expect(
      await asDealer('createDevice', {
        name: 'Same',
        device_model: 'X',
        unique_identifier: 'S1',
        sim_number_1: '123456',
        sim_number_2: '123456',
      }),
    ).toMatchObject(field('sim_number_2', 'Both SIM numbers are the same, please enter different SIM numbers'));
    expect(
      await asDealer('createDevice', {
        name: 'Other',
        device_model: 'X',
        unique_identifier: 'S2',
        sim_number_2: '100200300',
      }),
    ).toMatchObject(field('sim_number_2'));
  });

  it('has its card to itself even where ten are registered at one moment, and acts on many meet in any order', async () => {
    const register = (each: number) =>
      asDealer('createDevice', {
        name: 'Same moment',
        device_model: 'X',
        unique_identifier: `MOMENT${each}`,
        sim_number_1: '555000111',
      });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, each) => register(each)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const ids = await Promise.all(Array.from({ length: 6 }, () => made()));
    const statuses = Array.from({ length: 10 }, (_, each) =>
      each % 2 ? { device_ids: ids, status: 'INACTIVE' } : { device_ids: ids.toReversed(), status: 'ACTIVE' },
    );
    const acts = await Promise.all(statuses.map((data) => asDealer('updateDeviceStatus', data)));
    expect(acts.map((act) => act.ok && act.value.done.length)).toEqual(acts.map(() => ids.length));
  });

  it('does not let one change write over another that its maker has not seen', async () => {
    const id = await made({ name: 'Van', version: '1' });
    valueOf(await asDealer('updateDevice', { device_id: id, name: 'Theirs', expected: { name: 'Van' } }));
    // Another field: both stand.
    expect(
      valueOf(await asDealer('updateDevice', { device_id: id, version: '2', expected: { version: '1' } })),
    ).toMatchObject({ name: 'Theirs', version: '2' });
    expect(
      await asDealer('updateDevice', {
        device_id: id,
        name: 'Mine',
        labels: ['a'],
        expected: { name: 'Van', labels: [] },
      }),
    ).toMatchObject({
      ok: false,
      error: {
        code: ERROR.conflict,
        message: expect.stringContaining('Name'),
        fields: [{ field: 'name', message: expect.stringContaining('Theirs'), current: 'Theirs' }],
      },
    });
    expect(valueOf(await asDealer('getDevice', { device_id: id }))).toMatchObject({ name: 'Theirs', labels: [] });
    // With the current value it is made.
    expect(
      valueOf(await asDealer('updateDevice', { device_id: id, name: 'Mine', expected: { name: 'Theirs' } })).name,
    ).toBe('Mine');
    valueOf(
      await asDealer('updateDeviceSettings', {
        device_id: id,
        trip_detector: { min_park_time: 120 },
        expected: { trip_detector: null },
      }),
    );
    expect(
      await asDealer('updateDeviceSettings', {
        device_id: id,
        trip_detector: { min_park_time: 60 },
        expected: { trip_detector: null },
      }),
    ).toMatchObject({ ok: false, error: { code: ERROR.conflict } });
  });

  it('keeps what a change does not name, and a password that nobody sees', async () => {
    const id = await made({ manufacturer: 'Teltonika', device_password: 'secret1' });
    const changed = valueOf(await asDealer('updateDevice', { device_id: id, name: 'Renamed' }));
    expect(changed).toMatchObject({
      name: 'Renamed',
      manufacturer: 'Teltonika',
      device_model: 'FMB920',
      has_password: true,
    });
    expect(
      JSON.stringify(
        await modules.database.query("select data from event where subject_type = 'device' and subject_id = $1", [id]),
      ),
    ).not.toContain('secret1');
    expect(valueOf(await asDealer('updateDevice', { device_id: id, device_password: null })).has_password).toBe(false);
  });

  it('loses its sensors and commands with its model, and only after that was said', async () => {
    const id = await made();
    valueOf(
      await asDealer('createSensor', {
        device_id: id,
        type: 'ignition',
        data_type: 'boolean',
        name: 'Ignition',
        field: 'ignition',
        parameter: 'ignition',
        table: { kind: 'none' },
      }),
    );
    valueOf(await asDealer('createDeviceCommand', { device_id: id, code: 'Info', text: 'getinfo' }));
    expect(await asDealer('updateDevice', { device_id: id, device_model: 'GT06N' })).toMatchObject(
      field('device_model'),
    );
    expect(valueOf(await asDealer('getDevice', { device_id: id }))).toMatchObject({
      device_model: 'FMB920',
      sensors: 1,
      commands: 1,
    });
    expect(
      valueOf(
        await asDealer('updateDevice', { device_id: id, device_model: 'GT06N', clear_sensors_and_commands: true }),
      ),
    ).toMatchObject({ device_model: 'GT06N', sensors: 0, commands: 0 });
  });

  it("has a clock, its protocol's unless another is set", async () => {
    const id = await made();
    expect(valueOf(await asDealer('getDevice', { device_id: id })).clock_offset).toBe('protocol');
    expect(valueOf(await asDealer('updateDevice', { device_id: id, clock_offset: '+03:30' }))).toMatchObject({
      clock_offset: '+03:30',
    });
    // A change of something else leaves it.
    expect(valueOf(await asDealer('updateDevice', { device_id: id, name: 'Renamed again' }))).toMatchObject({
      clock_offset: '+03:30',
    });
    expect(await asDealer('updateDevice', { device_id: id, clock_offset: '+3:30' })).toMatchObject(
      field('clock_offset'),
    );
  });

  it('goes from status to status on the ways that are open', async () => {
    const id = await made();
    const to = async (status: string) => valueOf(await asDealer('updateDeviceStatus', { device_ids: [id], status }));
    expect(await to('BLOCKED')).toEqual({ done: [id], refused: [] });
    expect(await to('ACTIVE')).toMatchObject({
      done: [],
      refused: [{ id, message: 'The status cannot change from blocked to active.' }],
    });
    expect(await to('INACTIVE')).toMatchObject({ done: [id] });
    expect(await to('ACTIVE')).toMatchObject({ done: [id] });
    expect(await lastEvents(id)).toEqual([
      'deviceCreated',
      'deviceStatusChanged',
      'deviceStatusChanged',
      'deviceStatusChanged',
    ]);
  });

  it('is deleted when it is in no unit; the others of the same act are', async () => {
    const [used] = await modules.database.query<{ device_id: number; name: string }>(
      "select ud.device_id, u.name from unit_device ud join unit u on u.id = ud.unit_id join account a on a.id = u.account_id where a.name = 'Pars Logistics' limit 1",
    );
    const free = await made();
    const answer = valueOf(await asDealer('deleteDevices', { device_ids: [used.device_id, free] }));
    expect(answer).toEqual({
      done: [free],
      refused: [{ id: used.device_id, code: ERROR.conflict, message: expect.stringContaining(used.name) as string }],
    });
    expect(await asDealer('getDevice', { device_id: free })).toMatchObject({
      ok: false,
      error: { code: ERROR.notFound },
    });
  });

  it('is not there for others', async () => {
    const id = await made();
    for (const method of [
      'getDevice',
      'updateDevice',
      'updateDeviceSettings',
      'getSensors',
      'getDeviceMessages',
    ] as const) {
      const data = { device_id: id, from: toIso(NOON - DAY), to: toIso(NOON) };
      expect(await modules.world.call('dmitry.volkov', 'Волга Мониторинг', method, data), method).toMatchObject({
        ok: false,
        error: { code: ERROR.notFound },
      });
    }
  });
});

describe('what is set for a device', () => {
  it('is kept by kind; null puts the defaults back', async () => {
    const id = await made();
    expect(valueOf(await asDealer('getDevice', { device_id: id })).settings).toEqual({
      trip_detector: null,
      fuel: null,
      filters: null,
    });
    const set = valueOf(
      await asDealer('updateDeviceSettings', { device_id: id, trip_detector: { min_park_time: 120 } }),
    );
    expect(set).toMatchObject({ trip_detector: { min_park_time: 120, min_m_speed: 3 }, filters: null });
    expect(
      await asDealer('updateDeviceSettings', { device_id: id, trip_detector: { min_park_time: -1 } }),
    ).toMatchObject(field('trip_detector.min_park_time'));
    expect(
      valueOf(await asDealer('updateDeviceSettings', { device_id: id, trip_detector: null })).trip_detector,
    ).toBeNull();
  });
});
