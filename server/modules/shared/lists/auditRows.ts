import type { Page } from '../../../../src/api/contract/index.ts';
import { withoutSecrets, type AuditEntry } from '../../../../src/domain/audit/index.ts';
import type { Queryable } from '../../../store/database.types.ts';
import { readPage, type Conditions } from './pages.ts';
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

const COLUMNS = `
  e.account_id, a.name as account_name, e.sequence, e.time, e.kind, e.subject_type, e.subject_id, e.user_id, u.username, e.remote, e.data`;
const FROM = 'event e join account a on a.id = e.account_id left join app_user u on u.id = e.user_id';

const SORTS: Readonly<Record<string, string>> = {
  time: 'e.time',
  kind: 'e.kind',
  username: 'u.username_key',
  subject_type: 'e.subject_type',
  remote: 'e.remote',
};

/** A page of the event log as the audit shows it, newest first unless asked otherwise; `e` is the event in the conditions. Null for an unknown column. */
export function readAudit(
  database: Queryable,
  request: { readonly page: number; readonly limit: number; readonly sort: string; readonly search: string },
  conditions: Conditions,
): Promise<Page<AuditEntry> | null> {
  const text = request.search.trim();
  if (text) {
    conditions.add(
      (place) =>
        `(u.username ilike ${place} or e.kind ilike ${place} or e.data ->> 'name' ilike ${place} or e.data ->> 'username' ilike ${place} or e.remote ilike ${place})`,
      `%${escapeLike(text)}%`,
    );
  }
  const source = { columns: COLUMNS, from: FROM, conditions, sorts: SORTS, fallback: 'time', id: 'e.sequence desc' };
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
