import { describe, expect, it } from 'vitest';
import { DAY, HOUR, toIso } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { NOON, valueOf, withModules } from '../../../tests/support/modules.ts';

const modules = withModules();
const consumer = modules.as('consumer', 'Pars Logistics');
const dealer = modules.as('dealer', 'Kaveh Telematics');
let number = 0;
const form = () => ({ name: `Claimed ${++number}`, device_model: 'FMB920', unique_identifier: `CL${number}` });
const codeOf = (answer: Awaited<ReturnType<typeof consumer>>): string | null => (answer.ok ? null : answer.error.code);

describe('a consumer’s administrator, who has no list of devices', () => {
  it('registers a tracker, builds a unit of it, and reads and sets up what it needs', async () => {
    const { device_id: id } = valueOf(await consumer('createDevice', form()));
    expect(
      valueOf(await consumer('getDeviceList', { filters: { use: 'free' } })).rows.map(({ device_id }) => device_id),
    ).toContain(id);
    valueOf(await consumer('createUnit', { name: `Unit of ${id}`, device_ids: [id] }));
    expect(valueOf(await consumer('getDevice', { device_id: id }))).toMatchObject({
      device_id: id,
      default_satellites: 4,
      settings: { trip_detector: null },
    });
    valueOf(
      await consumer('createSensor', {
        device_id: id,
        type: 'ignition',
        name: 'Ignition',
        field: 'ignition',
        parameter: 'ignition',
        data_type: 'boolean',
        table: { kind: 'none' },
      }),
    );
    expect(valueOf(await consumer('getSensors', { device_id: id })).sensors).toHaveLength(1);
    expect(valueOf(await consumer('getDeviceCommands', { device_id: id })).commands).toEqual([]);
    expect(
      codeOf(
        await consumer('getDeviceMessages', {
          device_id: id,
          from: '2026-11-21T00:00:00Z',
          to: '2026-11-21T12:00:00Z',
        }),
      ),
    ).toBeNull();
    expect(valueOf(await consumer('getUnreadMessageList', { device_id: id })).rows).toEqual([]);
    valueOf(await consumer('updateDeviceSettings', { device_id: id, trip_detector: { min_satellites: 5 } }));
  });

  it('has no list of devices all the same, and reads no device of others', async () => {
    for (const filters of [{}, { use: 'used' }, { use: '' }])
      expect(codeOf(await consumer('getDeviceList', { filters }))).toBe(ERROR.accessRight);
    const { device_id: foreign } = valueOf(await dealer('createDevice', form()));
    const free = valueOf(await consumer('getDeviceList', { filters: { use: 'free' }, limit: 100 })).rows;
    expect(free.map(({ device_id }) => device_id)).not.toContain(foreign);
    for (const id of [foreign, 888_888]) {
      expect(codeOf(await consumer('getDevice', { device_id: id }))).toBe(ERROR.accessRight);
      expect(codeOf(await consumer('getSensors', { device_id: id }))).toBe(ERROR.accessRight);
    }
  });

  it('reads the devices of its units only with the permission to change units', async () => {
    const { device_id: id } = valueOf(await consumer('createDevice', form()));
    valueOf(await consumer('createUnit', { name: `Watched ${id}`, device_ids: [id] }));
    for (const username of ['viewer', 'operator'])
      expect(
        codeOf(await modules.world.call(username, 'Pars Logistics', 'getDevice', { device_id: id })),
        username,
      ).toBe(ERROR.accessRight);
  });
});

describe('a number that a device has already', () => {
  const messageOf = (answer: Awaited<ReturnType<typeof consumer>>) =>
    answer.ok ? null : [answer.error.code, answer.error.fields?.[0]];

  it('is named where one’s own accounts have it; of other tenants nothing is said', async () => {
    const [own, foreign] = [form(), form()];
    const { device_id: id } = valueOf(await consumer('createDevice', own));
    valueOf(await dealer('createDevice', foreign));
    const field = 'unique_identifier';
    const taken = [ERROR.conflict, { field, message: 'A device with this unique identifier already exists.' }];
    const [code, { message }] = messageOf(
      await consumer('createDevice', { ...form(), unique_identifier: foreign.unique_identifier }),
    ) as [string, { message: string }];
    expect([code, message]).toEqual([ERROR.conflict, expect.stringContaining('cannot be registered')]);
    expect(message).not.toMatch(/exist|taken|Kaveh/);
    expect(messageOf(await consumer('createDevice', { ...form(), unique_identifier: own.unique_identifier }))).toEqual(
      taken,
    );
    expect(messageOf(await dealer('createDevice', { ...form(), unique_identifier: own.unique_identifier }))).toEqual(
      taken,
    );
    expect(
      messageOf(await consumer('updateDevice', { device_id: id, unique_identifier: foreign.unique_identifier })),
    ).toEqual([ERROR.conflict, { field, message }]);
  });
});

describe('a device that an account holds, in a unit that it does not see', () => {
  it('shows nothing that another device of the unit may have sent', async () => {
    const asOwner = modules.as('owner', 'Wayline');
    const register = async (name: string, model: string) =>
      valueOf(await asOwner('createDevice', { name, device_model: model, unique_identifier: name })).device_id;
    const [lent, beside, gone] = [
      await register('PAIR1', 'FMB920'),
      await register('PAIR2', 'GT06N'),
      await register('PAIR3', 'FMB140'),
    ];
    const { unit_id: unit } = valueOf(await asOwner('createUnit', { name: 'Pair', device_ids: [lent, beside, gone] }));
    modules.world.now = NOON + HOUR;
    valueOf(await asOwner('updateUnit', { unit_id: unit, device_ids: [lent, beside] }));
    modules.world.now = NOON + DAY;
    valueOf(
      await asOwner('allocateDevices', {
        device_ids: [lent],
        account_id: await modules.world.account('Kaveh Telematics'),
        start_date: toIso(NOON - 2 * DAY),
        end_date: toIso(NOON + 5 * DAY),
      }),
    );
    const position = {
      unit_id: unit,
      latitude: 1,
      longitude: 2,
      altitude: 0,
      speed: 0,
      course: 0,
      satellites: 9,
      valid: true,
      attributes: {},
    } as const;
    for (const [protocol, hour] of [
      ['teltonika', 0.5],
      ['teltonika', 2],
      ['gt06', 3],
      ['import', 4],
    ] as const)
      modules.world.positions.stored.push({
        ...position,
        protocol,
        time: toIso(NOON + hour * HOUR),
        received_at: toIso(NOON + hour * HOUR),
      });
    const messages = async (as: typeof asOwner) =>
      valueOf(await as('getDeviceMessages', { device_id: lent, from: toIso(NOON), to: toIso(NOON + DAY) }));
    const hours = ({ rows }: Awaited<ReturnType<typeof messages>>) =>
      rows.map(({ time }) => (Date.parse(time) - NOON) / HOUR);
    // One of the same protocol was in the unit for the first hour.
    const shown = await messages(dealer);
    expect([hours(shown), shown.total, shown.others, shown.left_out]).toEqual([[2], 1, undefined, true]);
    const all = await messages(asOwner);
    expect([hours(all), all.others, all.left_out]).toEqual([[4, 3, 2, 0.5], 1, undefined]);
    // Whoever holds the unit sees what the unit reported.
    valueOf(
      await asOwner('allocateUnit', {
        unit_id: unit,
        device_ids: [lent],
        account_id: await modules.world.account('Kaveh Telematics'),
        start_date: toIso(NOON),
        end_date: toIso(NOON + 5 * DAY),
      }),
    );
    expect(hours(await messages(dealer))).toEqual([4, 3, 2, 0.5]);
    modules.world.now = NOON;
  });
});
