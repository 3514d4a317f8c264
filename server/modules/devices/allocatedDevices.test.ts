import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, toIso } from '../../../src/domain/base/index.ts';
import { DEFAULT_FILTERS } from '../../../src/domain/detection/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { createFix } from '../../../src/domain/telemetry/index.ts';
import { NOON, valueOf, withModules } from '../../../tests/support/modules.ts';
import { insertUnread } from '../../store/unread/insert.ts';
import { applyAllocations } from '../shared/index.ts';
import { ALLOCATED_DEVICES } from './index.ts';

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

describe('a device for an account below', () => {
  const span = (from: number, to: number) => ({
    start_date: toIso(NOON + from * DAY),
    end_date: toIso(NOON + to * DAY),
  });

  it('is seen there while it is allocated, and cannot be changed there', async () => {
    const id = await made();
    const holder = await modules.world.account('Pars Logistics');
    expect(
      valueOf(await asDealer('allocateDevices', { device_ids: [id], account_id: holder, ...span(-1, 7) })),
    ).toEqual({ done: [id], refused: [] });
    expect(valueOf(await asDealer('getDevice', { device_id: id })).allocated_to).toMatchObject({
      account_name: 'Pars Logistics',
    });
    // Restricted or not, a consumer's devices list depends on its restriction; the log says both sides.
    expect(await lastEvents(id)).toEqual(['deviceCreated', 'deviceAllocated', 'deviceAllocated']);
    const history = valueOf(await asDealer('getDeviceAllocations', { device_id: id }));
    expect(history).toMatchObject({
      total: 1,
      rows: [{ account_name: 'Pars Logistics', device_ids: [id], username: 'dealer' }],
    });
  });

  it('is not allocated twice for a span; the words say why', async () => {
    const id = await made();
    const [first, second] = [
      await modules.world.account('Pars Logistics'),
      await modules.world.account('Kaveh Telematics'),
    ];
    valueOf(await asDealer('allocateDevices', { device_ids: [id], account_id: first, ...span(1, 7) }));
    expect(
      valueOf(await asDealer('allocateDevices', { device_ids: [id], account_id: first, ...span(3, 9) })),
    ).toMatchObject({ refused: [{ message: 'Already allocated to the same account' }] });
    // Spans that only touch do not overlap.
    expect(
      valueOf(await asDealer('allocateDevices', { device_ids: [id], account_id: first, ...span(7, 9) })).done,
    ).toEqual([id]);
    expect(await asDealer('allocateDevices', { device_ids: [id], account_id: second, ...span(3, 9) })).toMatchObject(
      field('account_id'),
    );
    expect(await asDealer('allocateDevices', { device_ids: [id], account_id: first, ...span(9, 3) })).toMatchObject(
      field('end_date', 'End time is less than start time'),
    );
  });

  it('shows what it said in the span, and not whose vehicle it sits in', async () => {
    const asOwner = modules.as('owner', 'Wayline');
    const { device_id: id } = valueOf(
      await asOwner('createDevice', { name: 'Lent', device_model: 'FMB920', unique_identifier: 'LENT1' }),
    );
    const { unit_id: unit } = valueOf(await asOwner('createUnit', { name: 'Secret truck', device_ids: [id] }));
    const position = {
      latitude: 1,
      longitude: 2,
      altitude: 0,
      speed: 0,
      course: 0,
      satellites: 9,
      valid: true,
      protocol: 'teltonika',
      attributes: {},
    } as const;
    for (const day of [-3, -1, 0.5])
      modules.world.positions.stored.push({
        ...position,
        unit_id: unit,
        time: toIso(NOON + day * DAY),
        received_at: toIso(NOON),
      });
    valueOf(
      await asOwner('allocateDevices', {
        device_ids: [id],
        account_id: await modules.world.account('Kaveh Telematics'),
        ...span(-2, 0.25),
      }),
    );
    const days = async (as: typeof asOwner) => {
      const { rows, total } = valueOf(
        await as('getDeviceMessages', { device_id: id, from: toIso(NOON - 9 * DAY), to: toIso(NOON + DAY) }),
      );
      return [total, ...rows.map(({ time }) => (Date.parse(time) - NOON) / DAY)];
    };
    expect(await days(asDealer)).toEqual([1, -1]);
    expect(await days(asOwner)).toEqual([3, 0.5, -1, -3]);
    expect(valueOf(await asDealer('getDevice', { device_id: id }))).toMatchObject({ unit_id: null, unit_name: '' });
    expect(valueOf(await asDealer('getDeviceList', { search: 'Secret truck' })).total).toBe(0);
    expect(valueOf(await asOwner('getDeviceList', { search: 'Secret truck' }))).toMatchObject({
      rows: [{ unit_id: unit, unit_name: 'Secret truck' }],
    });
  });

  it('shows its own spans alone, and not who of the owner gave them', async () => {
    const id = await made();
    const [holder, other] = [
      await modules.world.account('Pars Logistics'),
      (
        await modules.database.query<{ id: number }>(
          "select id from account where parent_id = $1 and name <> 'Pars Logistics' limit 1",
          [await modules.world.account('Kaveh Telematics')],
        )
      )[0].id,
    ];
    valueOf(await asDealer('allocateDevices', { device_ids: [id], account_id: other, ...span(-9, -3) }));
    valueOf(await asDealer('allocateDevices', { device_ids: [id], account_id: holder, ...span(-2, 2) }));
    valueOf(await asDealer('allocateDevices', { device_ids: [id], account_id: other, ...span(3, 9) }));
    const holders = async (as: typeof asDealer) => {
      const { rows, total } = valueOf(await as('getDeviceAllocations', { device_id: id, sort: 'username' }));
      return [total, rows.map((row) => [row.account_id === holder, row.username])];
    };
    await modules.database.query(
      'update role set permissions = permissions || \'{"devices": ["r"], "account_devices": ["r"]}\'::jsonb where account_id = $1',
      [holder],
    );
    expect(await holders(modules.as('consumer', 'Pars Logistics'))).toEqual([1, [[true, '']]]);
    expect(await holders(asDealer)).toEqual([
      3,
      expect.arrayContaining([
        [true, 'dealer'],
        [false, 'dealer'],
      ]),
    ]);
  });

  it('shows of its unknown messages those of the span, and no types of another account', async () => {
    const asOwner = modules.as('owner', 'Wayline');
    const { device_id: id } = valueOf(
      await asOwner('createDevice', { name: 'Odd one', device_model: 'ODD9', unique_identifier: 'ODD1' }),
    );
    valueOf(
      await asOwner('allocateDevices', {
        device_ids: [id],
        account_id: await modules.world.account('Kaveh Telematics'),
        ...span(-2, 0.25),
      }),
    );
    const message = {
      deviceId: id,
      unitId: 0,
      protocol: 'gt06',
      datagram: false,
      type: '0x38',
      reason: 'not known',
      part: false,
      bytes: Buffer.from('abc'),
    };
    await insertUnread(
      modules.database,
      [-1, 0.5, 0.75].map((day) => ({ ...message, receivedAt: NOON + day * DAY })),
      '',
      [],
    );
    const days = async (as: typeof asOwner) => {
      const { rows, total } = valueOf(await as('getUnreadMessageList', { device_id: id }));
      return [total, ...rows.map(({ received_at }) => (Date.parse(received_at) - NOON) / DAY)];
    };
    expect(await days(asOwner)).toEqual([3, 0.75, 0.5, -1]);
    expect(await days(asDealer)).toEqual([1, -1]);
    expect(valueOf(await asOwner('getUnreadMessageList', { device_id: id, page: 2, limit: 2 })).rows).toMatchObject([
      { hex: '616263', text: 'abc', size: 3 },
    ]);
    const types = async (as: typeof asOwner, data: object = {}) =>
      valueOf(await as('getUnreadTypeList', data)).rows.filter(({ device_model }) => device_model === 'ODD9');
    expect(await types(asOwner)).toMatchObject([
      {
        protocol: 'gt06',
        type: '0x38',
        messages: 3,
        device_count: 1,
        devices: [{ device_id: id, name: 'Odd one', account_name: 'Wayline' }],
      },
    ]);
    expect(
      await types(asOwner, { search: '0X3', sort: '-messages', filters: { protocol: 'gt06', device_model: 'ODD9' } }),
    ).toHaveLength(1);
    expect(await types(asOwner, { filters: { account_id: await modules.world.account('Kaveh Telematics') } })).toEqual(
      [],
    );
    expect(await types(asDealer)).toEqual([]);
    expect(await asOwner('getUnreadTypeList', { sort: 'secret' })).toMatchObject({ ok: false });
    // With the device its messages go.
    valueOf(await asOwner('deleteDevices', { device_ids: [id] }));
    expect(
      await modules.database.query(
        'select 1 from unread_message where device_id = $1 union all select 1 from unread_type where device_id = $1',
        [id],
      ),
    ).toEqual([]);
  });

  it('shows no password of a command in the bytes of unknown messages', async () => {
    const id = await made();
    const message = {
      deviceId: id,
      unitId: 0,
      protocol: 'gt06',
      datagram: false,
      type: '0x21',
      reason: 'not known',
      part: false,
      receivedAt: NOON,
      bytes: Buffer.from('xxDYD,pass7#OK'),
    };
    await insertUnread(modules.database, [message], '', []);
    const [shown] = valueOf(await asDealer('getUnreadMessageList', { device_id: id })).rows;
    expect(shown).toMatchObject({ size: 14, text: 'xxDYD,*****#OK' });
    expect(Buffer.from(shown.hex, 'hex').toString()).toBe('xxDYD,*****#OK');
  });

  it('shows unknown messages that came while its unit was seen, whoever had the device then', async () => {
    const id = await made();
    const { unit_id: unit } = valueOf(await asDealer('createUnit', { name: 'Own truck', device_ids: [id] }));
    const message = {
      deviceId: id,
      unitId: unit,
      protocol: 'gt06',
      datagram: false,
      type: '0x38',
      reason: '',
      part: true,
      receivedAt: NOON - 3 * DAY,
      bytes: Buffer.from([1]),
    };
    const foreign = { ...message, unitId: 999_999 };
    await insertUnread(modules.database, [message, foreign], '', []);
    // Before it was registered here, in a unit of nobody's: not theirs to see.
    expect(valueOf(await asDealer('getUnreadMessageList', { device_id: id }))).toMatchObject({
      total: 1,
      rows: [{ part: true, hex: '01', text: null }],
    });
  });

  it('shows nothing that its unit reported before it was in it, and says since when it is', async () => {
    const [first, second] = [await made(), await made()];
    const form = { name: 'Refitted', kind: 'van' as const };
    const { unit_id: unit } = valueOf(await asDealer('createUnit', { ...form, device_ids: [first] }));
    const others = async (): Promise<unknown> =>
      valueOf(await asDealer('getDeviceMessages', { device_id: first, from: toIso(NOON - DAY), to: toIso(NOON) }))
        .others;
    expect(await others()).toBeUndefined();
    modules.world.now = NOON + HOUR;
    valueOf(await asDealer('updateUnit', { unit_id: unit, device_ids: [first, second] }));
    modules.world.now = NOON + 2 * HOUR;
    valueOf(await asDealer('updateUnit', { unit_id: unit, device_ids: [second, first] }));
    const position = {
      latitude: 1,
      longitude: 2,
      altitude: 0,
      speed: 0,
      course: 0,
      satellites: 9,
      valid: true,
      protocol: 'teltonika',
      attributes: {},
    } as const;
    for (const hour of [-1, 0.5, 1.5])
      modules.world.positions.stored.push({
        ...position,
        unit_id: unit,
        time: toIso(NOON + hour * HOUR),
        received_at: toIso(NOON),
      });
    const messages = async (id: number, to = 3) => {
      const { rows, total, mounted_at } = valueOf(
        await asDealer('getDeviceMessages', { device_id: id, from: toIso(NOON - DAY), to: toIso(NOON + to * HOUR) }),
      );
      return [mounted_at, total, ...rows.map(({ time }) => (Date.parse(time) - NOON) / HOUR)];
    };
    expect(await messages(first)).toEqual([null, 3, 1.5, 0.5, -1]);
    expect(await others()).toBe(1);
    expect(await messages(second)).toEqual([toIso(NOON + HOUR), 1, 1.5]);
    expect(await messages(second, 1)).toEqual([toIso(NOON + HOUR), 0]);
    modules.world.now = NOON;
  });

  it('in no unit shows its last reports to its owner, and to who holds it those of the span alone', async () => {
    const asOwner = modules.as('owner', 'Wayline');
    const { device_id: id } = valueOf(
      await asOwner('createDevice', { name: 'On the desk', device_model: 'FMB920', unique_identifier: 'DESK1' }),
    );
    valueOf(
      await asOwner('allocateDevices', {
        device_ids: [id],
        account_id: await modules.world.account('Kaveh Telematics'),
        ...span(-2, 0.25),
      }),
    );
    const keep = (time: number, received: number) =>
      modules.world.unstored.keep(
        id,
        'teltonika',
        received,
        Object.assign(createFix(), { time, hasPosition: true, valid: true, latitude: 1, longitude: 2 }),
      );
    keep(NOON - 3 * DAY, NOON - 3 * DAY);
    keep(NOON - 2.5 * DAY, NOON - DAY);
    keep(NOON - HOUR, NOON - HOUR);
    const hours = async (as: typeof asOwner, data: object = {}) => {
      const { rows, total, stored } = valueOf(
        await as('getDeviceMessages', { device_id: id, from: toIso(NOON - 9 * DAY), to: toIso(NOON + DAY), ...data }),
      );
      return [stored, total, ...rows.map(({ time }) => (NOON - Date.parse(time)) / HOUR)];
    };
    expect(await hours(asOwner)).toEqual([false, 3, 1, 60, 72]);
    expect(await hours(asOwner, { before: toIso(NOON - HOUR), passed: 1, limit: 1 })).toEqual([false, 3, 60]);
    expect(await hours(asOwner, { from: toIso(NOON - DAY) })).toEqual([false, 1, 1]);
    expect(await hours(asDealer)).toEqual([false, 1, 1]);
    expect(
      await modules.as('consumer', 'Pars Logistics')('getDeviceMessages', {
        device_id: id,
        from: toIso(NOON - DAY),
        to: toIso(NOON),
      }),
    ).toMatchObject({ ok: false });
    // Of a device that is not active nothing is taken.
    valueOf(await asOwner('updateDeviceStatus', { device_ids: [id], status: 'INACTIVE' }));
    expect(await hours(asOwner)).toEqual([false, 0]);
  });

  it('gets events of what its owner does to the device, on both sides', async () => {
    const id = await made();
    const holder = await modules.world.account('Pars Logistics');
    valueOf(await asDealer('allocateDevices', { device_ids: [id], account_id: holder, ...span(-1, 7) }));
    valueOf(await asDealer('updateDevice', { device_id: id, name: 'Renamed' }));
    valueOf(await asDealer('updateDeviceStatus', { device_ids: [id], status: 'INACTIVE' }));
    valueOf(await asDealer('updateDeviceSettings', { device_id: id, filters: DEFAULT_FILTERS }));
    const recorded = async () =>
      modules.database.query<{ kind: string; data: object }>(
        "select kind, data from event where subject_type = 'device' and subject_id = $1 and account_id = $2 order by sequence",
        [id, holder],
      );
    expect((await recorded()).map(({ kind }) => kind)).toEqual([
      'deviceAllocated',
      'deviceUpdated',
      'deviceStatusChanged',
      'deviceSettingsChanged',
    ]);
    valueOf(await asDealer('deleteDevices', { device_ids: [id] }));
    expect((await recorded()).at(-1)).toMatchObject({ kind: 'deviceDeleted', data: { name: 'Renamed' } });
    expect(JSON.stringify((await recorded()).at(-1))).not.toContain('unique_identifier');

    // Once its span is over, it is no longer reported.
    const other = await made();
    valueOf(await asDealer('allocateDevices', { device_ids: [other], account_id: holder, ...span(-1, 7) }));
    const [current] = valueOf(await asDealer('getDeviceAllocations', { device_id: other })).rows;
    valueOf(await asDealer('endDeviceAllocation', { allocation_id: current.allocation_id }));
    valueOf(await asDealer('updateDevice', { device_id: other, name: 'Ours again' }));
    const kinds = await modules.database.query<{ kind: string }>(
      "select kind from event where subject_type = 'device' and subject_id = $1 and account_id = $2 order by sequence",
      [other, holder],
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['deviceAllocated', 'deviceAllocationEnded']);
  });

  it("is recorded when its span begins and runs out, on both sides and once, and by nobody's act", async () => {
    const [id, other] = [await made(), await made()];
    const [owner, holder] = [
      await modules.world.account('Kaveh Telematics'),
      await modules.world.account('Pars Logistics'),
    ];
    valueOf(
      await asDealer('allocateDevices', {
        device_ids: [id],
        account_id: holder,
        start_date: toIso(NOON + 10 * MINUTE),
        end_date: toIso(NOON + 40 * MINUTE),
      }),
    );
    // One that begins as soon as it is made has no beginning to report.
    valueOf(
      await asDealer('allocateDevices', {
        device_ids: [other],
        account_id: holder,
        start_date: toIso(NOON - HOUR),
        end_date: toIso(NOON + 40 * MINUTE),
      }),
    );
    const recorded = async (device: number) => {
      const rows = await modules.database.query<{ kind: string; account_id: number; user_id: number; data: object }>(
        "select kind, account_id, user_id, data from event where subject_type = 'device' and subject_id = $1 and kind like 'deviceAllocation%' order by account_id, sequence",
        [device],
      );
      return rows.map(
        ({ kind, account_id, user_id }) =>
          `${kind} ${account_id === owner ? 'owner' : account_id === holder ? 'holder' : 'else'} ${user_id === null ? 'of itself' : 'by a person'}`,
      );
    };
    const at = async (instant: number) => {
      const next = await applyAllocations({ database: modules.database, things: [ALLOCATED_DEVICES], now: instant });
      return next === null ? null : next - instant;
    };
    expect(await at(NOON + 10 * MINUTE - 1)).toBe(1);
    expect(await recorded(id)).toEqual([]);
    expect(await at(NOON + 10 * MINUTE)).toBe(30 * MINUTE);
    await at(NOON + 40 * MINUTE - 1);
    expect([await recorded(id), await recorded(other)]).toEqual([
      ['deviceAllocationBegan owner of itself', 'deviceAllocationBegan holder of itself'],
      [],
    ]);
    await at(NOON + 40 * MINUTE);
    await at(NOON + 41 * MINUTE);
    const ended = ['deviceAllocationEnded owner of itself', 'deviceAllocationEnded holder of itself'];
    expect(await recorded(other)).toEqual(ended);
    expect((await recorded(id)).filter((line) => line.includes('Ended'))).toEqual(ended);
    // One that a person ended is not reported again.
    const early = await made();
    valueOf(await asDealer('allocateDevices', { device_ids: [early], account_id: holder, ...span(-1, 7) }));
    const [current] = valueOf(await asDealer('getDeviceAllocations', { device_id: early })).rows;
    valueOf(await asDealer('endDeviceAllocation', { allocation_id: current.allocation_id }));
    await at(NOON + 8 * DAY);
    expect(await recorded(early)).toEqual([
      'deviceAllocationEnded owner by a person',
      'deviceAllocationEnded holder by a person',
    ]);
  });

  it('comes back when its span is ended, and an upcoming span leaves no trace', async () => {
    const id = await made();
    const holder = await modules.world.account('Pars Logistics');
    valueOf(await asDealer('allocateDevices', { device_ids: [id], account_id: holder, ...span(-1, 7) }));
    valueOf(await asDealer('allocateDevices', { device_ids: [id], account_id: holder, ...span(8, 9) }));
    const [upcoming, current] = valueOf(await asDealer('getDeviceAllocations', { device_id: id })).rows;
    valueOf(await asDealer('endDeviceAllocation', { allocation_id: upcoming.allocation_id }));
    expect(valueOf(await asDealer('endDeviceAllocation', { allocation_id: current.allocation_id })).end_date).toBe(
      toIso(NOON),
    );
    expect(valueOf(await asDealer('getDeviceAllocations', { device_id: id })).rows).toMatchObject([
      { end_date: toIso(NOON) },
    ]);
    expect(valueOf(await asDealer('getDevice', { device_id: id })).allocated_to).toBeNull();
    expect(await asDealer('endDeviceAllocation', { allocation_id: current.allocation_id })).toMatchObject({
      ok: false,
      error: { code: ERROR.conflict },
    });
  });
});
