import { toIso, type Instant } from '../../src/domain/base/index.ts';
import {
  EVENTS,
  eventOf,
  type EventContent,
  type EventData,
  type EventKindAbout,
  type Finding,
} from '../../src/domain/events/index.ts';
import type { AppendedEvent } from '../store/index.ts';
import type { UnitDirectory } from '../call/ports.ts';

/** What is to be known of a unit to report on it. */
export type DetectionLedger = Pick<
  UnitDirectory,
  'accountOf' | 'accountsSeeing' | 'allocationAt' | 'nameOf' | 'scopeOf' | 'sightOf'
>;

type FactKind = Exclude<
  EventKindAbout<'trip' | 'fuel_event' | 'occurrence' | 'driver' | 'driver_key' | 'visit'>,
  'visitsOfPastFound'
>;

/** Something that detection found out about a unit. */
export type Fact<Kind extends FactKind = FactKind> = FactOrigin & FactContent<Kind>;

/** The kind of a fact, and what is said of it beyond what every finding says. */
type FactContent<Kind extends FactKind = FactKind> = {
  [Each in Kind]: {
    readonly kind: Each;
    readonly data: Omit<EventData<Each>, keyof Finding> & Partial<Pick<Finding, 'late'>>;
  };
}[Kind];

interface FactOrigin {
  /** Id of the trip, the fuel event, the rule, the operator, the unit of a key or the geofence. */
  readonly id: number;
  /** When it happened. */
  readonly at: Instant;
  /**
   * Whose it is to know, and nobody else's: a rule or a geofence belongs to an account. Without: the owner's, and the
   * holder's of that time.
   */
  readonly account?: number;
}

/**
 * What happened longer ago than this is reported as late: nobody is woken for it (the "control period" of the domain
 * reference, 1.4).
 */
export const LATE_AFTER = 15 * 60_000;
/** More than this from one look at a unit is reported in one sentence. */
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
  const isKey = ({ kind }: Fact): boolean => kind === 'unknownKeyReported';
  const contents = [
    ...inBrief(
      facts.filter((fact) => fact.account === undefined && !isKey(fact)),
      'tripsChanged',
      now,
    ),
    // What lists unknown keys follows no trips.
    ...facts.filter(isKey).slice(-MOST_FACTS),
    ...ofAccounts(facts, now),
  ];
  return contents.flatMap(({ id, at, account: only, ...content }) => {
    const holder = ledger.allocationAt(unitId, at)?.accountId ?? owner;
    const accounts = only === undefined ? [owner, holder] : [only];
    const finding = {
      unit_id: unitId,
      name: ledger.nameOf(unitId),
      owner_account_id: owner,
      late: now - at > LATE_AFTER,
    };
    return [...new Set(accounts)]
      .toSorted((a, b) => a - b)
      .map((account) =>
        eventOf(found(content, finding), { account_id: account, subject_id: id, user_id: null, time: toIso(now) }),
      );
  });
}

/** The content of the event, whole. */
const found = (content: FactContent, finding: Finding): EventContent<FactKind> =>
  // Fields missing in the one are in the other; the compiler takes the kinds apart.
  ({ kind: content.kind, data: { ...finding, ...content.data } }) as EventContent<FactKind>;

/** What rules of each account fired, and who visited its geofences. */
function ofAccounts(facts: readonly Fact[], now: Instant): Fact[] {
  const accounts = Map.groupBy(
    facts.filter(({ account }) => account !== undefined),
    ({ account }) => account,
  );
  return [...accounts.values()].flatMap((own) => {
    const isVisit = ({ kind }: Fact): boolean => EVENTS[kind].subject === 'visit';
    return [
      ...inBrief(
        own.filter((fact) => !isVisit(fact)),
        'occurrencesChanged',
        now,
      ),
      ...inBrief(own.filter(isVisit), 'visitsChanged', now),
    ];
  });
}

/** Many become one, upon which lists that show the unit read it again: there is none in particular to speak of. */
function inBrief(
  facts: readonly Fact[],
  kind: 'tripsChanged' | 'occurrencesChanged' | 'visitsChanged',
  now: Instant,
): readonly Fact[] {
  if (facts.length <= MOST_FACTS) return facts;
  const [{ account }] = facts;
  return [
    {
      kind,
      id: 0,
      at: now,
      data: { changes: facts.length, late: true },
      ...(account === undefined ? {} : { account }),
    },
  ];
}
