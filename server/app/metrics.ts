import { SECOND } from '../../src/domain/base/index.ts';
import type { Metrics } from '../gateway/index.ts';
import type { IngestCounters } from '../ingest/index.ts';
import type { Feeds } from '../feeds/index.ts';
import type { Workers } from '../jobs/index.ts';
import type { Database, PositionStore } from '../store/index.ts';

interface Measured {
  readonly counters: IngestCounters;
  readonly feeds: Feeds;
  readonly positions: PositionStore;
  readonly database: Pick<Database, 'available'>;
  readonly jobs: Pick<Workers, 'counts'>;
}

/** What `GET /metrics` tells of devices, viewers and the store. */
export function collectMetrics(metrics: Metrics, { counters, feeds, positions, database, jobs }: Measured): void {
  const perProtocol = (name: string, type: 'counter' | 'gauge', help: string, field: Field) =>
    metrics.collect(name, type, help, () =>
      [...counters.entries()].map(([protocol, counted]) => ({ labels: { protocol }, value: counted[field] })),
    );
  perProtocol('wayline_device_connections_open', 'gauge', 'Open device connections.', 'open');
  perProtocol('wayline_device_connections_total', 'counter', 'Device connections since the start.', 'connections');
  perProtocol('wayline_device_messages_total', 'counter', 'Messages of devices.', 'messages');
  perProtocol('wayline_positions_total', 'counter', 'Reports taken from devices.', 'positions');
  perProtocol('wayline_frames_malformed_total', 'counter', 'Frames that could not be read.', 'malformed');
  perProtocol(
    'wayline_messages_unread_total',
    'counter',
    'Acknowledged messages that were not understood, wholly or in part.',
    'unread',
  );
  metrics.collect('wayline_unread_types_total', 'counter', 'The same by type and device model.', () =>
    Array.from(counters.unreadKinds(), ({ protocol, model, type, messages }) => ({
      labels: { protocol, model, type },
      value: messages,
    })),
  );
  perProtocol('wayline_devices_refused_total', 'counter', 'Sign-ins of unknown devices.', 'refused');
  perProtocol('wayline_reports_rejected_total', 'counter', 'Reports with an impossible time or place.', 'rejected');
  perProtocol('wayline_device_commands_total', 'counter', 'Commands sent to devices.', 'commands');
  perProtocol('wayline_device_command_answers_total', 'counter', 'Answers of devices to commands.', 'commandAnswers');
  metrics.collect('wayline_viewers', 'gauge', 'Browsers on the live feed.', () => feeds.hub.viewers);
  metrics.collect('wayline_units_reporting', 'gauge', 'Units with a latest state.', () => positions.latest.count);
  metrics.collect('wayline_commit_sequence', 'counter', 'Committed groups of positions.', () => positions.sequence);
  metrics.collect('wayline_database_available', 'gauge', '1 while the database answers.', () =>
    database.available ? 1 : 0,
  );
  collectJobMetrics(metrics, jobs);
}

function collectJobMetrics(metrics: Metrics, jobs: Pick<Workers, 'counts'>): void {
  metrics.collect('wayline_jobs_open', 'gauge', 'Jobs that wait or run, of all processes.', () =>
    jobs.counts().open.map(({ kind, state, count }) => ({ labels: { kind, state }, value: count })),
  );
  metrics.collect('wayline_job_overdue_seconds', 'gauge', 'How long the job that waits longest is overdue.', () =>
    jobs
      .counts()
      .open.filter(({ state }) => state === 'queued')
      .map(({ kind, overdue }) => ({ labels: { kind }, value: overdue / SECOND })),
  );
  metrics.collect('wayline_job_runs_total', 'counter', 'Attempts at jobs of this process, by what came of them.', () =>
    [...jobs.counts().ended].flatMap(([kind, counts]) =>
      Array.from(counts, ([state, value]) => ({ labels: { kind, state }, value })),
    ),
  );
}

type Field =
  | 'open'
  | 'connections'
  | 'messages'
  | 'positions'
  | 'malformed'
  | 'unread'
  | 'refused'
  | 'rejected'
  | 'commands'
  | 'commandAnswers';
