import type { Transaction } from '../../../store/database.types.ts';

/** Two changes of one account wait for each other, so that a name cannot be taken twice at once. */
export async function lockAccount(transaction: Transaction, accountId: number): Promise<void> {
  await transaction.query('select id from account where id = $1 for update', [accountId]);
}
