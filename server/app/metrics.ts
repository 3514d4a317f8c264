import { SECOND } from '../../src/domain/base/index.ts';
import { collect, type Metrics } from '../gateway/index.ts';
import type { IngestCounters } from '../ingest/index.ts';
import type { Feeds } from '../feeds/index.ts';
import type { Workers } from '../jobs/index.ts';
import { followedTables, type Database, type PositionStore } from '../store/index.ts';

interface Measured {
  readonly counters: IngestCounters;
  readonly feeds: Feeds;
  readonly positions: PositionStore;
  readonly database: Pick<Database, 'available' | 'onEvents'>;
  readonly jobs: Pick<Workers, 'counts'>;
}

const PER_PROTOCOL = [
  ['wayline_device_connections_open', 'gauge', 'Open device connections.', 'open'],
  ['wayline_device_connections_total', 'counter', 'Device connections since the start.', 'connections'],
  [
    'wayline_device_connections_refused_total',
    'counter',
    'Device connections closed because there were too many.',
    'turnedAway',
  ],
  ['wayline_device_messages_total', 'counter', 'Messages of devices.', 'messages'],
  ['wayline_positions_total', 'counter', 'Reports taken from devices.', 'positions'],
  ['wayline_frames_malformed_total', 'counter', 'Frames that could not be read.', 'malformed'],
  [
    'wayline_messages_unread_total',
    'counter',
    'Acknowledged messages that were not understood, wholly or in part.',
    'unread',
  ],
  ['wayline_devices_refused_total', 'counter', 'Sign-ins of unknown devices.', 'refused'],
  ['wayline_reports_rejected_total', 'counter', 'Reports with an impossible time or place.', 'rejected'],
  ['wayline_device_commands_total', 'counter', 'Commands sent to devices.', 'commands'],
  ['wayline_device_command_answers_total', 'counter', 'Answers of devices to commands.', 'commandAnswers'],
] as const;

/** What `GET /metrics` says about devices, viewers and the store. */
export function collectMetrics(metrics: Metrics, measured: Measured): void {
  collectIngest(metrics, measured.counters);
  const { feeds, positions, database } = measured;
  const gauge = (name: string, help: string, read: () => number) =>
    collect(metrics, { type: 'gauge', name, help, read });
  gauge('wayline_viewers', 'Browsers on the live feed.', () => feeds.hub.viewers);
  gauge('wayline_units_reporting', 'Units with a latest state.', () => positions.latest.count);
  gauge('wayline_database_available', '1 while the database answers.', () => (database.available ? 1 : 0));
  gauge(
    'wayline_rows_set_aside',
    'Rows of journal, blocks and latest states that are spoilt and were set aside (npm run admin -- check names them).',
    () => positions.setAside,
  );
  collect(metrics, {
    type: 'gauge',
    name: 'wayline_table_stale',
    help: '1 while a copy of a table in memory may lack changes, because it could not be read.',
    labels: ['table'],
    read: () => followedTables(database).map(({ name, stale }) => ({ labels: { table: name }, value: stale ? 1 : 0 })),
  });
  collect(metrics, {
    type: 'counter',
    name: 'wayline_commit_sequence',
    help: 'Committed groups of positions.',
    read: () => positions.sequence,
  });
  collectJobs(metrics, measured.jobs);
}

function collectIngest(metrics: Metrics, counters: IngestCounters): void {
  for (const [name, type, help, field] of PER_PROTOCOL) {
    collect(metrics, {
      type,
      name,
      help,
      labels: ['protocol'],
      read: () => counters.entries().map(([protocol, counted]) => ({ labels: { protocol }, value: counted[field] })),
    });
  }
  collect(metrics, {
    type: 'counter',
    name: 'wayline_unread_types_total',
    help: 'The same by type and device model.',
    labels: ['protocol', 'model', 'type'],
    read: () =>
      Array.from(counters.unreadKinds(), ({ protocol, model, type, messages }) => ({
        labels: { protocol, model, type },
        value: messages,
      })),
  });
}

function collectJobs(metrics: Metrics, jobs: Measured['jobs']): void {
  collect(metrics, {
    type: 'gauge',
    name: 'wayline_jobs_open',
    help: 'Jobs that wait or run, of all processes.',
    labels: ['kind', 'state'],
    read: () => jobs.counts().open.map(({ kind, state, count }) => ({ labels: { kind, state }, value: count })),
  });
  collect(metrics, {
    type: 'gauge',
    name: 'wayline_job_overdue_seconds',
    help: 'How long the job that waits longest is overdue.',
    labels: ['kind'],
    read: () => {
      const waiting = jobs.counts().open.filter(({ state }) => state === 'queued');
      return waiting.map(({ kind, overdue }) => ({ labels: { kind }, value: overdue / SECOND }));
    },
  });
  collect(metrics, {
    type: 'counter',
    name: 'wayline_job_runs_total',
    help: 'Attempts at jobs by this process and what came of them.',
    labels: ['kind', 'state'],
    read: () =>
      [...jobs.counts().ended].flatMap(([kind, counts]) =>
        Array.from(counts, ([state, value]) => ({ labels: { kind, state }, value })),
      ),
  });
}
