import { describe, expect, it } from 'vitest';
import { HOUR, toIso, type AccountId, type UserId } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { ReportRow } from '../../../src/domain/report/index.ts';
import { emptyTrack, type TrackColumns } from '../../../src/domain/telemetry/index.ts';
import { NOON, valueOf } from '../../../tests/support/modules.ts';
import { MARCH, run, time, totalsOf, withReports } from '../../../tests/support/reports.ts';
import { generateReport, openReportFile, purgeReports } from './index.ts';

const { modules, as, units, services, drove, generated, rowsOf } = withReports();
const asViewer = modules.as('viewer', 'Pars Logistics');
const asDealer = modules.as('dealer', 'Kaveh Telematics');

describe('a report of trips', () => {
  it('puts a trip over midnight of the account to the day on which it began, and a month is the sum of its days', async () => {
    // 23:00 to 01:00 and 10:00 to 11:00 in Tehran.
    await drove(time('19:30'), time('21:30'), { metres: 90_000 });
    await drove(time('06:30', 2), time('07:30', 2), { metres: 40_000 });
    await drove(time('06:30', 3), time('07:30', 3), { unit: 1, metres: 25_000 });
    const whole = await generated({ type: 'trips', unit_ids: units, ...MARCH });
    expect((await rowsOf(whole, 'days')).map(({ day, trips, distance }) => [day, trips, distance])).toEqual([
      ['2026-03-01', 1, 90_000],
      ['2026-03-02', 1, 40_000],
      ['2026-03-03', 1, 25_000],
    ]);
    expect(totalsOf(whole, 'trips')).toMatchObject({ distance: 155_000, driving: 4 * 3_600 });
    expect(whole.chart).toMatchObject({ column: 'trips', values: [1, 1, 1] });
    const days: ReportRow[] = [];
    for (const from of [time('20:30') - 24 * HOUR, time('20:30'), time('20:30', 2)])
      days.push(
        totalsOf(
          await generated({ type: 'trips', unit_ids: units, from: toIso(from), to: toIso(from + 24 * HOUR) }),
          'units',
        ),
      );
    const sum = (key: string): number => days.reduce((all, each) => all + Number(each[key]), 0);
    for (const key of ['trips', 'distance', 'driving', 'idle']) expect(sum(key)).toBe(totalsOf(whole, 'units')[key]);
  });

  it('has only what lies in the hours of the shift, with the share of the distance', async () => {
    // 07:00 to 09:00 in Tehran, with ten minutes of standing before eight.
    await drove(time('03:30'), time('05:30'), { stops: [[time('04:00'), time('04:10')]], metres: 110_000 });
    const { report_id: id } = valueOf(
      await as('createReport', {
        name: 'Shift',
        type: 'trips',
        all_units: false,
        unit_ids: units,
        period: 'own',
        from_day: '2026-03-01',
        to_day: '2026-03-01',
        by_shift: true,
        shift_from: '08:00',
        shift_to: '17:00',
        formats: ['CHART'],
      }),
    );
    const [trip] = await rowsOf(await generated({ report_id: id }), 'trips');
    expect(trip).toMatchObject({
      start: time('04:30'),
      end: time('05:30'),
      driving: 3_600,
      part: 'part',
      distance: 110_000 * (60 / 110),
    });
  });

  it('has what arrived late once it is generated again', async () => {
    await drove(time('06:00'), time('07:00'));
    const before = await generated({ type: 'trips', unit_ids: units, ...MARCH });
    await drove(time('08:00'), time('09:00'));
    expect(totalsOf(await generated({ type: 'trips', unit_ids: units, ...MARCH }), 'units').trips).toBe(2);
    expect(totalsOf(before, 'units').trips).toBe(1);
  });

  it('is sorted by a column on the server, page by page', async () => {
    await drove(time('06:00'), time('07:00'), { metres: 5 });
    await drove(time('08:00'), time('09:00'), { metres: 9 });
    await drove(time('10:00'), time('11:00'), { metres: 7 });
    const report = await generated({ type: 'trips', unit_ids: units, ...MARCH });
    const sorted = await rowsOf(report, 'trips', { sort: '-distance', limit: 2 });
    expect(sorted.map(({ distance }) => distance)).toEqual([9, 7]);
    expect(
      await as('getReportRows', { generation_id: report.generation_id, section: 'trips', sort: 'nothing' }),
    ).toMatchObject({ ok: false, error: { code: ERROR.validation } });
  });
});

describe('a report of fuel', () => {
  it('has what the level fell by with refills and without thefts, and never less than nothing', async () => {
    const levels: [at: number, litres: number][] = [
      [time('20:00') - 24 * HOUR, 100],
      [time('08:00'), 60],
      // A refill of 50, and 20 used; then noise upwards.
      [time('08:00', 2), 90],
      [time('08:00', 3), 92],
    ];
    const track: TrackColumns = {
      ...emptyTrack(units[0], levels.length),
      times: Float64Array.from(levels, ([at]) => at),
      attributes: [
        {
          id: 1,
          name: 'fuel_level',
          kind: 'number',
          scale: 1,
          present: null,
          values: Float64Array.from(levels, ([, litres]) => litres),
          texts: [],
        },
      ],
    };
    const positions = {
      readTracks: async function* (unitId: number) {
        if (unitId === units[0]) yield track;
      },
    };
    const refill = {
      kind: 'refill',
      start: time('07:00', 2),
      end: time('07:10', 2),
      volume: 50,
      startLevel: 40,
      endLevel: 90,
      expected: 0,
      confidence: 'normal',
      doubts: [],
      place: null,
      reason: { code: 'refill', values: {} },
      settled: true,
    };
    await modules.database.query(
      "insert into fuel_event (unit_id, start_at, end_at, kind, data) values ($1, $2, $3, 'refill', $4::jsonb)",
      [units[0], toIso(refill.start), toIso(refill.end), JSON.stringify(refill)],
    );
    const report = await generated({ type: 'fuel', unit_ids: units, ...MARCH }, { ...services, positions });
    expect((await rowsOf(report, 'days')).map(({ day, used, refilled }) => [day, used, refilled])).toEqual([
      ['2026-03-01', 40, 0],
      ['2026-03-02', 20, 50],
    ]);
  });
});

describe('who may read what came of a report', () => {
  it('sees it with the permissions that it was made with, and neither another account nor its files', async () => {
    await drove(time('06:00'), time('07:00'));
    const report = await generated({ type: 'trips', unit_ids: units, formats: ['EXL'], ...MARCH });
    const question = { generation_id: report.generation_id };
    expect(await asDealer('getReportGeneration', question)).toMatchObject({
      ok: false,
      error: { code: ERROR.notFound },
    });
    expect(valueOf(await asViewer('getReportGeneration', question)).sections).toEqual(report.sections);
    expect(await asViewer('generateReport', { type: 'trips' })).toMatchObject({
      ok: false,
      error: { code: ERROR.accessRight },
    });
    const enter = async (username: string, account: string) => {
      const entered = await services.sessions.enter(
        (await modules.world.user(username)) as UserId,
        (await modules.world.account(account)) as AccountId,
        NOON,
      );
      if (!entered.ok) throw new Error('nobody');
      return entered.value;
    };
    const [file] = report.files;
    expect(await openReportFile(modules.database, file.file_id, await enter('dealer', 'Kaveh Telematics'))).toBeNull();
    expect(
      await openReportFile(modules.database, file.file_id, await enter('viewer', 'Pars Logistics')),
    ).not.toBeNull();
  });

  it('is refused units out of reach, and a report of another account', async () => {
    const [foreign] = await modules.database.query<{ id: number }>(
      "select u.id from unit u join account a on a.id = u.account_id where a.name = 'Rheinland Spedition' limit 1",
    );
    expect(await as('generateReport', { type: 'trips', unit_ids: [foreign?.id ?? 999_999] })).toMatchObject({
      ok: false,
      error: { code: ERROR.notFound },
    });
    const { report_id: id } = valueOf(await as('createReport', { name: 'Ours', type: 'trips' }));
    expect(await asDealer('generateReport', { report_id: id })).toMatchObject({
      ok: false,
      error: { code: ERROR.notFound },
    });
  });

  it('is not generated for who lost the permission since, nor without units in reach', async () => {
    const { generation_id: id } = valueOf(await as('generateReport', { type: 'trips', ...MARCH }));
    const lost = { ...services, sessions: { enter: async () => ({ ok: false as const, error: null }) } };
    expect(await generateReport(lost, id, run)).toMatchObject({
      ok: false,
      error: { code: 'notAllowed', retry: false },
    });
  });
});

describe('a generation', () => {
  it('says how its job ended when nothing came of it, also after the job was forgotten', async () => {
    const states = ['cancelled', 'time_exceeded', 'failed'] as const;
    for (const state of states) {
      const { generation_id: id, job_id: jobId } = valueOf(await as('generateReport', { type: 'trips', ...MARCH }));
      expect(valueOf(await as('getReportGeneration', { generation_id: id })).state).toBe('generating');
      await modules.database.query('update job set state = $2, ended_at = $3 where id = $1', [
        jobId,
        state,
        toIso(NOON),
      ]);
    }
    const list = async () => valueOf(await as('getReportGenerationList', {})).rows.map(({ state }) => state);
    expect(await list()).toEqual(states.toReversed());
    await purgeReports(modules.database, NOON);
    await modules.database.query('delete from job');
    expect(await list()).toEqual(states.toReversed());
  });

  it('ends where its job is cancelled, and begins again without what was written before', async () => {
    await drove(time('06:00'), time('07:00'));
    const { generation_id: id } = valueOf(await as('generateReport', { type: 'trips', unit_ids: units, ...MARCH }));
    const stopped = { ...run, report: () => Promise.reject(new Error('cancelled')) };
    await expect(generateReport(services, id, stopped)).rejects.toThrow('cancelled');
    await generateReport(services, id, run);
    await generateReport(services, id, run);
    await modules.database.query("update job set state = 'done'");
    const report = valueOf(await as('getReportGeneration', { generation_id: id }));
    expect([report.sections.find(({ key }) => key === 'trips')?.rows, report.files.length]).toEqual([1, 2]);
  });

  it('is one of a few at the same time', async () => {
    for (let count = 0; count < 5; count++) valueOf(await as('generateReport', { type: 'trips' }));
    expect(await as('generateReport', { type: 'trips' })).toMatchObject({ ok: false, error: { code: ERROR.conflict } });
  });
});
