import { can, reachesBelow, type Need } from '../../../src/domain/access/index.ts';
import type { AccountId } from '../../../src/domain/base/index.ts';
import { REPORT_NEEDS, type ReportType } from '../../../src/domain/report/index.ts';
import type { CallAccount } from '../../call/types.ts';
import type { ReportAccounts } from './building/index.ts';
import type { OutcomeNeed } from './generationRow.ts';

/** Takes reports into sub-accounts (specification, chapter 6). */
const BELOW: Need = { resource: 'report', action: 'rsag' };
const NAMED = {
  rules: { resource: 'alert', action: 'r' },
  routes: { resource: 'routes', action: 'r' },
  geofences: { resource: 'geofences', action: 'r' },
  commands: { resource: 'units', action: 'ch' },
  operators: { resource: 'operator', action: 'r' },
} as const satisfies Readonly<Record<keyof ReportAccounts, Need>>;

/** Of which accounts a report names things that need a permission of their own. */
const NAMED_BY: Readonly<Partial<Record<ReportType, readonly (keyof ReportAccounts)[]>>> = {
  visits: ['geofences'],
  events: ['rules', 'routes', 'geofences', 'commands'],
  operators: ['operators'],
};

export interface ReportReach {
  /** Accounts whose units it may be about. */
  readonly scope: readonly AccountId[];
  readonly accounts: ReportAccounts;
  /** What it takes to read what comes of it: what this person used of their own. */
  readonly needs: readonly OutcomeNeed[];
}

/**
 * How far a report of this person reaches: into sub-accounts by `rsag`, and no further than what they may read there.
 */
export function reachOfReport({ accountId, permissions, tree }: CallAccount, type: ReportType): ReportReach {
  const isBelow = (need: Need): boolean => can(permissions, BELOW) && reachesBelow(permissions, need);
  const accountsOf = (need: Need): readonly AccountId[] => {
    if (!can(permissions, need)) return [];
    return isBelow(need) ? tree : [accountId];
  };
  const unitNeeds = REPORT_NEEDS[type].filter(({ resource }) => resource === 'units');
  const isWide = unitNeeds.every(isBelow);
  const named = (NAMED_BY[type] ?? []).map((key) => NAMED[key]).filter((need) => can(permissions, need));
  return {
    scope: isWide ? tree : [accountId],
    accounts: {
      rules: accountsOf(NAMED.rules),
      routes: accountsOf(NAMED.routes),
      geofences: accountsOf(NAMED.geofences),
      commands: accountsOf(NAMED.commands),
      operators: accountsOf(NAMED.operators),
    },
    needs: [
      ...unitNeeds.map((need) => ({ ...need, below: isWide })),
      ...named.map((need) => ({ ...need, below: isBelow(need) })),
    ],
  };
}
