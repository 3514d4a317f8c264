import { STATEMENT_TIMEOUT } from '../../src/domain/base/index.ts';
import type { Transaction } from './database.types.ts';

/** Lets the statements of this transaction take as long as upkeep needs: nobody waits for their answer. */
export async function allowLongStatements(transaction: Pick<Transaction, 'query'>): Promise<void> {
  await transaction.query(`set local statement_timeout = ${STATEMENT_TIMEOUT.upkeep}`);
  await transaction.query(`set local lock_timeout = ${STATEMENT_TIMEOUT.upkeep}`);
}
