import { beforeEach, describe, expect, it } from 'vitest';
import { fromIso } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { valueOf, withModules } from '../../../tests/support/modules.ts';

const modules = withModules();
const as = modules.as('consumer', 'Pars Logistics');
const asDealer = modules.as('dealer', 'Kaveh Telematics');
/** The day after the present of the tests: a unit that was made at present is allocated on it. */
const LATER = '2026-11-22';
const time = (clock: string): string => `${LATER}T${clock}:00.000Z`;
const DAY = { from: time('00:00'), to: time('23:59') };
const FACTS = ['tripEnded', 'fuelTheft', 'zonePassed', 'commandFailed'] as const;

const query = (text: string, values: readonly unknown[] = []) => modules.database.query(text, [...values]);
let unitId = 0;
beforeEach(async () => {
  const [row] = await modules.database.query<{ id: number }>(
    "select u.id from unit u join account a on a.id = u.account_id where a.name = 'Pars Logistics' and not exists (select from unit_allocation l where l.unit_id = u.id) order by u.id limit 1",
  );
  unitId = row.id;
  await query('delete from trip');
  await query('delete from driver_key_session');
  await query('delete from operator');
});

const drove = (unit: number, from: string, to: string, isOpen = false) => {
  const data = { start: fromIso(time(from)), end: fromIso(time(to)), distance: 12_000, startPlace: null, stops: [] };
  return query('insert into trip (unit_id, start_at, end_at, open, data) values ($1, $2, $3, $4, $5::jsonb)', [
    unit,
    time(from),
    time(to),
    isOpen,
    JSON.stringify({ ...data, endPlace: { latitude: 35, longitude: 51 }, open: isOpen }),
  ]);
};
const signedIn = (
  unit: number,
  from: string,
  to: string | null,
  operator: number | null,
  ended: string | null = null,
) =>
  query(
    "insert into driver_key_session (unit_id, from_at, to_at, key, ended, operator_id) values ($1, $2, $3, 'K', $4, $5)",
    [unit, time(from), to && time(to), ended, operator],
  );
const read = async (caller: typeof as, more: object) =>
  valueOf(await caller('getBacktestRecords', { unit_ids: [unitId], ...DAY, ...more })).units;
const operator = async (caller: typeof as, name: string): Promise<number> =>
  Number(valueOf(await caller('createOperator', { name })).operator_id);

describe('what is stored of units beside their reports', () => {
  it('has the facts that are asked for, at the instants that rules have for them', async () => {
    await drove(unitId, '08:00', '09:00');
    await drove(unitId, '10:00', '11:00', true);
    expect(await read(as, { facts: FACTS })).toEqual([
      {
        unit_id: unitId,
        drivers: [],
        roads: [],
        facts: [
          {
            fact: 'tripEnded',
            time: time('09:00'),
            position: { latitude: 35, longitude: 51 },
            value: null,
            litres: null,
            kilometres: 12,
            minutes: 60,
            geofence_id: null,
            bound: null,
          },
        ],
      },
    ]);
    expect(await read(as, { facts: ['fuelTheft'] })).toEqual([]);
    expect(await read(as, { facts: FACTS, from: time('09:01') })).toEqual([]);
  });

  it('has who was there, by hand before a key, until a release', async () => {
    const [first, second] = [await operator(as, 'Sara Moradi'), await operator(as, 'Ali Rad')];
    await signedIn(unitId, '08:00', '12:00', first, 'ignitionOff');
    await signedIn(unitId, '13:00', null, null);
    await query(
      "insert into operator_binding (operator_id, unit_id, from_at, to_at, source, created_at) values ($1, $2, $3, $4, 'manual', $3)",
      [second, unitId, time('09:00'), time('10:00')],
    );
    await query('insert into operator_release (operator_id, unit_id, at) values ($1, $2, $3)', [
      first,
      unitId,
      time('11:00'),
    ]);
    const [{ drivers }] = await read(as, { drivers: true });
    expect(
      drivers.map(({ from, to, has_key, is_known, operator_ids, ends_by_rest }) => [
        from.slice(11, 16),
        to?.slice(11, 16) ?? null,
        has_key,
        is_known,
        operator_ids,
        ends_by_rest,
      ]),
    ).toEqual([
      ['08:00', '09:00', true, true, [first], false],
      ['09:00', '10:00', true, true, [second], false],
      ['10:00', '11:00', true, true, [first], false],
      ['11:00', '12:00', true, true, [], true],
      ['13:00', null, true, false, [], false],
    ]);
    expect(await read(as, { drivers: false })).toEqual([]);
  });

  it('names no operator whom the caller does not see, and shows nothing outside of an allocation', async () => {
    const asOwner = modules.as('owner', 'Wayline');
    const { device_id: device } = valueOf(
      await asOwner('createDevice', { name: 'Lent', device_model: 'FMB920', unique_identifier: 'LENT2' }),
    );
    const { unit_id: lent } = valueOf(await asOwner('createUnit', { name: 'Lent van', device_ids: [device] }));
    const span = { start_date: time('11:00'), end_date: time('20:00') };
    valueOf(
      await asOwner('allocateUnits', {
        unit_ids: [lent],
        account_id: await modules.world.account('Kaveh Telematics'),
        ...span,
      }),
    );
    await drove(lent, '08:00', '09:00');
    await drove(lent, '12:00', '13:00');
    await signedIn(lent, '07:00', '14:00', await operator(asOwner, 'Of the owner'));
    const [units] = await read(asDealer, { unit_ids: [lent], facts: FACTS, drivers: true, roads: true });
    expect(units.facts.map((fact) => fact.time)).toEqual([time('13:00')]);
    // Roads are looked up for the span of the allocation alone.
    expect(units.roads).toEqual([{ at: time('11:00'), road: 'primary' }]);
    expect(units.drivers).toMatchObject([{ from: time('11:00'), to: time('14:00'), operator_ids: [0], has_key: true }]);
    const [whole] = await read(asOwner, { unit_ids: [lent], facts: FACTS, drivers: true });
    expect(whole.facts).toHaveLength(2);
    expect(whole.roads).toEqual([]);
    expect(whole.drivers[0].operator_ids).not.toContain(0);
    expect(await as('getBacktestRecords', { unit_ids: [lent], facts: FACTS, ...DAY })).toMatchObject({
      ok: false,
      error: { code: ERROR.notFound },
    });
  });

  it('has what was found with bounds: the traffic of a day and of a month, by what is stored of days', async () => {
    const traffic = (megabytes: number, traffic_period: string) => ({ fact: 'traffic', megabytes, traffic_period });
    await query('delete from unit_traffic');
    for (const [day, megabytes] of [
      ['2026-11-17', 6],
      ['2026-11-18', 2],
      ['2026-11-19', 8],
    ] as const)
      await query('insert into unit_traffic (unit_id, day, bytes) values ($1, $2, $3)', [
        unitId,
        day,
        megabytes * 1_000_000,
      ]);
    const bounds = [traffic(2, 'day'), traffic(12, 'month'), traffic(8, 'day')];
    const span = { from: '2026-11-18T00:00:00.000Z', to: time('00:00') };
    const [{ facts }] = await read(as, { ...span, bounds });
    // As if it had grown evenly over its day; what came before the interval counts for the month.
    expect(facts.map((fact) => [fact.time, fact.value, fact.bound?.traffic_period])).toEqual([
      ['2026-11-19T06:00:00.000Z', 2, 'day'],
      ['2026-11-19T12:00:00.000Z', 12, 'month'],
    ]);
    expect(await read(as, { ...span, bounds: [] })).toEqual([]);
    expect(await read(as, { ...span, bounds: [traffic(100, 'month')] })).toEqual([]);
  });

  it('has what an operator drove at other units as well', async () => {
    const driver = await operator(as, 'Sara Moradi');
    const [other] = await modules.database.query<{ id: number }>(
      "select u.id from unit u join account a on a.id = u.account_id where a.name = 'Pars Logistics' and u.id <> $1 limit 1",
      [unitId],
    );
    await drove(other.id, '08:00', '09:00');
    await drove(unitId, '09:10', '10:30');
    for (const [unit, from, to] of [
      [other.id, '08:00', '09:05'],
      [unitId, '09:05', null],
    ] as const)
      await query(
        "insert into operator_binding (operator_id, unit_id, from_at, to_at, source, created_at) values ($1, $2, $3, $4, 'manual', $3)",
        [driver, unit, time(from), to && time(to)],
      );
    const bounds = [60, 90, 240].map((minutes) => ({
      fact: 'operatorDriving',
      driving_minutes: minutes,
      rest_minutes: 45,
    }));
    const [{ facts }] = await read(as, { bounds });
    // An hour at the other one, where the shorter limit is reached, and half an hour at this one.
    expect(facts.map((fact) => [fact.time, fact.value, fact.bound?.driving_minutes])).toEqual([
      [time('09:40'), 1.5, 90],
    ]);
  });

  it('has the cards that came to expire, by the calendar of their account, of those who may see cards', async () => {
    const { device_id } = valueOf(
      await as('createDevice', {
        name: 'Card holder',
        device_model: 'FMB920',
        unique_identifier: 'CARDS1',
        sim_number_1: '989120000001',
      }),
    );
    const { unit_id: carrier } = valueOf(await as('createUnit', { name: 'Card carrier', device_ids: [device_id] }));
    valueOf(
      await as('createSim', {
        sim_number: '989120000001',
        sim_operator: 'Any',
        expires_on: '2026-12-02',
        status: 'active',
      }),
    );
    await query("update sim set created_at = '2026-01-01'");
    await query(
      'update account set settings = settings || \'{"timezone": "Asia/Tehran"}\' where name = \'Pars Logistics\'',
    );
    const bounds = [9, 10, 30].map((days) => ({ fact: 'simExpires', expiry_days: days }));
    const span = { unit_ids: [carrier], bounds, from: '2026-11-21T00:00:00.000Z', to: '2026-11-23T00:00:00.000Z' };
    const [{ facts }] = await read(as, span);
    expect(facts.map((fact) => [fact.time, fact.value, fact.bound?.expiry_days])).toEqual([
      ['2026-11-21T20:30:00.000Z', 10, 10],
      ['2026-11-22T20:30:00.000Z', 9, 9],
    ]);
    // Written after it was due: known from then on.
    await query("update sim set created_at = '2026-11-22T12:00:00Z'");
    const [later] = await read(as, { ...span, bounds: [bounds[2]] });
    expect(later.facts.map((fact) => [fact.time, fact.value])).toEqual([['2026-11-22T12:00:00.000Z', 10]]);
  });

  it('leaves out facts and drivers for which the caller lacks the right', async () => {
    await drove(unitId, '08:00', '09:00');
    await signedIn(unitId, '08:00', '12:00', null);
    await query(
      `insert into role (id, account_id, name, permissions, created_at) values (970001, $1, 'Narrow', $2, now())`,
      [await modules.world.account('Pars Logistics'), { units: ['r', 'sh'] }],
    );
    await query(
      "insert into app_user (id, username, username_key, email, email_key, first_name, last_name, password_hash, created_at) values (970001, 'narrow', 'narrow', 'n@example.test', 'n@example.test', 'Some', 'Body', 'none', now())",
    );
    await query(
      'insert into membership (user_id, account_id, role_id, created_at) values (970001, $1, 970001, now())',
      [await modules.world.account('Pars Logistics')],
    );
    expect(await read(modules.as('narrow', 'Pars Logistics'), { facts: FACTS, drivers: true })).toEqual([]);
    const bounds = [
      { fact: 'operatorDriving', driving_minutes: 1, rest_minutes: 1 },
      { fact: 'simExpires', expiry_days: 365 },
    ];
    expect(await read(modules.as('narrow', 'Pars Logistics'), { bounds })).toEqual([]);
  });
});
