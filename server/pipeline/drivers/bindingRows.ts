import { bindingsByKey, type BindingEnd, type UnitSpan } from '../../../src/domain/operator/index.ts';
import { toIso, type Instant } from '../../../src/domain/base/index.ts';
import { reserveIds, type Transaction } from '../../store/index.ts';
import { sinceText } from '../reconciling.ts';
import { SESSION_COLUMNS, sessionOfRow, type SessionRow, type StoredSession, type Touched } from './sessionRows.ts';

/** An operator at a unit, by hand or by a key. */
export interface StoredBinding extends UnitSpan {
  readonly id: number;
  readonly operatorId: number;
  readonly key: string;
  readonly ended: BindingEnd | null;
}

interface LockedOperator {
  readonly operatorId: number;
  readonly name: string;
  readonly accountId: number;
  readonly severalUnits: boolean;
}

/** What became of a binding; `before` null: it is new, `after` null: it is gone. */
export interface BindingChange {
  readonly operator: LockedOperator;
  readonly before: StoredBinding | null;
  readonly after: StoredBinding | null;
}

/**
 * Finds the bindings by key of the operators again, from the instants on from which something of theirs changed.
 * The operators are locked: who changes the same ones waits.
 */
export async function rebuildBindings(
  transaction: Transaction,
  touched: Touched,
  now: Instant,
): Promise<BindingChange[]> {
  if (touched.size === 0) return [];
  const locked = await lockOperators(transaction, [...touched.keys()]);
  if (locked.length === 0) return [];
  const windows = await windowsOf(transaction, locked, touched);
  const evidence = await readEvidence(transaction, windows);
  return applyChanges(
    transaction,
    locked.flatMap((operator) => changesOf(operator, evidence)),
    now,
  );
}

async function lockOperators(transaction: Transaction, ids: readonly number[]): Promise<LockedOperator[]> {
  const rows = await transaction.query<{ id: number; name: string; account_id: number; several_units: boolean }>(
    'select id, name, account_id, several_units from operator where id = any($1::int8[]) order by id for update',
    [ids],
  );
  return rows.map((row) => ({
    operatorId: row.id,
    name: row.name,
    accountId: row.account_id,
    severalUnits: row.several_units,
  }));
}

interface Windows {
  readonly operatorIds: readonly number[];
  readonly since: readonly Instant[];
}

/**
 * Each window begins with the first session that lasted when something changed: what begins within it may end that one.
 */
async function windowsOf(
  transaction: Transaction,
  operators: readonly LockedOperator[],
  touched: Touched,
): Promise<Windows> {
  const since = new Map(
    operators.map(({ operatorId }) => [operatorId, touched.get(operatorId) ?? Number.NEGATIVE_INFINITY]),
  );
  const rows = await transaction.query<{ operator_id: number; since: Date }>(
    `select w.operator_id, min(s.from_at) as since from unnest($1::int8[], $2::timestamptz[]) as w (operator_id, since)
     join driver_key_session s on s.operator_id = w.operator_id and s.from_at < w.since and (s.to_at is null or s.to_at > w.since)
     group by w.operator_id`,
    [[...since.keys()], [...since.values()].map(sinceText)],
  );
  for (const row of rows) since.set(row.operator_id, row.since.getTime());
  return { operatorIds: [...since.keys()], since: [...since.values()] };
}

interface Evidence {
  readonly sessions: readonly StoredSession[];
  /** By hand: of these operators, and of all at the units of their sessions. */
  readonly manual: readonly StoredBinding[];
  readonly releases: readonly { readonly operatorId: number; readonly unitId: number; readonly at: Instant }[];
  /** By key, as they stand. */
  readonly kept: readonly StoredBinding[];
}

export interface BindingRow {
  id: number;
  operator_id: number;
  unit_id: number;
  from_at: Date;
  to_at: Date | null;
  key: string;
  ended: BindingEnd | null;
}

export const BINDING_COLUMNS = 'b.id, b.operator_id, b.unit_id, b.from_at, b.to_at, b.key, b.ended';
export const bindingOfRow = (row: BindingRow): StoredBinding => ({
  id: row.id,
  operatorId: row.operator_id,
  unitId: row.unit_id,
  from: row.from_at.getTime(),
  to: row.to_at?.getTime() ?? null,
  key: row.key,
  ended: row.ended,
});

async function readEvidence(transaction: Transaction, { operatorIds, since: instants }: Windows): Promise<Evidence> {
  const since = instants.map(sinceText);
  const windows = 'unnest($1::int8[], $2::timestamptz[]) as w (operator_id, since)';
  const sessions = await transaction.query<SessionRow>(
    `select ${SESSION_COLUMNS} from ${windows} join driver_key_session s on s.operator_id = w.operator_id and s.from_at >= w.since`,
    [operatorIds, since],
  );
  const manual = await transaction.query<BindingRow>(
    `select ${BINDING_COLUMNS} from operator_binding b
     where b.source = 'manual' and (b.operator_id = any($1::int8[]) or b.unit_id = any($2::int8[]))
       and (b.to_at is null or b.to_at > $3)`,
    [operatorIds, [...new Set(sessions.map(({ unit_id }) => unit_id))], sinceText(Math.min(...instants))],
  );
  const releases = await transaction.query<{ operator_id: number; unit_id: number; at: Date }>(
    `select r.operator_id, r.unit_id, r.at from ${windows} join operator_release r on r.operator_id = w.operator_id and r.at >= w.since`,
    [operatorIds, since],
  );
  const kept = await transaction.query<BindingRow>(
    `select ${BINDING_COLUMNS} from ${windows} join operator_binding b on b.operator_id = w.operator_id and b.source = 'key' and b.from_at >= w.since order by b.id`,
    [operatorIds, since],
  );
  return {
    sessions: sessions.map(sessionOfRow),
    manual: manual.map(bindingOfRow),
    releases: releases.map((row) => ({ operatorId: row.operator_id, unitId: row.unit_id, at: row.at.getTime() })),
    kept: kept.map(bindingOfRow),
  };
}

/** The operator's bindings by key as they should be, beside those that are. */
function changesOf(operator: LockedOperator, evidence: Evidence): BindingChange[] {
  const { operatorId, severalUnits } = operator;
  const own = evidence.sessions.filter((session) => session.operatorId === operatorId);
  const manual = evidence.manual.filter((each) => each.operatorId === operatorId);
  const others = evidence.manual.filter((each) => each.operatorId !== operatorId);
  const releases = evidence.releases.filter((each) => each.operatorId === operatorId);
  const kept = new Map(
    evidence.kept
      .filter((each) => each.operatorId === operatorId)
      .map((each) => [`${each.unitId} ${each.from}`, each] as const),
  );
  const changes: BindingChange[] = [];
  for (const span of bindingsByKey({ sessions: own, manual, others, releases, severalUnits })) {
    const before = kept.get(`${span.unitId} ${span.from}`) ?? null;
    kept.delete(`${span.unitId} ${span.from}`);
    const session = own.find((each) => each.unitId === span.unitId && covers(each, span.from));
    const after: StoredBinding = {
      ...span,
      id: before?.id ?? 0,
      operatorId,
      key: session?.key ?? '',
      ended: endOf(span, session ?? null, [...manual, ...others], releases),
    };
    if (before?.to !== after.to || before.key !== after.key || before.ended !== after.ended)
      changes.push({ operator, before, after });
  }
  return [...changes, ...[...kept.values()].map((before) => ({ operator, before, after: null }))];
}

const covers = ({ from, to }: UnitSpan, at: Instant): boolean => from <= at && (to === null || at < to);

/** Why the binding was over. */
function endOf(
  { unitId, to }: UnitSpan,
  session: StoredSession | null,
  manual: readonly UnitSpan[],
  releases: Evidence['releases'],
): BindingEnd | null {
  if (to === null) return null;
  if (session?.to === to && session.ended !== null) return session.ended;
  const isByHand =
    releases.some((each) => each.unitId === unitId && each.at === to) ||
    manual.some((each) => each.unitId === unitId && each.from === to);
  return isByHand ? 'byHand' : 'otherUnit';
}

/** Stores the changes; answers them with the ids of what is new. */
async function applyChanges(
  transaction: Transaction,
  changes: readonly BindingChange[],
  now: Instant,
): Promise<BindingChange[]> {
  const gone = changes.flatMap(({ before, after }) => (before !== null && after === null ? [before.id] : []));
  if (gone.length > 0) await transaction.query('delete from operator_binding where id = any($1::int8[])', [gone]);
  const added = changes.filter(({ before }) => before === null).length;
  const ids = (added > 0 ? await reserveIds(transaction, 'operator_binding', added) : []).values();
  const numbered = changes.map((change) =>
    change.before === null && change.after !== null
      ? { ...change, after: { ...change.after, id: ids.next().value as number } }
      : change,
  );
  await putBindings(
    transaction,
    numbered.flatMap(({ after }) => after ?? []),
    now,
  );
  return numbered;
}

async function putBindings(transaction: Transaction, rows: readonly StoredBinding[], now: Instant): Promise<void> {
  if (rows.length === 0) return;
  await transaction.query(
    `insert into operator_binding (id, operator_id, unit_id, from_at, to_at, source, key, ended, created_at)
     select id, operator_id, unit_id, from_at, to_at, 'key', key, ended, $8::timestamptz
     from unnest($1::int8[], $2::int8[], $3::int8[], $4::timestamptz[], $5::timestamptz[], $6::text[], $7::text[]) as w (id, operator_id, unit_id, from_at, to_at, key, ended)
     where exists (select from unit u where u.id = w.unit_id)
     on conflict (id) do update set to_at = excluded.to_at, key = excluded.key, ended = excluded.ended`,
    [
      rows.map(({ id }) => id),
      rows.map(({ operatorId }) => operatorId),
      rows.map(({ unitId }) => unitId),
      rows.map(({ from }) => toIso(from)),
      rows.map(({ to }) => (to === null ? null : toIso(to))),
      rows.map(({ key }) => key),
      rows.map(({ ended }) => ended),
      toIso(now),
    ],
  );
}
