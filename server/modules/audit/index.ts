import type { Page, Request } from '../../../src/api/contract/index.ts';
import { withoutSecrets, type AuditEntry } from '../../../src/domain/audit/index.ts';
import { success } from '../../../src/domain/base/index.ts';
import type { UnitDirectory } from '../../gateway/ports.ts';
import type { Problems } from '../../gateway/problems.ts';
import type { Handlers } from '../../gateway/types.ts';
import type { Database, Queryable } from '../../store/database.types.ts';
import { Conditions, accountAt, accountOf, badSort, escapeLike, notFound, readPage } from '../shared/index.ts';

export interface AuditServices {
  readonly database: Database;
  readonly directory: UnitDirectory;
  readonly problems: Problems;
}

interface EventRow extends Omit<AuditEntry, 'account_id' | 'sequence' | 'subject_id' | 'user_id' | 'username' | 'remote' | 'time'> {
  account_id: unknown;
  sequence: unknown;
  subject_id: unknown;
  user_id: unknown;
  username: string | null;
  remote: string | null;
  time: Date;
}

const COLUMNS = `
  e.account_id, a.name as account_name, e.sequence, e.time, e.kind, e.subject_type, e.subject_id, e.user_id, u.username, e.remote, e.data`;
const FROM = 'event e join account a on a.id = e.account_id left join app_user u on u.id = e.user_id';

const SORTS: Readonly<Record<string, string>> = {
  time: 'e.time', kind: 'e.kind', username: 'u.username_key', subject_type: 'e.subject_type', remote: 'e.remote',
};

/** account-service: the event log, read as the audit. */
export function createAuditHandlers({ database, directory, problems }: AuditServices): Pick<Handlers, 'getAuditList'> {
  return {
    async getAuditList(data, context) {
      const caller = accountOf(context);
      const asked = data.filters.account_id ?? caller.accountId;
      const accountId = asked === caller.accountId ? asked : accountAt(directory, caller, asked, 'anywhere')?.account_id;
      if (accountId === undefined) return notFound(context, problems);
      for (const bound of ['from', 'to'] as const) {
        const text = data.filters[bound];
        if (text && Number.isNaN(Date.parse(text))) return problems.refuseField(context.lang, `filters.${bound}`, 'validation.date');
      }
      const page = await listEvents(database, accountId, data);
      return page ? success(page) : badSort(context, problems);
    },
  };
}

/** Newest first unless asked otherwise; `from` belongs to the span, `to` does not. */
function listEvents(database: Queryable, accountId: number, request: Request<'getAuditList'>): Promise<Page<AuditEntry> | null> {
  const { user_id: user, kinds, subject_type: type, subject_id: subject, from, to } = request.filters;
  const conditions = new Conditions().add((place) => `e.account_id = ${place}`, accountId);
  if (user) conditions.add((place) => `e.user_id = ${place}`, user);
  if (kinds && kinds.length > 0) conditions.add((place) => `e.kind = any(${place}::text[])`, kinds);
  if (type) conditions.add((place) => `e.subject_type = ${place}`, type);
  if (subject) conditions.add((place) => `e.subject_id = ${place}`, subject);
  if (from) conditions.add((place) => `e.time >= ${place}`, new Date(from));
  if (to) conditions.add((place) => `e.time < ${place}`, new Date(to));
  const text = request.search.trim();
  if (text) {
    conditions.add(
      (place) => `(u.username ilike ${place} or e.kind ilike ${place} or e.data ->> 'name' ilike ${place} or e.data ->> 'username' ilike ${place} or e.remote ilike ${place})`,
      `%${escapeLike(text)}%`,
    );
  }
  const source = { columns: COLUMNS, from: FROM, conditions, sorts: SORTS, fallback: 'time', id: 'e.sequence desc' };
  return readPage<EventRow, AuditEntry>(database, { ...request, sort: request.sort || '-time' }, source, entryOf);
}

function entryOf(row: EventRow): AuditEntry {
  return {
    ...row,
    account_id: Number(row.account_id),
    sequence: Number(row.sequence),
    subject_id: Number(row.subject_id),
    user_id: row.user_id === null ? null : Number(row.user_id),
    username: row.username ?? '',
    remote: row.remote ?? '',
    time: row.time.toISOString(),
    data: withoutSecrets(row.data),
  };
}
