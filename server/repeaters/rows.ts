import { REPEATER, toIso, type Instant } from '../../src/domain/base/index.ts';
import type { RepeaterProblemCode } from '../../src/domain/repeater/index.ts';
import type { Database, Queryable } from '../store/index.ts';
import type { LogLine, StoredState } from './counters.ts';
import type { StoredCursor } from './cursor.ts';

/** Row of `counter` with the last group that repeaters took notice of. */
const MARK = 'repeaters_seen';

/** What is stored together, so that a server that is killed goes on from one instant. */
export interface Progress {
  /** Groups up to here were sent, but for what cursors say. */
  readonly sequence: number;
  readonly cursors: readonly { readonly repeaterId: number; readonly unitId: number; readonly cursor: StoredCursor }[];
  readonly settled: readonly { readonly repeaterId: number; readonly unitId: number }[];
  readonly states: readonly { readonly repeaterId: number; readonly state: StoredState }[];
  readonly lines: readonly { readonly repeaterId: number; readonly line: LogLine }[];
}

/** Null: no repeater has run yet. */
export async function readMark(database: Queryable): Promise<number | null> {
  const [row] = await database.query<{ value: number }>('select value from counter where name = $1', [MARK]);
  return row?.value ?? null;
}

interface StateRow {
  [column: string]: unknown;
  repeater_id: number;
  state: StoredState['state'];
  sent: number;
  waiting: number;
  dropped: number;
  refused: number;
  last_success: Date | null;
  last_error: RepeaterProblemCode | null;
  last_error_detail: string;
  last_error_at: Date | null;
}

/** What repeaters had done when the server stopped. */
export async function readStates(database: Queryable): Promise<ReadonlyMap<number, StoredState>> {
  const rows = await database.query<StateRow>('select * from repeater_state');
  return new Map(
    rows.map((row) => [
      row.repeater_id,
      {
        state: row.state,
        sent: row.sent,
        waiting: row.waiting,
        dropped: row.dropped,
        refused: row.refused,
        waitingSince: null,
        lastSuccess: row.last_success?.getTime() ?? null,
        lastError:
          row.last_error === null
            ? null
            : { code: row.last_error, detail: row.last_error_detail, at: row.last_error_at?.getTime() ?? 0 },
        nextAttempt: null,
      },
    ]),
  );
}

interface CursorRow {
  [column: string]: unknown;
  repeater_id: number;
  unit_id: number;
  sent_sequence: number;
  until_sequence: number | null;
  sent_to: Date | null;
  backlog_from: Date | null;
  backlog_first: Date | null;
  backlog_last: Date | null;
  backlog_count: number;
}

export async function readCursors(
  database: Queryable,
): Promise<{ repeaterId: number; unitId: number; cursor: StoredCursor }[]> {
  const rows = await database.query<CursorRow>('select * from repeater_cursor order by repeater_id, unit_id');
  return rows.map((row) => ({
    repeaterId: row.repeater_id,
    unitId: row.unit_id,
    cursor: {
      after: row.sent_sequence,
      until: row.until_sequence,
      sentTo: row.sent_to?.getTime() ?? null,
      backlog:
        row.backlog_from && row.backlog_first && row.backlog_last
          ? {
              from: row.backlog_from.getTime(),
              first: row.backlog_first.getTime(),
              last: row.backlog_last.getTime(),
              count: row.backlog_count,
            }
          : null,
    },
  }));
}

const iso = (at: Instant | null | undefined): string | null => (at === null || at === undefined ? null : toIso(at));

/** Stores all of it, or nothing. The progress of repeaters deleted meanwhile is not stored. */
export function writeProgress(
  database: Database,
  { sequence, cursors, settled, states, lines }: Progress,
): Promise<void> {
  return database.transaction(async (transaction) => {
    await transaction.query(
      'insert into counter (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
      [MARK, sequence],
    );
    if (settled.length > 0)
      await transaction.query(
        `delete from repeater_cursor c using unnest($1::int8[], $2::int8[]) as s (repeater_id, unit_id)
         where c.repeater_id = s.repeater_id and c.unit_id = s.unit_id`,
        [settled.map(({ repeaterId }) => repeaterId), settled.map(({ unitId }) => unitId)],
      );
    if (cursors.length > 0) await writeCursors(transaction, cursors);
    if (states.length > 0) await writeStates(transaction, states);
    if (lines.length > 0) await writeLines(transaction, lines);
  });
}

async function writeCursors(transaction: Queryable, cursors: Progress['cursors']): Promise<void> {
  const rows = cursors.map(({ repeaterId, unitId, cursor: { after, until, sentTo, backlog } }) => ({
    repeater_id: repeaterId,
    unit_id: unitId,
    sent_sequence: after,
    until_sequence: until,
    sent_to: iso(sentTo),
    backlog_from: iso(backlog?.from),
    backlog_first: iso(backlog?.first),
    backlog_last: iso(backlog?.last),
    backlog_count: backlog?.count ?? 0,
  }));
  await transaction.query(
    `insert into repeater_cursor select n.* from jsonb_populate_recordset(null::repeater_cursor, $1) n
       join repeater r on r.id = n.repeater_id join unit u on u.id = n.unit_id
     on conflict (repeater_id, unit_id) do update set sent_sequence = excluded.sent_sequence,
       until_sequence = excluded.until_sequence, sent_to = excluded.sent_to, backlog_from = excluded.backlog_from,
       backlog_first = excluded.backlog_first, backlog_last = excluded.backlog_last, backlog_count = excluded.backlog_count`,
    [JSON.stringify(rows)],
  );
}

async function writeStates(transaction: Queryable, states: Progress['states']): Promise<void> {
  const rows = states.map(({ repeaterId, state: { lastError, ...state } }) => ({
    repeater_id: repeaterId,
    state: state.state,
    sent: state.sent,
    waiting: state.waiting,
    dropped: state.dropped,
    refused: state.refused,
    waiting_since: iso(state.waitingSince),
    last_success: iso(state.lastSuccess),
    last_error: lastError?.code ?? null,
    last_error_detail: lastError?.detail ?? '',
    last_error_at: iso(lastError?.at),
    next_attempt: iso(state.nextAttempt),
  }));
  await transaction.query(
    `insert into repeater_state select n.* from jsonb_populate_recordset(null::repeater_state, $1) n
       join repeater r on r.id = n.repeater_id
     on conflict (repeater_id) do update set state = excluded.state, sent = excluded.sent, waiting = excluded.waiting,
       dropped = excluded.dropped, refused = excluded.refused, waiting_since = excluded.waiting_since,
       last_success = excluded.last_success, last_error = excluded.last_error,
       last_error_detail = excluded.last_error_detail, last_error_at = excluded.last_error_at,
       next_attempt = excluded.next_attempt`,
    [JSON.stringify(rows)],
  );
}

/** Only the last lines of each repeater are kept. */
async function writeLines(transaction: Queryable, lines: Progress['lines']): Promise<void> {
  await transaction.query(
    `insert into repeater_log (repeater_id, at, code, detail, unit_id, messages)
     select n.repeater_id, n.at, n.code, n.detail, n.unit_id, n.messages
     from rows from (jsonb_to_recordset($1) as (repeater_id int8, at timestamptz, code text, detail text, unit_id int8, messages int4))
         with ordinality as n (repeater_id, at, code, detail, unit_id, messages, place)
       join repeater r on r.id = n.repeater_id order by n.place`,
    [
      JSON.stringify(
        lines.map(({ repeaterId, line: { at, code, detail, unitId, messages } }) => ({
          repeater_id: repeaterId,
          at: iso(at),
          code,
          detail,
          unit_id: unitId,
          messages,
        })),
      ),
    ],
  );
  await transaction.query(
    `delete from repeater_log l using unnest($1::int8[]) as r (id) where l.repeater_id = r.id and l.id <= (
       select id from repeater_log where repeater_id = r.id order by id desc offset ${REPEATER.log} limit 1)`,
    [[...new Set(lines.map(({ repeaterId }) => repeaterId))]],
  );
}
