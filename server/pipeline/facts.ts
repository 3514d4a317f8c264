import { toIso, type Instant } from '../../src/domain/base/index.ts';
import type { Transaction } from '../store/database.types.ts';
import type { UnitDirectory } from '../gateway/ports.ts';

/** Something that detection found out about a unit. */
export interface Fact {
  /** Past tense: `tripEnded`. */
  readonly kind: string;
  readonly subject: readonly [type: 'trip' | 'fuel_event', id: number];
  /** When it happened. */
  readonly at: Instant;
  readonly data: Record<string, unknown>;
}

/** What happened longer ago than this is told as late: nobody is woken for it (the "control period" of the domain reference, 1.4). */
const LATE_AFTER = 15 * 60_000;
/** More than this from one look at a unit is told in one sentence. */
const MOST_FACTS = 20;

export interface Telling {
  readonly unitId: number;
  readonly now: Instant;
}

/** Appends facts to the log of the unit's owner, and of the account that held it when it happened. */
export async function tellFacts(transaction: Transaction, directory: Pick<UnitDirectory, 'accountOf' | 'holdingAt' | 'nameOf'>, facts: readonly Fact[], { unitId, now }: Telling): Promise<void> {
  const owner = directory.accountOf(unitId);
  if (owner === 0 || facts.length === 0) return;
  const told = facts.length > MOST_FACTS ? [summaryOf(facts, now)] : facts;
  for (const { kind, subject, at, data } of told) {
    const holder = directory.holdingAt(unitId, at)?.accountId ?? owner;
    for (const account of [...new Set([owner, holder])].toSorted((a, b) => a - b)) {
      await transaction.appendEvent({
        account_id: account,
        kind,
        subject_type: subject[0],
        subject_id: subject[1],
        user_id: null,
        time: toIso(now),
        data: { unit_id: unitId, name: directory.nameOf(unitId), owner_account_id: owner, late: now - at > LATE_AFTER, ...data },
      });
    }
  }
}

/** Lists that show the unit read it again; there is no trip in particular to speak of. */
function summaryOf(facts: readonly Fact[], now: Instant): Fact {
  return { kind: 'tripsChanged', subject: ['trip', 0], at: now, data: { changes: facts.length, late: true } };
}
