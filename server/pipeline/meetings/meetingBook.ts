import type { AccountId, Instant } from '../../../src/domain/base/index.ts';
import { subjectsOf } from '../../../src/domain/events/index.ts';
import { completeParts, isOfTwoUnits, leavesOf, type RulePart } from '../../../src/domain/rule/index.ts';
import { followTable, type Database, type FollowedTable } from '../../store/index.ts';
import type { DetectionLedger } from '../facts.ts';

/** A rule on meetings: which units are to meet which others, and within which distances. */
export interface MeetingRule {
  /** The same as long as it asks for the same. */
  readonly key: string;
  readonly from: Instant;
  /** Null: every unit that its accounts see. */
  readonly unitIds: ReadonlySet<number> | null;
  /** Of all units: the accounts whose units count. */
  readonly accounts: ReadonlySet<number>;
  readonly distances: readonly { readonly metres: number; readonly others: ReadonlySet<number> }[];
}

interface RuleRow {
  id: number;
  account_id: AccountId;
  applied_at: Date;
  conditions: RulePart[];
  all_units: boolean;
  sub_accounts: boolean;
  unit_ids: number[];
}

type Ledger = Pick<DetectionLedger, 'scopeOf' | 'sightOf'>;

/** Rules on meetings in memory: few, and looked up for every unit that reports. */
export class MeetingBook {
  readonly #database: Pick<Database, 'onEvents' | 'query'>;
  readonly #ledger: Ledger;
  readonly #table: FollowedTable;
  #rules: readonly MeetingRule[] = [];
  /** Units that others meet, of all rules. */
  #others: ReadonlySet<number> = new Set();
  /** How far each unit meets others, as far as that was asked since the rules were read. */
  #reaches = new Map<number, number>();

  constructor(database: Pick<Database, 'onEvents' | 'query'>, ledger: Ledger, onFailure: (error: unknown) => void) {
    this.#database = database;
    this.#ledger = ledger;
    this.#table = followTable<true>({
      name: 'rules on meetings',
      database,
      readAll: () => this.#read(),
      // Units come into groups and accounts, and go, with any of these.
      changeOf: (events) =>
        (['rule', 'label', 'unit', 'account'] as const).some((subject) => subjectsOf(events, subject).length > 0) ||
        null,
      read: () => this.#read(),
      onFailure,
    });
  }

  current(): Promise<void> {
    return this.#table.current();
  }

  get rules(): readonly MeetingRule[] {
    return this.#rules;
  }

  /** True where a rule asks whom the unit meets, or who meets it. */
  has(unitId: number): boolean {
    return this.#rules.length > 0 && this.reachOf(unitId) > 0;
  }

  /** Units that others meet: every pair has one of them. */
  get others(): ReadonlySet<number> {
    return this.#others;
  }

  /** The distances at which two units meet for some rule, each once. */
  distancesOf(one: number, other: number): number[] {
    const found = new Set<number>();
    for (const rule of this.#rules)
      for (const { metres, others } of rule.distances)
        if ((others.has(other) && this.#watches(rule, one)) || (others.has(one) && this.#watches(rule, other)))
          found.add(metres);
    return [...found];
  }

  /** The longest distance at which the unit meets others; 0: it meets none. */
  reachOf(unitId: number): number {
    const known = this.#reaches.get(unitId);
    if (known !== undefined) return known;
    let reach = 0;
    for (const rule of this.#rules)
      for (const { metres, others } of rule.distances)
        if (metres > reach && (others.has(unitId) || this.#watches(rule, unitId))) reach = metres;
    this.#reaches.set(unitId, reach);
    return reach;
  }

  close(): void {
    this.#table.close();
  }

  #watches({ unitIds, accounts }: MeetingRule, unitId: number): boolean {
    if (unitIds !== null) return unitIds.has(unitId);
    return this.#ledger.sightOf(accounts, unitId)?.length !== 0;
  }

  async #read(): Promise<void> {
    const rows = await this.#database.query<RuleRow>(
      `select r.id, r.account_id, r.applied_at, r.conditions, r.all_units, r.sub_accounts,
              array(select unit_id from rule_unit n where n.rule_id = r.id
                    union select u.id from jsonb_array_elements(r.unit_group_ids) g
                      join label l on l.id = (g #>> '{}')::int8 and l.kind = 'units'
                      join unit u on u.account_id = l.account_id and u.labels @> jsonb_build_array(l.name)) as unit_ids
       from rule r where r.status = 'active'
         and (r.conditions @? '$.**.fact ? (@ == "unitsNear")' or r.conditions @? '$.**.fact ? (@ == "unitsApart")')
       order by r.id`,
    );
    this.#rules = rows.map((row) => this.#ruleOf(row)).filter(({ distances }) => distances.length > 0);
    this.#others = new Set(this.#rules.flatMap(({ distances }) => distances.flatMap(({ others }) => [...others])));
    this.#reaches = new Map();
  }

  #ruleOf({ id, account_id, applied_at, conditions, all_units, sub_accounts, unit_ids }: RuleRow): MeetingRule {
    const leaves = leavesOf(completeParts(conditions)).filter(
      ({ kind, fact }) => kind === 'fact' && isOfTwoUnits(fact),
    );
    return {
      key: `${id}@${applied_at.getTime()}`,
      from: applied_at.getTime(),
      unitIds: all_units ? null : new Set(unit_ids),
      accounts: new Set<number>(sub_accounts ? this.#ledger.scopeOf(account_id) : [account_id]),
      distances: leaves.flatMap(({ metres, other_unit_ids: others }) =>
        metres === null ? [] : { metres, others: new Set(others) },
      ),
    };
  }
}
