import type { AccountId } from '../../../src/domain/base/index.ts';
import type { Queryable } from '../../store/database.types.ts';
import { personSql } from './read.ts';

/**
 * The account of an alarm within the reach, and what the person is called who looks at it; null: there is none such.
 */
export async function readSeenAlarm(
  database: Queryable,
  { userId, reach }: { readonly userId: number; readonly reach: readonly AccountId[] },
  alarmId: number,
): Promise<{ accountId: number; name: string } | null> {
  const [row] = await database.query<{ account_id: number; name: string }>(
    `select m.account_id, ${personSql('u')} as name from alarm m, app_user u where m.id = $1 and m.account_id = any($2::int8[]) and u.id = $3`,
    [alarmId, reach, userId],
  );
  return row ? { accountId: row.account_id, name: row.name } : null;
}
