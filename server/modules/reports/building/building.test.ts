import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE, toIso } from '../../../../src/domain/base/index.ts';
import { valueOf } from '../../../../tests/support/modules.ts';
import { MARCH, time, totalsOf, withReports } from '../../../../tests/support/reports.ts';

const { modules, as, units, drove, generated, rowsOf } = withReports();

/** A report of the first of March, from eight to five in Tehran, of both units. */
const SHIFT = {
  all_units: false,
  period: 'own',
  from_day: '2026-03-01',
  to_day: '2026-03-01',
  by_shift: true,
  shift_from: '08:00',
  shift_to: '17:00',
  formats: ['CHART'],
};
const EIGHT = time('04:30');

async function generatedByShift(type: string) {
  const { report_id: id } = valueOf(await as('createReport', { ...SHIFT, name: 'By shift', type, unit_ids: units }));
  return generated({ report_id: id });
}

const stopped = (unit: number, kind: 'parking' | 'no_data', from: number, to: number | null) =>
  modules.database.query('insert into stop (unit_id, start_at, end_at, kind) values ($1, $2, $3, $4)', [
    units[unit],
    toIso(from),
    to === null ? null : toIso(to),
    kind,
  ]);

describe('a report of stops', () => {
  it('has each parking and each span without data on the day on which it began, the last up to now', async () => {
    await stopped(0, 'parking', time('19:30'), time('21:30'));
    await stopped(0, 'no_data', time('06:00', 2), time('06:30', 2));
    await stopped(1, 'parking', time('19:30', 3), null);
    const report = await generated({ type: 'stops', unit_ids: units, ...MARCH });
    expect((await rowsOf(report, 'stops')).map(({ kind, end, duration }) => [kind, end, duration])).toEqual([
      ['parking', time('21:30'), 7_200],
      ['no_data', time('06:30', 2), 1_800],
      // It lasts still: up to the end of what was asked for.
      ['parking', null, 3_600],
    ]);
    expect((await rowsOf(report, 'days')).map(({ day, stops, duration }) => [day, stops, duration])).toEqual([
      ['2026-03-01', 1, 7_200],
      ['2026-03-02', 1, 1_800],
      ['2026-03-03', 1, 3_600],
    ]);
    expect(totalsOf(report, 'units')).toEqual({ stops: 3, duration: 12_600 });
  });

  it('leaves out what is shorter than was asked for, within the hours of the shift too', async () => {
    await stopped(0, 'parking', EIGHT - 30 * MINUTE, EIGHT + 5 * MINUTE);
    await stopped(1, 'parking', EIGHT - 30 * MINUTE, EIGHT + 10 * MINUTE);
    const { report_id: id } = valueOf(
      await as('createReport', { ...SHIFT, name: 'Long stops', type: 'stops', unit_ids: units, min_minutes: 10 }),
    );
    const rows = await rowsOf(await generated({ report_id: id }), 'stops');
    expect(rows.map(({ unit_id: unit, start, duration }) => [unit, start, duration])).toEqual([[units[1], EIGHT, 600]]);
  });
});

describe('a report of visits', () => {
  const SHAPE = { type: 'circle', center: [51.4, 35.7], radius: 500 };
  let [depot, shop, foreign] = [0, 0, 0];
  beforeEach(async () => {
    await modules.database.query('delete from geofence');
    const made = async (caller: typeof as, name: string) =>
      Number(valueOf(await caller('createGeofence', { name, shape: SHAPE })).geofence_id);
    depot = await made(as, 'Depot');
    shop = await made(as, 'Shop');
    foreign = await made(modules.as('dealer', 'Kaveh Telematics'), 'Of the dealer');
  });

  const visited = (unit: number, geofence: number, from: number, to: number | null, metres = 1_000) =>
    modules.database.query(
      `insert into zone_visit (unit_id, geofence_id, entered_at, left_at, entry_seen, passed_through, latitude,
         longitude, distance, max_speed) values ($1, $2, $3, $4, true, false, 35.7, 51.4, $5, 40)`,
      [units[unit], geofence, toIso(from), to === null ? null : toIso(to), to === null ? null : metres],
    );

  it('has each stay in a geofence of the account, and none in those of others', async () => {
    await visited(0, depot, time('06:00'), time('07:00'));
    await visited(0, shop, time('08:00'), time('08:10'));
    await visited(0, depot, time('06:00', 2), time('06:30', 2));
    await visited(1, foreign, time('06:00'), time('07:00'));
    const report = await generated({ type: 'visits', unit_ids: units, ...MARCH });
    expect(
      (await rowsOf(report, 'units')).map(({ geofence, visits, duration, distance }) => [
        geofence,
        visits,
        duration,
        distance,
      ]),
    ).toEqual([
      ['Depot', 2, 5_400, 2_000],
      ['Shop', 1, 600, 1_000],
    ]);
    expect((await rowsOf(report, 'days')).map(({ day, visits }) => [day, visits])).toEqual([
      ['2026-03-01', 2],
      ['2026-03-02', 1],
    ]);
  });

  it('has of a stay what lies in the hours of the shift, with its share of the distance', async () => {
    await visited(0, depot, EIGHT - 60 * MINUTE, EIGHT + 20 * MINUTE, 800);
    const [visit] = await rowsOf(await generatedByShift('visits'), 'visits');
    expect(visit).toMatchObject({ start: EIGHT, duration: 1_200, distance: 200 });
  });
});

describe('a report of events', () => {
  it('has what happened by kind, by unit and by day', async () => {
    await drove(time('06:00'), time('07:00'));
    await modules.database.query("insert into unit_alarm (unit_id, at, word) values ($1, $2, 'sos'), ($1, $3, 'sos')", [
      units[1],
      toIso(time('06:00')),
      toIso(time('06:00', 2)),
    ]);
    const report = await generated({ type: 'events', unit_ids: units, ...MARCH });
    expect((await rowsOf(report, 'units')).map(({ unit_id: unit, kind, events }) => [unit, kind, events])).toEqual([
      [units[0], 'tripStarted', 1],
      [units[0], 'tripEnded', 1],
      [units[1], 'alarm', 2],
    ]);
    expect((await rowsOf(report, 'days')).map(({ day, events }) => [day, events])).toEqual([
      ['2026-03-01', 3],
      ['2026-03-02', 1],
    ]);
  });

  it('has nothing from outside of the shift', async () => {
    await drove(EIGHT - 30 * MINUTE, EIGHT + 30 * MINUTE);
    const rows = await rowsOf(await generatedByShift('events'), 'events');
    expect(rows.map(({ kind, start }) => [kind, start])).toEqual([['tripEnded', EIGHT + 30 * MINUTE]]);
  });
});

describe('a report of driving times', () => {
  it('has what an operator drove while assigned, and two units at the same time once', async () => {
    const { operator_id: id } = valueOf(await as('createOperator', { name: 'Sara Moradi' }));
    await modules.database.query('delete from operator where id <> $1', [id]);
    const assign = (unit: number, from: string, to: string) =>
      modules.database.query(
        `insert into operator_binding (operator_id, unit_id, from_at, to_at, source, created_at)
         values ($1, $2, $3, $4, 'manual', $3)`,
        [id, units[unit], toIso(time(from)), toIso(time(to))],
      );
    await drove(time('06:00'), time('08:00'), { metres: 80_000, stops: [[time('07:30'), time('07:40')]] });
    await drove(time('07:30'), time('08:30'), { unit: 1, metres: 30_000 });
    await assign(0, '07:00', '09:00');
    await assign(1, '07:00', '09:00');
    const report = await generated({ type: 'operators', unit_ids: units, ...MARCH });
    expect(
      (await rowsOf(report, 'drives')).map(({ unit_id: unit, start, driving, part }) => [unit, start, driving, part]),
    ).toEqual([
      // From when she was assigned, without a stop of ten minutes.
      [units[0], time('07:00'), 50 * 60, 'part'],
      // Of this hour the first half was counted above, but for the ten minutes.
      [units[1], time('07:30'), 30 * 60, null],
    ]);
    expect(await rowsOf(report, 'operators')).toMatchObject([
      { operator: 'Sara Moradi', driving: 80 * 60, trips: 2, days: 1, first: time('07:00'), last: time('08:30') },
    ]);
  });
});
