import type { EventContent, EventKindAbout } from '../../../../src/domain/events/index.ts';
import type { Transaction } from '../../../store/database.types.ts';
import { recordEventBy, type Actor } from './events.ts';

/** Something that a person did with their login, or that was done with it. Never a secret in `data`. */
export type PersonEvent = EventContent<EventKindAbout<'user' | 'login'>>;

/** Appends the event to the log of each of the person's accounts: that is where an audit looks for it. */
export async function recordPersonEvent(
  transaction: Transaction,
  personId: number,
  actor: Actor,
  event: PersonEvent,
): Promise<void> {
  // In one order for all, so that two people's events do not wait for each other in a ring.
  const accounts = await transaction.query<{ account_id: number }>(
    'select account_id from membership where user_id = $1 order by account_id',
    [personId],
  );
  for (const { account_id } of accounts)
    await recordEventBy(transaction, actor, { ...event, accountId: account_id, subjectId: personId });
}
