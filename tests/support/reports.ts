import { beforeAll, beforeEach } from 'vitest';
import { toIso } from '../../src/domain/base/index.ts';
import type { ReportGeneration, ReportRow } from '../../src/domain/report/index.ts';
import { NOON, valueOf, withModules } from './modules.ts';
import { loadMessages } from '../../server/call/index.ts';
import { createSessions } from '../../server/modules/auth/index.ts';
import { generateReport, type GeneratingServices } from '../../server/modules/reports/index.ts';

/** Tehran is 3.5 hours ahead: its days begin at 20:30 of ours. */
export const MARCH = { from: '2026-02-28T20:30:00Z', to: '2026-03-03T20:30:00Z' };
export const time = (clock: string, day = 1): number => Date.parse(`2026-03-0${day}T${clock}:00Z`);

export const run = { now: () => NOON, report: async () => undefined };

interface Driven {
  /** Which of the units. */
  readonly unit?: number;
  readonly metres?: number;
  readonly stops?: readonly (readonly [number, number])[];
}

/** Reports of Pars Logistics over the demo world, where its units did only what a test says. */
export function withReports() {
  const modules = withModules();
  const as = modules.as('consumer', 'Pars Logistics');
  /** Two of its units, by name. */
  const units: number[] = [];
  const services = {} as { -readonly [Name in keyof GeneratingServices]: GeneratingServices[Name] };

  beforeAll(async () => {
    const { database } = modules;
    const { directory, positions } = modules.world;
    let files = 0;
    Object.assign(services, {
      database,
      directory,
      positions: positions.store,
      detection: { catchUp: async () => undefined, tripOf: () => null },
      messages: loadMessages(),
      places: { gazetteer: async () => ({ nearest: () => null }) },
      sessions: createSessions({ database, directory }),
      newFileId: () => `file${String(++files).padStart(20, '0')}`,
    } satisfies GeneratingServices);
    const rows = await database.query<{ id: number }>(
      `select u.id from unit u join account a on a.id = u.account_id
       where a.name = 'Pars Logistics' and not exists (select from unit_allocation l where l.unit_id = u.id)
       order by u.name limit 2`,
    );
    units.push(...rows.map(({ id }) => id));
    await database.query(
      `update account set settings = settings || '{"timezone": "Asia/Tehran"}' where name = 'Pars Logistics'`,
    );
  });
  beforeEach(async () => {
    for (const table of [
      'trip',
      'stop',
      'zone_visit',
      'fuel_event',
      'unit_alarm',
      'report_generation',
      'report',
      'job',
    ])
      await modules.database.query(`delete from ${table}`);
  });

  async function drove(
    from: number,
    to: number,
    { unit = 0, metres = 60_000, stops = [] }: Driven = {},
  ): Promise<void> {
    const data = {
      start: from,
      end: to,
      distance: metres,
      maximumSpeed: 80,
      averageSpeed: 50,
      startPlace: null,
      endPlace: null,
      stops: stops.map(([since, until]) => ({ from: since, to: until })),
      stopSeconds: 0,
      idleSeconds: 120,
      driverKey: '',
      started: { code: 'speed', values: {} },
      ended: { code: 'parking', values: {} },
      open: false,
    };
    await modules.database.query(
      'insert into trip (unit_id, start_at, end_at, open, data) values ($1, $2, $3, false, $4::jsonb)',
      [units[unit], toIso(from), toIso(to), JSON.stringify(data)],
    );
  }

  /** Generates as the job would, without files where none are asked for, and reads what came of it. */
  async function generated(data: object, from: GeneratingServices = services): Promise<ReportGeneration> {
    const { generation_id: id } = valueOf(await as('generateReport', { formats: ['CHART'], ...data }));
    const done = await generateReport(from, id, run);
    if (!done.ok) throw new Error(done.error.code);
    await modules.database.query("update job set state = 'done'");
    return valueOf(await as('getReportGeneration', { generation_id: id }));
  }

  async function rowsOf(generation: ReportGeneration, section: string, more: object = {}): Promise<ReportRow[]> {
    const question = { generation_id: generation.generation_id, section, ...more };
    return valueOf(await as('getReportRows', question)).rows;
  }

  return { modules, as, units, services, drove, generated, rowsOf };
}

export const totalsOf = ({ sections }: ReportGeneration, key: string): ReportRow =>
  sections.find((section) => section.key === key)?.totals ?? {};
