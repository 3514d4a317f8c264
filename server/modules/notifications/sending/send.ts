import PQueue from 'p-queue';
import type { AccountId, Instant } from '../../../../src/domain/base/index.ts';
import { addJob } from '../../../jobs/index.ts';
import { NEXT_DELIVERY } from '../../../pipeline/index.ts';
import type { SendingServices } from '../services.ts';
import { claim, renewLease, type Claimed } from './claim.ts';
import { note, skip } from './log.ts';
import { sendCommandTo, sendToWebhook } from './toMachines.ts';
import { sendToPerson } from './toPeople.ts';

/** Messages that are on their way at a time: a slow webhook keeps no mail waiting. */
const AT_ONCE = 8;

/**
 * Sends all that is due, and has itself called again for what is due later. It follows from the rows alone, so it may
 * run at any time, any number of times, and side by side. Answers how many deliveries it took.
 */
export async function sendNotifications(
  services: SendingServices,
  now: () => Instant,
  signal: AbortSignal,
): Promise<number> {
  let total = 0;
  for (;;) {
    const claimed = signal.aborted ? [] : await claim(services.database, now());
    if (claimed.length === 0) break;
    total += claimed.length;
    const queue = new PQueue({ concurrency: AT_ONCE });
    await queue.addAll(groupsOf(claimed).map((group) => () => sendGroup(services, group, now())));
  }
  await callAgain(services, now());
  return total;
}

type Group = readonly [Claimed, ...Claimed[]];

/** Deferred deliveries for a person come together; everything else is a message of its own. */
function groupsOf(claimed: readonly Claimed[]): Group[] {
  const groups = new Map<string, [Claimed, ...Claimed[]]>();
  for (const one of claimed) {
    const key = one.deferred ? `${one.accountId} ${one.userId} ${one.channel}` : String(one.id);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()];
}

async function sendGroup(services: SendingServices, group: Group, now: Instant): Promise<void> {
  const [{ channel, accountId }] = group;
  const { database, directory } = services;
  try {
    if (!(await renewLease(database, group, now))) return;
    const ids = group.map(({ id }) => id);
    // Nobody may sign in to a blocked account, and nothing is sent for it.
    if (directory.statusOf(accountId as AccountId) !== 'active') await skip(database, ids, 'accountClosed', now);
    else if (channel === 'webhook') await sendToWebhook(services, group[0], now);
    else if (channel === 'command') await sendCommandTo(services, group[0], now);
    else await sendToPerson(services, group, now);
  } catch (error) {
    // One that fails by a mistake keeps no other waiting; it is tried again like one that was refused.
    services.logger.warn({ error: String(error), deliveries: group.map(({ id }) => id) }, 'a notification failed');
    await note(services.database, group, { ok: false, answer: 'error' }, now);
  }
}

/** Deliveries due later need another run then; those that somebody else has on lease, one when the lease is over. */
async function callAgain({ database }: SendingServices, now: Instant): Promise<void> {
  await database.transaction(async (transaction) => {
    const [row] = await transaction.query<{ next: Date | null }>(
      "select min(greatest(due_at, coalesce(leased_until, due_at))) as next from notification_delivery where state = 'waiting'",
    );
    const next = row?.next?.getTime();
    if (next === undefined) return;
    await addJob(transaction, 'sendNotifications', {}, { now, runAt: Math.max(now, next), dedupeKey: NEXT_DELIVERY });
  });
}
