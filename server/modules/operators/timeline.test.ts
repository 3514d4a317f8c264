import { beforeEach, describe, expect, it } from 'vitest';
import { fromIso, MINUTE } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { valueOf, withModules } from '../../../tests/support/modules.ts';

const modules = withModules();
const as = modules.as('consumer', 'Pars Logistics');
const asDealer = modules.as('dealer', 'Kaveh Telematics');
const DAYS = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' };
const time = (clock: string, day = '2026-03-01'): string => `${day}T${clock}:00.000Z`;
/** The day after the present of the tests: a unit that was made at present is allocated on it. */
const LATER = '2026-11-22';

let units: number[] = [];
let operatorId = 0;
beforeEach(async () => {
  const rows = await modules.database.query<{ id: number }>(
    "select u.id from unit u join account a on a.id = u.account_id where a.name = 'Pars Logistics' and not exists (select from unit_allocation l where l.unit_id = u.id) order by u.id limit 2",
  );
  units = rows.map(({ id }) => id);
  await modules.database.query('delete from trip');
  await modules.database.query('delete from operator');
  operatorId = Number(valueOf(await as('createOperator', { name: 'Sara Moradi' })).operator_id);
});

const drove = (
  unitId: number,
  from: string,
  to: string,
  stops: readonly (readonly [string, string])[] = [],
  day?: string,
) => {
  const [start, end] = [fromIso(time(from, day)), fromIso(time(to, day))];
  const data = {
    start,
    end,
    distance: (end - start) / MINUTE,
    startPlace: null,
    stops: stops.map(([since, until]) => ({ from: fromIso(time(since, day)), to: fromIso(time(until, day)) })),
    open: false,
  };
  return modules.database.query(
    'insert into trip (unit_id, start_at, end_at, open, data) values ($1, $2, $3, false, $4::jsonb)',
    [unitId, time(from, day), time(to, day), JSON.stringify(data)],
  );
};
const assigned = async (unitId: number, from: string, to: string) =>
  valueOf(await as('assignOperator', { operator_id: operatorId, unit_id: unitId, from: time(from), to: time(to) }));
const timeline = async (more: object = {}) =>
  valueOf(await as('getOperatorTimeline', { operator_id: operatorId, ...DAYS, ...more }));

describe("an operator's timeline", () => {
  it('has the trips of all units while assigned, driving time without stops, and rests', async () => {
    await drove(units[0], '08:00', '10:00', [['09:00', '09:05']]);
    await drove(units[1], '11:00', '12:00');
    await drove(units[1], '14:00', '15:00');
    await assigned(units[0], '07:00', '10:30');
    await assigned(units[1], '10:30', '13:00');
    const { drives, rests, driving, longest_driving: longest, truncated } = await timeline();
    expect(drives.map((each) => [each.unit_id, each.start, each.end, each.driving, each.partial])).toEqual([
      [units[0], time('08:00'), time('10:00'), 115 * 60, false],
      [units[1], time('11:00'), time('12:00'), 60 * 60, false],
    ]);
    expect(rests.slice(0, 1)).toEqual([{ start: time('10:00'), end: time('11:00') }]);
    expect([driving, longest, truncated]).toEqual([175 * 60, 115 * 60, false]);
  });

  it('has the part of a trip that was driven, and its share of the distance', async () => {
    await drove(units[0], '08:00', '10:00');
    await assigned(units[0], '09:00', '13:00');
    expect((await timeline()).drives).toMatchObject([
      { start: time('09:00'), end: time('10:00'), partial: true, distance: 60, driving: 3_600 },
    ]);
  });

  it('begins with the rest that began before the interval', async () => {
    await drove(units[0], '08:00', '10:00');
    await drove(units[0], '18:00', '19:00');
    await assigned(units[0], '07:00', '20:00');
    const evening = await timeline({ from: time('12:00') });
    expect(evening.drives.map(({ start }) => start)).toEqual([time('18:00')]);
    expect(evening.rests[0]).toEqual({ start: time('10:00'), end: time('18:00') });
  });

  it('is cut at the limit, and says so', async () => {
    await drove(units[0], '08:00', '09:00');
    await drove(units[0], '10:00', '11:00');
    await assigned(units[0], '07:00', '20:00');
    expect(await timeline({ limit: 1 })).toMatchObject({ truncated: true, drives: [{ start: time('08:00') }] });
  });

  it('has no trips of a unit outside of the span in which it was allocated to the account', async () => {
    const asOwner = modules.as('owner', 'Wayline');
    const { device_id: device } = valueOf(
      await asOwner('createDevice', { name: 'Lent', device_model: 'FMB920', unique_identifier: 'LENT1' }),
    );
    const { unit_id: unit } = valueOf(await asOwner('createUnit', { name: 'Lent truck', device_ids: [device] }));
    const span = { start_date: time('11:00', LATER), end_date: time('20:00', LATER) };
    const holder = await modules.world.account('Kaveh Telematics');
    valueOf(await asOwner('allocateUnits', { unit_ids: [unit], account_id: holder, ...span }));
    await drove(unit, '08:00', '09:00', [], LATER);
    await drove(unit, '12:00', '13:00', [], LATER);
    const id = Number(valueOf(await asDealer('createOperator', { name: 'Ali Rad' })).operator_id);
    await modules.database.query(
      "insert into operator_binding (operator_id, unit_id, from_at, to_at, source, created_at) values ($1, $2, $3, null, 'manual', $3)",
      [id, unit, time('07:00', LATER)],
    );
    const { drives } = valueOf(
      await asDealer('getOperatorTimeline', { operator_id: id, from: time('00:00', LATER), to: time('23:59', LATER) }),
    );
    expect(drives.map(({ start }) => start)).toEqual([time('12:00', LATER)]);
  });

  it('is refused of an operator of another account, and for days in the wrong order', async () => {
    const foreign = Number(valueOf(await asDealer('createOperator', { name: 'Ali Rad' })).operator_id);
    expect(await as('getOperatorTimeline', { operator_id: foreign, ...DAYS })).toMatchObject({
      ok: false,
      error: { code: ERROR.notFound },
    });
    expect(await as('getOperatorTimeline', { operator_id: operatorId, from: DAYS.to, to: DAYS.from })).toMatchObject({
      ok: false,
      error: { fields: [{ field: 'to' }] },
    });
  });
});
