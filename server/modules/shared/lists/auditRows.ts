import type { Page } from '../../../../src/api/contract/index.ts';
import { withoutSecrets, type AuditEntry } from '../../../../src/domain/audit/index.ts';
import type { Queryable } from '../../../store/database.types.ts';
import { Conditions, readPage } from './pages.ts';
import { escapeLike } from './sql.ts';

interface EventRow extends Omit<
  AuditEntry,
  'account_id' | 'sequence' | 'subject_id' | 'user_id' | 'username' | 'remote' | 'time'
> {
  account_id: number;
  sequence: number;
  subject_id: number;
  user_id: number | null;
  username: string | null;
  remote: string | null;
  time: Date;
}

const FROM = 'event e join account a on a.id = e.account_id left join app_user u on u.id = e.user_id';

/**
 * True where the act's person is known to the reader: they acted in an account of `tree`, the reader's own and those
 * below. Of events that do not say in which (of earlier versions, and what people do to their own login), the person's
 * accounts decide.
 */
const isKnown = (
  tree: string,
): string => `(coalesce(e.actor_account_id = any(${tree}::int8[]), false) or e.actor_account_id is null and (
  exists (select from membership m where m.user_id = e.user_id and m.account_id = any(${tree}::int8[]))
  or not exists (select from membership m where m.user_id = e.user_id)))`;

/**
 * A page of the event log as the audit shows it, newest first unless asked otherwise; `e` is the event in the
 * conditions. People of accounts above `tree` are neither named nor found by name or address. Null for an unknown
 * column.
 */
export function readAudit(
  database: Queryable,
  request: { readonly page: number; readonly limit: number; readonly sort: string; readonly search: string },
  tree: readonly number[],
  narrow: (conditions: Conditions, isKnown: string) => void,
): Promise<Page<AuditEntry> | null> {
  const conditions = new Conditions().add((place) => `${place}::int8[] is not null`, tree);
  const known = isKnown('$1');
  narrow(conditions, known);
  const text = request.search.trim();
  if (text) {
    conditions.add(
      (place) =>
        `(e.kind ilike ${place} or e.data ->> 'name' ilike ${place} or e.data ->> 'username' ilike ${place}
          or (${known} and (u.username ilike ${place} or e.remote ilike ${place})))`,
      `%${escapeLike(text)}%`,
    );
  }
  const ifKnown = (value: string): string => `case when ${known} then ${value} end`;
  const source = {
    columns: `e.account_id, a.name as account_name, e.sequence, e.time, e.kind, e.subject_type, e.subject_id, ${ifKnown('e.user_id')} as user_id,
      ${ifKnown('u.username')} as username, ${ifKnown('e.remote')} as remote, e.user_id is not null and not ${known} as by_parent, e.data`,
    from: FROM,
    conditions,
    sorts: {
      time: 'e.time',
      kind: 'e.kind',
      username: ifKnown('u.username_key'),
      subject_type: 'e.subject_type',
      remote: ifKnown('e.remote'),
    },
    fallback: 'time',
    id: 'e.sequence desc',
  };
  return readPage<EventRow, AuditEntry>(database, { ...request, sort: request.sort || '-time' }, source, entryOf);
}

function entryOf(row: EventRow): AuditEntry {
  return {
    ...row,
    account_id: row.account_id,
    sequence: row.sequence,
    subject_id: row.subject_id,
    user_id: row.user_id,
    username: row.username ?? '',
    remote: row.remote ?? '',
    time: row.time.toISOString(),
    data: withoutSecrets(row.data),
  };
}
