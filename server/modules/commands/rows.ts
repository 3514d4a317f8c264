import type { Page, Request } from '../../../src/api/contract/index.ts';
import type { AccountId, DeviceId, Instant } from '../../../src/domain/base/index.ts';
import {
  isDangerousCommand,
  withoutCommandPassword,
  type CommandExecution,
  type ExecutionState,
} from '../../../src/domain/command/index.ts';
import { protocolOfModel } from '../../../src/domain/device/index.ts';
import type { Contact } from '../../ingest/index.ts';
import type { Queryable } from '../../store/database.types.ts';
import type { Sealer } from '../../store/index.ts';
import { Conditions, escapeLike, readPage } from '../shared/index.ts';
import type { Commandable } from './reach.ts';

/** An execution as the dispatcher keeps it while something is still to be done. */
export interface OpenExecution {
  readonly id: number;
  readonly deviceId: number;
  identifier: string;
  readonly accountId: AccountId;
  readonly unitId: number | null;
  readonly code: string;
  /** As it is sent; null where it cannot be unsealed any more. */
  readonly text: string | null;
  readonly dangerous: boolean;
  readonly queuedAt: Instant;
  state: ExecutionState;
  attempts: number;
  sentAt: Instant | null;
  /** Addresses of the connection that waits for a confirmation, and of the one that was confirmed; null: none. */
  awaitsAddress: string | null;
  confirmedAddress: string | null;
  /** The connection that it went to last; null before, and after a restart. */
  sentTo: Contact | null;
}

interface ExecutionRow {
  id: number;
  device_id: number;
  code: string;
  text: string;
  state: ExecutionState;
  attempts: number;
  answer: string;
  username: string | null;
  created_at: Date;
  sent_at: Date | null;
  finished_at: Date | null;
  awaits_address: string | null;
}

const COLUMNS =
  'e.id, e.device_id, e.code, e.text, e.state, e.attempts, e.answer, p.username, e.created_at, e.sent_at, e.finished_at, e.awaits_address';
const FROM = 'command_execution e left join app_user p on p.id = e.user_id';
const SORTS: Readonly<Record<string, string>> = {
  queued_at: 'e.created_at',
  sent_at: 'e.sent_at',
  finished_at: 'e.finished_at',
  state: 'e.state',
  code: 'lower(e.code)',
  requested_by: 'lower(p.username)',
};

/**
 * Executions of the devices, the latest first; of one that the caller only holds, those of their own accounts: what
 * others sent before and will send after is not theirs. Null when the sort column is unknown.
 */
export function listExecutions(
  database: Queryable,
  devices: readonly Pick<Commandable, 'deviceId' | 'own'>[],
  scope: readonly AccountId[],
  request: Omit<Request<'getDeviceCommandLog'>, 'device_id'>,
): Promise<Page<CommandExecution> | null> {
  const own = devices.filter((device) => device.own).map(({ deviceId }) => deviceId);
  const conditions = new Conditions()
    .add(
      (place) => `e.device_id = any(${place}::int8[])`,
      devices.map(({ deviceId }) => deviceId),
    )
    .add(
      (place) => `exists (select 1 from jsonb_to_record(${place}::jsonb) as mine (devices jsonb, accounts jsonb)
      where mine.devices @> to_jsonb(e.device_id) or mine.accounts @> to_jsonb(e.account_id))`,
      JSON.stringify({ devices: own, accounts: scope }),
    );
  if (request.filters.state) conditions.add((place) => `e.state = ${place}`, request.filters.state);
  const text = request.search.trim();
  if (text)
    conditions.add(
      (place) =>
        `(e.code ilike ${place} or e.text ilike ${place} or e.answer ilike ${place} or p.username ilike ${place})`,
      `%${escapeLike(text)}%`,
    );
  return readPage<ExecutionRow, CommandExecution>(
    database,
    { ...request, sort: request.sort || '-queued_at' },
    { columns: COLUMNS, from: FROM, conditions, sorts: SORTS, fallback: 'queued_at', id: 'e.id desc' },
    executionOf,
  );
}

/** Whom an execution is for and in whose name; null when there is none. */
export async function findExecution(
  database: Queryable,
  id: number,
): Promise<{ readonly deviceId: number; readonly accountId: AccountId } | null> {
  const [row] = await database.query<{ device_id: number; account_id: number }>(
    'select device_id, account_id from command_execution where id = $1',
    [id],
  );
  return row ? { deviceId: row.device_id, accountId: row.account_id as AccountId } : null;
}

export async function readExecution(database: Queryable, id: number): Promise<CommandExecution | null> {
  const [row] = await database.query<ExecutionRow>(`select ${COLUMNS} from ${FROM} where e.id = $1`, [id]);
  return row ? executionOf(row) : null;
}

interface OpenRow {
  id: number;
  device_id: number;
  identifier: string;
  device_model: string;
  account_id: number;
  unit_id: number | null;
  code: string;
  text: string;
  /** What is sent where `text` hides a part of it. */
  sealed_text: string | null;
  state: ExecutionState;
  attempts: number;
  created_at: Date;
  sent_at: Date | null;
  awaits_address: string | null;
  confirmed_address: string | null;
}

/** What was not finished when the process ended, and what a late answer may still come for. */
export async function readOpen(
  database: Queryable,
  sealer: Pick<Sealer, 'open'>,
  now: Instant,
): Promise<OpenExecution[]> {
  const rows = await database.query<OpenRow>(
    `select e.id, e.device_id, d.unique_identifier as identifier, d.device_model, e.account_id, e.unit_id, e.code, e.text, e.sealed_text, e.state, e.attempts, e.created_at, e.sent_at, e.awaits_address, e.confirmed_address
       from command_execution e join device d on d.id = e.device_id where e.state in ('queued', 'sent') or (e.state = 'timedOut' and e.expires_at > $1) order by e.id`,
    [new Date(now)],
  );
  return rows.map((row) => ({
    id: row.id,
    deviceId: row.device_id,
    identifier: row.identifier,
    accountId: row.account_id as AccountId,
    unitId: row.unit_id,
    code: row.code,
    text: row.sealed_text === null ? row.text : sealer.open(row.sealed_text),
    dangerous: isDangerousCommand(row.text, protocolOfModel(row.device_model)),
    state: row.state,
    attempts: row.attempts,
    queuedAt: row.created_at.getTime(),
    sentAt: row.sent_at?.getTime() ?? null,
    awaitsAddress: row.awaits_address,
    confirmedAddress: row.confirmed_address,
    sentTo: null,
  }));
}

function executionOf(row: ExecutionRow): CommandExecution {
  const { code, state, attempts } = row;
  const [text, answer] = [withoutCommandPassword(row.text), withoutCommandPassword(row.answer)];
  return {
    execution_id: row.id,
    device_id: row.device_id as DeviceId,
    code,
    text,
    state,
    attempts,
    answer,
    requested_by: row.username ?? '',
    queued_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    awaits_address: row.awaits_address,
  };
}
