import type { Page, Request } from '../../../src/api/contract/index.ts';
import type { AuditEntry } from '../../../src/domain/audit/index.ts';
import type { EventSubject } from '../../../src/domain/events/index.ts';
import { success } from '../../../src/domain/base/index.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import type { Handlers } from '../../call/types.ts';
import type { Database, Queryable } from '../../store/database.types.ts';
import { accountAt, accountOf, unknownSortColumn, notFound, readAudit } from '../shared/index.ts';

export interface AuditServices {
  readonly database: Database;
  readonly directory: UnitDirectory;
  readonly problems: Problems;
}

/** account-service: the event log, read as the audit. */
export function createAuditHandlers({ database, directory, problems }: AuditServices): Pick<Handlers, 'getAuditList'> {
  return {
    async getAuditList(data, context) {
      const caller = accountOf(context);
      const asked = data.filters.account_id ?? caller.accountId;
      const accountId =
        asked === caller.accountId ? asked : accountAt(directory, caller, asked, 'anywhere')?.account_id;
      if (accountId === undefined || !caller.scope.some((id) => id === accountId)) return notFound(context, problems);
      for (const bound of ['from', 'to'] as const) {
        const text = data.filters[bound];
        if (text && Number.isNaN(Date.parse(text)))
          return problems.refuseField(context.lang, `filters.${bound}`, 'validation.date');
      }
      const page = await listEvents(database, accountId, caller.tree, data);
      return page ? success(page) : unknownSortColumn(context, problems);
    },
  };
}

/** What detection found is nobody's act; who wants to see it names it. */
const FOUND: readonly EventSubject[] = ['trip', 'fuel_event', 'occurrence', 'driver_key', 'job'];

/** Newest first unless asked otherwise; `from` belongs to the span, `to` does not. */
function listEvents(
  database: Queryable,
  accountId: number,
  tree: readonly number[],
  request: Request<'getAuditList'>,
): Promise<Page<AuditEntry> | null> {
  const { user_id: user, kinds, subject_type: type, subject_id: subject, from, to } = request.filters;
  return readAudit(database, request, tree, (conditions, isKnown) => {
    conditions.add((place) => `e.account_id = ${place}`, accountId);
    // People of accounts above are not found by their number either.
    if (user) conditions.add((place) => `e.user_id = ${place} and ${isKnown}`, user);
    if (kinds && kinds.length > 0) conditions.add((place) => `e.kind = any(${place}::text[])`, kinds);
    if (type) conditions.add((place) => `e.subject_type = ${place}`, type);
    else conditions.add((place) => `e.subject_type <> all(${place}::text[])`, FOUND);
    if (subject) conditions.add((place) => `e.subject_id = ${place}`, subject);
    if (from) conditions.add((place) => `e.time >= ${place}`, new Date(from));
    if (to) conditions.add((place) => `e.time < ${place}`, new Date(to));
  });
}
