import { toIso, type Instant } from '../../src/domain/base/index.ts';
import type { AppendedEvent } from '../store/index.ts';
import type { UnitDirectory } from '../call/ports.ts';

/** What is to be known of a unit to tell of it. */
export type DetectionLedger = Pick<UnitDirectory, 'accountOf' | 'holdingAt' | 'nameOf' | 'scopeOf' | 'sightOf'>;

/** Something that detection found out about a unit. */
export interface Fact {
  /** Past tense: `tripEnded`. */
  readonly kind: string;
  readonly subject: readonly [type: 'trip' | 'fuel_event' | 'occurrence', id: number];
  /** When it happened. */
  readonly at: Instant;
  /** Whose it is to know, and nobody else's: a rule belongs to an account. Without: the owner's, and the holder's of that time. */
  readonly account?: number;
  readonly data: Record<string, unknown>;
}

/** What happened longer ago than this is told as late: nobody is woken for it (the "control period" of the domain reference, 1.4). */
const LATE_AFTER = 15 * 60_000;
/** More than this from one look at a unit is told in one sentence. */
const MOST_FACTS = 20;

/** What was found about one unit. */
export interface UnitFacts {
  readonly unitId: number;
  readonly facts: readonly Fact[];
}

/** What facts become for the logs: for that of the unit's owner, and of the account that held it when it happened. */
export function eventsOf(ledger: DetectionLedger, { unitId, facts }: UnitFacts, now: Instant): AppendedEvent[] {
  const owner = ledger.accountOf(unitId);
  if (owner === 0 || facts.length === 0) return [];
  const told = [
    ...inBrief(
      facts.filter(({ account }) => account === undefined),
      'tripsChanged',
      now,
    ),
    ...ofRules(facts, now),
  ];
  return told.flatMap(({ kind, subject, at, data, account: only }) => {
    const holder = ledger.holdingAt(unitId, at)?.accountId ?? owner;
    const accounts = only === undefined ? [owner, holder] : [only];
    return [...new Set(accounts)]
      .toSorted((a, b) => a - b)
      .map((account) => ({
        account_id: account,
        kind,
        subject_type: subject[0],
        subject_id: subject[1],
        user_id: null,
        time: toIso(now),
        data: {
          unit_id: unitId,
          name: ledger.nameOf(unitId),
          owner_account_id: owner,
          late: now - at > LATE_AFTER,
          ...data,
        },
      }));
  });
}

/** What rules of each account fired. */
function ofRules(facts: readonly Fact[], now: Instant): Fact[] {
  const accounts = Map.groupBy(
    facts.filter(({ account }) => account !== undefined),
    ({ account }) => account,
  );
  return [...accounts.values()].flatMap((own) => inBrief(own, 'occurrencesChanged', now));
}

/** Many become one, upon which lists that show the unit read it again: there is none in particular to speak of. */
function inBrief(facts: readonly Fact[], kind: string, now: Instant): readonly Fact[] {
  if (facts.length <= MOST_FACTS) return facts;
  const [{ subject, account }] = facts;
  return [
    {
      kind,
      subject: [subject[0] === 'occurrence' ? 'occurrence' : 'trip', 0],
      at: now,
      data: { changes: facts.length, late: true },
      ...(account === undefined ? {} : { account }),
    },
  ];
}
