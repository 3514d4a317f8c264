import { WatchLimits, type LastFiring } from '../../../src/domain/detection/index.ts';
import { DEFAULT_SETTINGS } from '../../../src/domain/account/index.ts';
import { DAY, MINUTE, RULE, toIso, type Instant } from '../../../src/domain/base/index.ts';
import type { RuleLimits } from '../../../src/domain/rule/index.ts';
import type { Transaction } from '../../store/index.ts';
import type { DetectionLedger } from '../facts.ts';

/** Something that a rule would record of a unit. */
interface Asking {
  readonly unitId: number;
  readonly ruleId: number;
  readonly at: Instant;
  readonly limits: RuleLimits;
}

/** No limit looks further back than this. */
const REACH = Math.max(RULE.repeatAfter.max * MINUTE, DAY) + DAY;

/**
 * What the limits of rules let through, one after another in the order of their times: hours, how soon after the last
 * one, and how many a day, by the clock of the unit's account. `of`: what an asking looks like.
 */
export async function withinLimits<Each>(
  transaction: Transaction,
  ledger: Pick<DetectionLedger, 'accountOf'>,
  all: readonly Each[],
  of: (each: Each) => Asking,
): Promise<Each[]> {
  const allowed: Each[] = [];
  const fired = new Map<string, LastFiring | null>();
  for (const each of all.toSorted((a, b) => of(a).at - of(b).at)) {
    const { unitId, ruleId, at, limits } = of(each);
    const watch = WatchLimits.of(limits, await zoneOf(transaction, ledger.accountOf(unitId)));
    if (watch === null) {
      allowed.push(each);
      continue;
    }
    if (watch.windowAt(at)?.isOpen === false) continue;
    const key = `${unitId} ${ruleId}`;
    const last = fired.has(key) ? (fired.get(key) ?? null) : await lastFiring(transaction, of(each), watch);
    if (watch.firstAllowed(at, last) > at) continue;
    fired.set(key, watch.noteFiring(at, last));
    allowed.push(each);
  }
  return allowed;
}

async function zoneOf(transaction: Transaction, accountId: number): Promise<string> {
  const [row] = await transaction.query<{ zone: string | null }>(
    "select settings ->> 'timezone' as zone from account where id = $1",
    [accountId],
  );
  return row?.zone ?? DEFAULT_SETTINGS.timezone;
}

/** As the limits know it: from what is stored. */
async function lastFiring(
  transaction: Transaction,
  { unitId, ruleId, at }: Asking,
  watch: WatchLimits,
): Promise<LastFiring | null> {
  const rows = await transaction.query<{ at: Date }>(
    `select o.at from rule_occurrence o join rule r on r.id = o.rule_id
     where o.unit_id = $1 and o.rule_id = $2 and o.at < $3 and o.at >= $4 and o.applied_at = r.applied_at order by o.at`,
    [unitId, ruleId, toIso(at), toIso(at - REACH)],
  );
  return rows.reduce<LastFiring | null>((last, row) => watch.noteFiring(row.at.getTime(), last), null);
}
