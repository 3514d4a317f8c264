import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, SERVICE, toIso } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { newCondition } from '../../../src/domain/rule/index.ts';
import { NOON, valueOf, withModules } from '../../../tests/support/modules.ts';
import { reportServices } from './index.ts';

const modules = withModules();
const as = modules.as('consumer', 'Pars Logistics');
const inOther = modules.as('multi', 'Rhein-Isar Kurier');

let unit = 0;
let account = 0;
let hours: number | null = null;
let number = 0;

beforeEach(async () => {
  modules.world.now = NOON;
  hours = null;
  account = await modules.world.account('Pars Logistics');
  const [row] = await modules.database.query<{ id: number }>(
    'select id from unit where account_id = $1 order by id limit 1',
    [account],
  );
  unit = row.id;
  for (const table of ['service_reminder', 'trip', 'rule_occurrence', 'rule'])
    await modules.database.query(`delete from ${table}`);
});

const add = async (more: object): Promise<number> =>
  valueOf(await as('createServiceReminder', { name: `Service ${++number}`, unit_id: unit, ...more }))
    .service_reminder_id;
const get = async (id: number) => valueOf(await as('getServiceReminder', { service_reminder_id: id }));
const later = (milliseconds: number): void => {
  modules.world.now = NOON + milliseconds;
};
/** A trip that detection found: so many kilometres, in so many hours. */
const drive = (after: number, km: number, took = 1) =>
  modules.database.query(
    'insert into trip (id, unit_id, start_at, end_at, open, data) values ($1, $2, $3, $4, false, $5)',
    [
      ++number,
      unit,
      toIso(NOON + after),
      toIso(NOON + after + took * HOUR),
      { distance: km * 1_000, duration: took * 3_600 },
    ],
  );
const look = () =>
  reportServices(
    {
      database: modules.database,
      directory: modules.world.directory as never,
      positions: {
        latest: { position: () => (hours === null ? null : { attributes: { engine_hours: hours } }) },
      } as never,
    },
    modules.world.now,
  );
const complete = async (id: number, after: number, more: object = {}) =>
  valueOf(await as('completeService', { service_reminder_id: id, done_at: toIso(NOON + after), ...more }));
const reportedStates = async (id: number) =>
  (
    await modules.database.query<{ data: { state: string } }>(
      "select data from event where subject_type = 'service_reminder' and subject_id = $1 and kind = 'serviceTurned' order by sequence",
      [id],
    )
  ).map(({ data }) => data.state);

describe('what is left of a service', () => {
  it('is days of the calendar in the zone of the account', async () => {
    // Tehran is 3.5 hours ahead: the day ends there at 20:30 UTC.
    const id = await add({ every_days: 30, soon_days: 5, last_on: '2026-11-01' });
    expect(await get(id)).toMatchObject({ left_days: 10, state: 'ok', due_on: '2026-12-01', left_km: null });
    for (const [days, state, left] of [
      [5, 'soon', 5],
      [10, 'due', 0],
      [15, 'due', -5],
      [16, 'overdue', -6],
    ] as const) {
      later(days * DAY);
      await look();
      expect(await get(id)).toMatchObject({ state, left_days: left });
    }
    later(4 * DAY + 9 * HOUR);
    await look();
    expect(await get(id)).toMatchObject({ state: 'soon', left_days: 5 });
  });

  it('is the distance of trips since then, with the day on which it will be due by the use of late', async () => {
    await drive(-3 * DAY, 600);
    const id = await add({ every_km: 1_000, soon_km: 300, last_on: '2026-11-20' });
    expect(await get(id)).toMatchObject({ left_km: 1_000, state: 'ok', due_on: '2026-11-26' });
    await drive(HOUR, 750);
    later(DAY);
    await look();
    expect(await get(id)).toMatchObject({ left_km: 250, state: 'soon', due_on: '2026-11-22' });
    await drive(DAY, 600);
    later(2 * DAY);
    await look();
    expect(await get(id)).toMatchObject({ left_km: -350, state: 'overdue' });
    // Weeks later, when all of it was summed up, it is the same, and counts on.
    for (const days of [20, 40]) {
      await drive(days * DAY - HOUR, 10);
      later(days * DAY);
      await look();
    }
    expect(await get(id)).toMatchObject({ left_km: -370 });
  });

  it("is engine hours of the tracker's counter, which may begin again, else of the trips", async () => {
    const id = await add({ every_hours: 100, soon_hours: 10 });
    await drive(HOUR, 50, 8);
    later(DAY);
    await look();
    expect(await get(id)).toMatchObject({ left_hours: 92, state: 'ok' });
    for (const reported of [4_000, 4_060, 5, 12]) {
      hours = reported;
      await look();
    }
    expect(await get(id)).toMatchObject({ left_hours: 33, state: 'ok' });
    hours = 40;
    await look();
    expect(await get(id)).toMatchObject({ left_hours: 5, state: 'soon' });
  });

  it('is due by whichever is over first, and nothing while it is paused', async () => {
    const id = await add({ every_km: 500, every_days: 365 });
    await drive(HOUR, 501);
    later(DAY);
    await look();
    expect(await get(id)).toMatchObject({ state: 'due', left_days: 364 });
    valueOf(await as('updateServiceReminderStatus', { service_reminder_ids: [id], status: 'inactive' }));
    expect(await get(id)).toMatchObject({ state: 'paused', left_km: null, left_days: null, due_on: null });
    await look();
    expect(await reportedStates(id)).toEqual(['due']);
  });
});

describe('a service that was done', () => {
  it('lets its reminder count from there, and its bill is in the history', async () => {
    const id = await add({ every_km: 1_000, every_days: 100, work: ['Oil'] });
    await drive(HOUR, 1_200);
    later(2 * DAY);
    await look();
    const record = await complete(id, DAY, {
      odometer: 81_200,
      work: ['Oil', 'Filter'],
      cost: 120.5,
      currency: 'EUR',
      place: 'Workshop',
      invoice: 'A-17',
    });
    expect(record).toMatchObject({
      cost: 120.5,
      unit_id: unit,
      is_last: true,
      recorded_by: expect.stringMatching(/./),
    });
    expect(await get(id)).toMatchObject({
      state: 'ok',
      left_km: 1_000,
      left_days: 99,
      last_on: '2026-11-22',
      last_km: 81_200,
      done_count: 1,
    });
    const { rows, total } = valueOf(await as('getServiceHistory', { service_reminder_id: id, search: 'a-17' }));
    expect([rows, total]).toEqual([[record], 1]);
    expect(valueOf(await as('getServiceHistory', { unit_id: unit })).rows).toEqual([record]);
  });

  it('keeps the grid where it is fixed: what was over counts for the next', async () => {
    const id = await add({ every_km: 1_000, every_days: 10, last_on: '2026-11-11', next: 'due' });
    await drive(HOUR, 1_200);
    later(3 * DAY);
    await complete(id, 3 * DAY);
    expect(await get(id)).toMatchObject({ left_km: 800, left_days: 7 });
    await complete(id, 3 * DAY + 60_000);
    expect(await get(id)).toMatchObject({ left_km: 1_800, left_days: 17 });
  });

  it('ends a reminder that is not to come again', async () => {
    const id = await add({ every_days: 10, next: 'never' });
    await complete(id, 0);
    expect(await get(id)).toMatchObject({ status: 'inactive', state: 'paused' });
  });

  it('is taken back: its reminder counts as before, after an older one as it does', async () => {
    const id = await add({ every_km: 1_000, every_days: 100, last_on: '2026-11-01' });
    await drive(HOUR, 900);
    later(3 * DAY);
    await look();
    const before = await get(id);
    const last = await complete(id, 2 * DAY);
    const older = await complete(id, DAY);
    expect(older.is_last).toBe(false);
    expect(await get(id)).toMatchObject({ last_on: '2026-11-23', done_count: 2 });
    valueOf(await as('deleteServiceRecord', { service_record_id: older.service_record_id }));
    expect(await get(id)).toMatchObject({ last_on: '2026-11-23', done_count: 1 });
    valueOf(await as('deleteServiceRecord', { service_record_id: last.service_record_id }));
    expect(await get(id)).toEqual(before);
  });

  it('has a bill that is corrected, unless somebody else did meanwhile', async () => {
    const id = await add({ every_days: 100 });
    const { service_record_id } = await complete(id, 0, { cost: 10 });
    const change = { service_record_id, cost: 12, expected: { cost: 10 } };
    expect(valueOf(await as('updateServiceRecord', change))).toMatchObject({ cost: 12 });
    expect(await as('updateServiceRecord', { ...change, cost: 11 })).toMatchObject({
      error: { code: ERROR.conflict, fields: [{ field: 'cost', current: 12 }] },
    });
  });

  it.each([
    ['in the future', { done_at: toIso(NOON + DAY) }, 'done_at'],
    ['at no time', { done_at: 'yesterday' }, 'done_at'],
    ['for less than nothing', { cost: -1 }, 'cost'],
    ['in an unknown currency', { currency: 'euro' }, 'currency'],
  ])('is refused %s', async (_, more, field) => {
    const id = await add({ every_days: 100 });
    const refused = await as('completeService', { service_reminder_id: id, done_at: toIso(NOON), ...more });
    expect(refused).toMatchObject({ ok: false, error: { fields: [{ field }] } });
    expect(await get(id)).toMatchObject({ done_count: 0 });
  });

  it('is nobody else’s', async () => {
    const id = await add({ every_days: 100 });
    const { service_record_id } = await complete(id, 0);
    for (const answer of [
      await inOther('completeService', { service_reminder_id: id, done_at: toIso(NOON) }),
      await inOther('getServiceRecord', { service_record_id }),
      await inOther('updateServiceRecord', { service_record_id, cost: 1 }),
      await inOther('deleteServiceRecord', { service_record_id }),
    ])
      expect(answer).toMatchObject({ ok: false });
    expect(valueOf(await inOther('getServiceHistory', { service_reminder_id: id })).total).toBe(0);
  });
});

describe('a reminder', () => {
  it.each([
    ['without an interval', { every_days: null }, 'every_km'],
    ['of a distance without a unit', { unit_id: null, every_km: 100 }, 'unit_id'],
    ['for a unit that is not there', { unit_id: 999_999, every_days: 10 }, 'unit_id'],
    ['that was done in the future', { every_days: 10, last_on: '2026-12-24' }, 'last_on'],
  ])('is refused %s', async (_, more, field) => {
    expect(await as('createServiceReminder', { name: 'Refused', ...more })).toMatchObject({
      error: { fields: [{ field }] },
    });
  });

  it('notifies of each state once, and of what is overdue every week', async () => {
    await modules.database.query(
      `insert into rule (id, account_id, name, status, match, conditions, hold, all_units, sub_accounts, applied_at, created_at)
       values (1, $1, 'Due', 'active', 'any', $2, 0, true, false, $3, $3)`,
      [
        account,
        JSON.stringify(['serviceDue', 'serviceOverdue'].map((fact) => ({ ...newCondition('fact'), fact }))),
        toIso(NOON - DAY),
      ],
    );
    const id = await add({ every_days: 10, soon_days: 3 });
    // From soon to overdue while no server ran: what lies between is reportedStates to rules too.
    for (const days of [0, 8, 8, 20, 20, 20 + SERVICE.again - 1, 20 + SERVICE.again]) {
      later(days * DAY);
      await look();
    }
    expect(await reportedStates(id)).toEqual(['soon', 'overdue', 'overdue']);
    const fired = await modules.database.query<{ fact: string; day: number }>(
      'select fact, floor(extract(epoch from at) / 86400)::int8 as day from rule_occurrence order by at, fact',
    );
    expect(fired.map(({ fact, day }) => [fact.split(' ').slice(2, 4).join(' '), day - Math.floor(NOON / DAY)])).toEqual(
      [
        ['0 due', 20],
        ['0 overdue', 20 + SERVICE.again],
      ],
    );
    later(30 * DAY);
    await complete(id, 30 * DAY);
    later(38 * DAY);
    await look();
    expect(await reportedStates(id)).toEqual(['soon', 'overdue', 'overdue', 'soon']);
  });
});
