import { describe, expect, it } from 'vitest';
import { DAY, HOUR, SECOND, TRACKER_CLAIM, toIso } from '../../../src/domain/base/index.ts';
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

describe('the claim of a tracker by its number', () => {
  const refusalOf = (answer: Awaited<ReturnType<typeof consumer>>) => (answer.ok ? null : answer.error);
  const claim = async (unique_identifier: string) =>
    valueOf(await consumer('getTrackerClaim', { unique_identifier })).state;
  const start = async (unique_identifier: string) =>
    valueOf(await consumer('startTrackerClaim', { unique_identifier }));
  const hear = (identifier: string, address = '198.51.100.7:5000') =>
    modules.world.heard.set(identifier, { at: modules.world.now, address });
  const later = (time: number) => (modules.world.now += time);

  it('that reports now takes its next report within a minute, which counts for the claiming account alone', async () => {
    const wanted = form();
    hear(wanted.unique_identifier);
    later(SECOND);
    expect(refusalOf(await consumer('createDevice', wanted))).toMatchObject({ code: ERROR.trackerProof });
    expect(await start(wanted.unique_identifier)).toEqual({ state: 'waiting', remaining: TRACKER_CLAIM.proof });
    expect(refusalOf(await consumer('createDevice', wanted))).toMatchObject({ code: ERROR.trackerProof });
    later(20 * SECOND);
    hear(wanted.unique_identifier);
    expect(await claim(wanted.unique_identifier)).toBe('proven');
    expect(refusalOf(await dealer('createDevice', wanted))).toMatchObject({ code: ERROR.trackerProof });
    valueOf(await consumer('createDevice', wanted));
  });

  it('fails without a report in time, and a report that comes later proves nothing', async () => {
    const wanted = form();
    hear(wanted.unique_identifier);
    await start(wanted.unique_identifier);
    later(TRACKER_CLAIM.proof + 1);
    hear(wanted.unique_identifier);
    expect(await claim(wanted.unique_identifier)).toBe('failed');
    expect(refusalOf(await consumer('createDevice', wanted))).toMatchObject({
      code: ERROR.conflict,
      fields: [{ field: 'unique_identifier' }],
    });
    await start(wanted.unique_identifier);
    later(SECOND);
    hear(wanted.unique_identifier);
    valueOf(await consumer('createDevice', wanted));
  });

  it('takes no proof of one that is silent, of an address of one’s own, or by whoever runs the server', async () => {
    const [silent, near, any] = [form(), form(), form()];
    hear(silent.unique_identifier);
    later(TRACKER_CLAIM.inUse + 1);
    valueOf(await consumer('createDevice', silent));
    const account_id = await modules.world.account('Pars Logistics');
    const owner = modules.as('owner', 'Wayline');
    valueOf(await owner('updateChildAccountDetails', { account_id, tracker_networks: '203.0.113.0/24' }));
    hear(near.unique_identifier, '203.0.113.9:1000');
    hear(any.unique_identifier);
    valueOf(await consumer('createDevice', near));
    valueOf(await owner('createDevice', any));
  });

  it('of another tenant is answered as one whose proof does not come', async () => {
    const foreign = form();
    valueOf(await dealer('createDevice', foreign));
    const wanted = { ...form(), unique_identifier: foreign.unique_identifier };
    const { device_id: id } = valueOf(await consumer('createDevice', form()));
    const unused = form();
    hear(unused.unique_identifier);
    for (const number of [wanted, unused])
      expect(refusalOf(await consumer('createDevice', number))).toMatchObject({ code: ERROR.trackerProof });
    for (const number of [wanted, unused]) await start(number.unique_identifier);
    later(TRACKER_CLAIM.proof + 1);
    const answers = [
      await consumer('createDevice', wanted),
      await consumer('createDevice', unused),
      await consumer('updateDevice', { device_id: id, unique_identifier: foreign.unique_identifier }),
    ].map(refusalOf);
    expect(answers[0]?.fields?.[0].message).toContain('cannot be registered');
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it('of one’s own accounts is said to exist', async () => {
    const own = form();
    valueOf(await consumer('createDevice', own));
    for (const as of [consumer, dealer])
      expect(
        refusalOf(await as('createDevice', { ...form(), unique_identifier: own.unique_identifier })),
      ).toMatchObject({
        code: ERROR.conflict,
        fields: [{ message: 'A device with this unique identifier already exists.' }],
      });
  });

  it('by addresses is opened by whoever runs the server alone', async () => {
    const change = { account_id: await modules.world.account('Pars Logistics'), tracker_networks: '0.0.0.0/1' };
    const field = { fields: [{ field: 'tracker_networks' }] };
    expect(refusalOf(await dealer('updateConsumerAccountDetails', change))).toMatchObject(field);
    expect(refusalOf(await consumer('updateAccountDetails', { tracker_networks: '0.0.0.0/1' }))).toMatchObject(field);
  });
});

describe('a device that an account holds, in a unit that it does not see', () => {
  it('shows nothing that another device of the unit may have sent', async () => {
    modules.world.now = NOON;
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
    // The account that holds the unit sees what the unit reported.
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
