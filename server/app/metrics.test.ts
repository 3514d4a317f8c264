import { expect, it } from 'vitest';
import { createMetrics } from '../gateway/index.ts';
import { IngestCounters } from '../ingest/index.ts';
import type { Feeds } from '../feeds/index.ts';
import { followTable, type PositionStore } from '../store/index.ts';
import { collectMetrics } from './metrics.ts';

const setUp = () => {
  const counters = new IngestCounters();
  const state = { viewers: 2, sequence: 40, available: true };
  const metrics = createMetrics();
  const database = Object.assign(state, { onEvents: () => () => undefined });
  collectMetrics(metrics, {
    counters,
    feeds: { hub: state } as unknown as Feeds,
    positions: Object.assign(state, { latest: { count: 9 }, setAside: 4 }) as unknown as PositionStore,
    database,
    jobs: {
      counts: () => ({
        open: [
          { kind: 'sendEmail', state: 'queued', count: 3, overdue: 90_000 },
          { kind: 'mergeTracks', state: 'running', count: 1, overdue: 0 },
        ],
        ended: new Map([['sendEmail', new Map([['done', 7 as number]] as const)]]),
      }),
    },
  });
  return { counters, state, metrics, database };
};

it('reads what is counted when it is asked, and never adds it twice', async () => {
  const { counters, state, metrics } = setUp();
  const gt06 = counters.of('gt06');
  gt06.positions += 3;
  gt06.open = 2;
  counters.unread('gt06', 'A "quoted" model', '0x99');
  const first = await metrics.metrics();
  expect(first).toContain('wayline_positions_total{protocol="gt06"} 3\n');
  expect(first).toContain('# TYPE wayline_positions_total counter\n');
  expect(first).toContain('wayline_unread_types_total{protocol="gt06",model="A \\"quoted\\" model",type="0x99"} 1\n');
  expect(first).toContain('wayline_viewers 2\n');
  expect(first).toContain('wayline_jobs_open{kind="sendEmail",state="queued"} 3\n');
  expect(first).toContain('wayline_jobs_open{kind="mergeTracks",state="running"} 1\n');
  expect(first).toContain('wayline_job_overdue_seconds{kind="sendEmail"} 90\n');
  expect(first).not.toContain('wayline_job_overdue_seconds{kind="mergeTracks"}');
  expect(first).toContain('wayline_job_runs_total{kind="sendEmail",state="done"} 7\n');
  expect(first).toContain('wayline_units_reporting 9\n');
  expect(first).toContain('wayline_rows_set_aside 4\n');
  expect(await metrics.metrics()).toContain('wayline_positions_total{protocol="gt06"} 3\n');

  gt06.positions += 2;
  gt06.open = 0;
  Object.assign(state, { viewers: 0, sequence: 41, available: false });
  const second = await metrics.metrics();
  expect(second).toContain('wayline_positions_total{protocol="gt06"} 5\n');
  expect(second).toContain('wayline_device_connections_open{protocol="gt06"} 0\n');
  expect(second).toContain('wayline_viewers 0\n');
  expect(second).toContain('wayline_commit_sequence 41\n');
  expect(second).toContain('wayline_database_available 0\n');
});

it('says which copies of tables may lack changes', async () => {
  const { metrics, database } = setUp();
  const table = (name: string, readAll: () => Promise<void>) =>
    followTable({
      name,
      database,
      readAll,
      changeOf: () => null,
      read: () => Promise.resolve(),
      onFailure: () => undefined,
    });
  const tables = [table('rules', () => Promise.reject(new Error('away'))), table('filters', () => Promise.resolve())];
  for (const each of tables) await each.settled();
  const text = await metrics.metrics();
  expect(text).toContain('wayline_table_stale{table="rules"} 1\n');
  expect(text).toContain('wayline_table_stale{table="filters"} 0\n');
  for (const each of tables) each.close();
});
