import type { Page, Request } from '../../../src/api/contract/index.ts';
import type { AuditEntry } from '../../../src/domain/audit/index.ts';
import type { Instant } from '../../../src/domain/base/index.ts';
import type { CallAccount } from '../../call/types.ts';
import type { Queryable } from '../../store/database.types.ts';
import { readAudit } from '../shared/index.ts';
import { readUnit } from './read.ts';

/**
 * What people did to a unit and the devices that it carries now. Actions reported in several logs are read in one: the
 * owner's, or else that of the account that holds the unit, which was notified of its own span only. Null when the unit
 * is out of reach; `unknownSortColumn` for an unknown column.
 */
export async function listActivity(
  database: Queryable,
  { scope, tree }: Pick<CallAccount, 'scope' | 'tree'>,
  request: Request<'getUnitActivity'>,
  now: Instant,
): Promise<Page<AuditEntry> | null | 'unknownSortColumn'> {
  const unit = await readUnit(database, scope, request.unit_id, now);
  if (!unit) return null;
  const log = scope.includes(unit.account_id) ? unit.account_id : unit.allocated_to?.account_id;
  const page = await readAudit(database, request, tree, (conditions) =>
    conditions
      .add((place) => `e.account_id = ${place}`, log)
      .add(
        (place) =>
          `(e.subject_type, e.subject_id) in (select each ->> 'type', (each ->> 'id')::int8 from jsonb_array_elements(${place}::jsonb) each)`,
        JSON.stringify([
          { type: 'unit', id: request.unit_id },
          ...unit.devices.map(({ device_id: id }) => ({ type: 'device', id })),
        ]),
      ),
  );
  return page ?? 'unknownSortColumn';
}
