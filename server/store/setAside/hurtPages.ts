import type { QueryResultRow } from 'pg';
import type { Database } from '../database.types.ts';

/** SQLSTATE class of damage that Postgres itself finds: pages whose checksum is wrong, lost pieces of long values. */
const DAMAGE = /^XX/;
const NOT_ALLOWED = '42501';

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

/** Whether Postgres found its own files damaged. */
export const isDamage = (error: unknown): boolean => DAMAGE.test(codeOf(error));

/**
 * Runs a statement, where Postgres finds a page damaged once more with what can be read of that page: rows have
 * checksums of their own, so that one damaged row need not take its neighbours along. Only a superuser may, as in the
 * embedded database; of others Postgres' complaint stays.
 */
export async function queryHurtPages<Row extends QueryResultRow>(
  database: Pick<Database, 'query' | 'transaction'>,
  sql: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  try {
    return await database.query<Row>(sql, parameters);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return await database
      .transaction(async (transaction) => {
        await transaction.query('set local ignore_checksum_failure = on');
        return transaction.query<Row>(sql, parameters);
      })
      .catch((second: unknown) => {
        throw codeOf(second) === NOT_ALLOWED ? error : second;
      });
  }
}
