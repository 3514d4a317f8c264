import {
  isSameData,
  keyForms,
  type KeyEnd,
  type KeySession,
  type KeyState,
} from '../../../src/domain/detection/index.ts';
import { ownerOfKey, type KeyOwner } from '../../../src/domain/operator/index.ts';
import { toIso, type Instant } from '../../../src/domain/base/index.ts';
import { placeOf, type Queryable, type Transaction } from '../../store/index.ts';
import type { DetectionLedger } from '../facts.ts';
import { sinceText } from '../reconciling.ts';

/** Who owns and holds units: whose operators may be signed in there. */
export type KeyLedger = Pick<DetectionLedger, 'accountOf' | 'allocationAt' | 'nameOf'>;

/** Key sessions of a unit that stand in the place of those that lasted or began after an instant. */
export interface SessionsOf {
  readonly unitId: number;
  readonly since: Instant;
  readonly found: readonly KeySession[];
}

/** A session as it is stored, with the operator whose key it was. */
export interface StoredSession extends KeySession {
  readonly unitId: number;
  readonly operatorId: number | null;
}

/** Operators whose sessions changed, and from when on. */
export type Touched = Map<number, Instant>;

export function touch(touched: Touched, operatorId: number | null, since: Instant): void {
  if (operatorId !== null) touched.set(operatorId, Math.min(touched.get(operatorId) ?? since, since));
}

export interface SessionRow {
  unit_id: number;
  from_at: Date;
  to_at: Date | null;
  key: string;
  ended: KeyEnd | null;
  latitude: number | null;
  longitude: number | null;
  end_latitude: number | null;
  end_longitude: number | null;
  operator_id: number | null;
}

export const SESSION_COLUMNS =
  's.unit_id, s.from_at, s.to_at, s.key, s.ended, s.latitude, s.longitude, s.end_latitude, s.end_longitude, s.operator_id';

export const sessionOfRow = (row: SessionRow): StoredSession => ({
  unitId: row.unit_id,
  key: row.key,
  from: row.from_at.getTime(),
  to: row.to_at?.getTime() ?? null,
  ended: row.ended,
  place: placeOf(row),
  endPlace: placeOf({ latitude: row.end_latitude, longitude: row.end_longitude }),
  operatorId: row.operator_id,
});

/** Who was signed in at the unit when it was at rest at the instant, as it is stored. */
export async function readSignedIn(database: Queryable, unitId: number, at: Instant): Promise<KeyState | null> {
  const [row] = await database.query<SessionRow>(
    `select ${SESSION_COLUMNS} from driver_key_session s
     where s.unit_id = $1 and s.from_at < $2 and (s.to_at is null or s.to_at > $2) order by s.from_at desc limit 1`,
    [unitId, toIso(at)],
  );
  return row ? { key: row.key, from: row.from_at.getTime(), place: placeOf(row), offSince: null } : null;
}

/** What became of the sessions of a unit. */
export interface ChangedSessions {
  readonly touched: Touched;
  /** Those that began with keys that nobody has. */
  readonly unknown: StoredSession[];
}

/**
 * Stores the sessions of each unit; answers, unit by unit, whose changed and since when, and which keys are unknown.
 */
export async function replaceSessions(
  transaction: Transaction,
  ledger: KeyLedger,
  units: readonly SessionsOf[],
): Promise<ChangedSessions[]> {
  const rows = await transaction.query<SessionRow>(
    `select ${SESSION_COLUMNS} from unnest($1::int8[], $2::timestamptz[]) as w (unit_id, since)
     join driver_key_session s on s.unit_id = w.unit_id and (s.to_at is null or s.to_at > w.since or s.from_at > w.since)`,
    [units.map(({ unitId }) => unitId), units.map(({ since }) => sinceText(since))],
  );
  const kept = Map.groupBy(rows.map(sessionOfRow), ({ unitId }) => unitId);
  const changes = units.map((): ChangedSessions => ({ touched: new Map(), unknown: [] }));
  const gone: StoredSession[] = [];
  const changed: Changed[] = [];
  for (const [place, { unitId, found }] of units.entries()) {
    const before = new Map((kept.get(unitId) ?? []).map((session) => [session.from, session]));
    for (const session of found) {
      const stored = before.get(session.from);
      before.delete(session.from);
      if (!stored || !isSameData(plainOf(stored), plainOf(session)))
        changed.push({
          of: changes[place],
          session: { ...session, unitId, operatorId: stored?.operatorId ?? null },
          hasBegun: stored?.key !== session.key,
        });
    }
    for (const session of before.values()) {
      gone.push(session);
      touch(changes[place].touched, session.operatorId, session.from);
    }
  }
  await deleteSessions(transaction, gone);
  const owned = await withOwners(
    transaction,
    ledger,
    changed.map(({ session }) => session),
  );
  await putSessions(transaction, owned);
  for (const [index, { of, session, hasBegun }] of changed.entries()) {
    touch(of.touched, session.operatorId, session.from);
    touch(of.touched, owned[index].operatorId, session.from);
    if (hasBegun && owned[index].operatorId === null) of.unknown.push(owned[index]);
  }
  return changes;
}

interface Changed {
  readonly session: StoredSession;
  /** What it is added to: the unit's. */
  readonly of: ChangedSessions;
  /** No session with this key began there before. */
  readonly hasBegun: boolean;
}

const plainOf = ({ key, from, to, ended, place, endPlace }: KeySession): KeySession => ({
  key,
  from,
  to,
  ended,
  place,
  endPlace,
});

/**
 * The sessions with whose keys they were: of the accounts that the unit was allocated to then, and of its owner, in
 * this order.
 */
async function withOwners(
  transaction: Transaction,
  ledger: KeyLedger,
  sessions: readonly StoredSession[],
): Promise<StoredSession[]> {
  if (sessions.length === 0) return [];
  const owners = await readKeyOwners(transaction, [...new Set(sessions.flatMap(({ key }) => keyForms(key)))]);
  return sessions.map((session) => {
    const holder = ledger.allocationAt(session.unitId, session.from)?.accountId;
    const owner = ledger.accountOf(session.unitId);
    const accounts = holder === undefined ? [owner] : [holder, owner];
    return { ...session, operatorId: ownerOfKey(keyForms(session.key), accounts, session.from, owners) };
  });
}

async function readKeyOwners(transaction: Queryable, keys: readonly string[]): Promise<KeyOwner[]> {
  const rows = await transaction.query<{
    operator_id: number;
    account_id: number;
    key: string;
    from_at: Date | null;
    to_at: Date | null;
  }>('select operator_id, account_id, key, from_at, to_at from operator_key where key = any($1::text[]) order by id', [
    keys,
  ]);
  return rows.map((row) => ({
    operatorId: row.operator_id,
    accountId: row.account_id,
    key: row.key,
    from: row.from_at?.getTime() ?? Number.NEGATIVE_INFINITY,
    to: row.to_at?.getTime() ?? Number.POSITIVE_INFINITY,
  }));
}

async function deleteSessions(transaction: Transaction, sessions: readonly StoredSession[]): Promise<void> {
  if (sessions.length === 0) return;
  await transaction.query(
    `delete from driver_key_session s using unnest($1::int8[], $2::timestamptz[]) as w (unit_id, from_at)
     where s.unit_id = w.unit_id and s.from_at = w.from_at`,
    [sessions.map(({ unitId }) => unitId), sessions.map(({ from }) => toIso(from))],
  );
}

async function putSessions(transaction: Transaction, sessions: readonly StoredSession[]): Promise<void> {
  if (sessions.length === 0) return;
  await transaction.query(
    `insert into driver_key_session (unit_id, from_at, to_at, key, ended, latitude, longitude, end_latitude, end_longitude, operator_id)
     select * from unnest($1::int8[], $2::timestamptz[], $3::timestamptz[], $4::text[], $5::text[], $6::float8[], $7::float8[], $8::float8[], $9::float8[], $10::int8[])
     on conflict (unit_id, from_at) do update set to_at = excluded.to_at, key = excluded.key, ended = excluded.ended, latitude = excluded.latitude,
       longitude = excluded.longitude, end_latitude = excluded.end_latitude, end_longitude = excluded.end_longitude, operator_id = excluded.operator_id`,
    [
      sessions.map(({ unitId }) => unitId),
      sessions.map(({ from }) => toIso(from)),
      sessions.map(({ to }) => (to === null ? null : toIso(to))),
      sessions.map(({ key }) => key),
      sessions.map(({ ended }) => ended),
      sessions.map(({ place }) => place?.latitude ?? null),
      sessions.map(({ place }) => place?.longitude ?? null),
      sessions.map(({ endPlace }) => endPlace?.latitude ?? null),
      sessions.map(({ endPlace }) => endPlace?.longitude ?? null),
      sessions.map(({ operatorId }) => operatorId),
    ],
  );
}

/**
 * Finds out again whose the sessions of these keys were; `keys` as operators have them. Answers whose changed, and
 * since when.
 */
export async function rematchSessions(
  transaction: Transaction,
  ledger: KeyLedger,
  keys: readonly string[],
): Promise<Touched> {
  const touched: Touched = new Map();
  if (keys.length === 0) return touched;
  const rows = await transaction.query<SessionRow>(
    `select ${SESSION_COLUMNS} from driver_key_session s where s.key = any($1::text[])`,
    [[...new Set(keys.flatMap((key) => keyForms(key)))]],
  );
  const before = rows.map(sessionOfRow);
  const after = await withOwners(transaction, ledger, before);
  const changed = after.filter(({ operatorId }, place) => operatorId !== before[place].operatorId);
  await putSessions(transaction, changed);
  for (const [place, session] of after.entries()) {
    if (session.operatorId === before[place].operatorId) continue;
    touch(touched, before[place].operatorId, session.from);
    touch(touched, session.operatorId, session.from);
  }
  return touched;
}

/**
 * Operators whose keys were signed in at a unit within a span: what is decided by hand there changes where they were.
 */
export async function signedInAt(
  transaction: Transaction,
  unitId: number,
  { from, to }: { readonly from: Instant; readonly to: Instant | null },
): Promise<Touched> {
  const rows = await transaction.query<{ operator_id: number; since: Date }>(
    `select operator_id, min(from_at) as since from driver_key_session
     where unit_id = $1 and operator_id is not null and (to_at is null or to_at > $2) and from_at < $3 group by operator_id`,
    [unitId, toIso(from), to === null ? 'infinity' : toIso(to)],
  );
  return new Map(rows.map(({ operator_id, since }) => [operator_id, Math.min(since.getTime(), from)]));
}
