import type { Transaction } from '../../../store/database.types.ts';
import { tellAs, type Deed } from './events.ts';

/** Something that a person did with their login, or that was done with it. Never a secret in `data`. */
export interface PersonFact extends Deed {
  /** Past tense: `passwordChanged`. */
  readonly kind: string;
  readonly userId: number;
  /**
   * `user` makes every process read the user anew and the live feed check its viewers; `login` is for
   * what changes nothing that others see.
   */
  readonly subject?: 'user' | 'login';
  readonly data?: Record<string, unknown>;
}

/** Appends the fact to the log of each of the person's accounts: that is where an audit looks for it. */
export async function tellAccountsOf(transaction: Transaction, fact: PersonFact): Promise<void> {
  // In one order for all, so that two people's facts do not wait for each other in a ring.
  const accounts = await transaction.query<{ account_id: number }>(
    'select account_id from membership where user_id = $1 order by account_id',
    [fact.userId],
  );
  for (const { account_id } of accounts) {
    await tellAs(transaction, fact, {
      accountId: account_id,
      kind: fact.kind,
      subject: [fact.subject ?? 'login', fact.userId],
      data: fact.data ?? {},
    });
  }
}
