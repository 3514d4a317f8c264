import { toIso, type Instant } from '../../../src/domain/base/index.ts';
import type { Transaction } from '../../store/database.types.ts';

/** Something that a person did with their login, or that was done with it. Never a secret in `data`. */
export interface PersonFact {
  /** Past tense: `passwordChanged`. */
  readonly kind: string;
  readonly userId: number;
  /**
   * `user` makes every process read the user anew and the live feed check its viewers; `login` is for
   * what changes nothing that others see.
   */
  readonly subject?: 'user' | 'login';
  /** Null: nobody who is known did it (a failed sign-in). */
  readonly actor: number | null;
  readonly remote: string;
  readonly now: Instant;
  readonly data?: Record<string, unknown>;
}

/** Appends the fact to the log of each of the person's accounts: that is where an audit looks for it. */
export async function tellAccountsOf(transaction: Transaction, fact: PersonFact): Promise<void> {
  // In one order for all, so that two people's facts do not wait for each other in a ring.
  const accounts = await transaction.query<{ account_id: unknown }>('select account_id from membership where user_id = $1 order by account_id', [fact.userId]);
  for (const { account_id } of accounts) {
    await transaction.appendEvent({
      account_id: Number(account_id),
      kind: fact.kind,
      subject_type: fact.subject ?? 'login',
      subject_id: fact.userId,
      user_id: fact.actor,
      time: toIso(fact.now),
      data: fact.data ?? {},
      remote: fact.remote,
    });
  }
}
