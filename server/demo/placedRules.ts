import { DAY, toIso, type Instant } from '../../src/domain/base/index.ts';
import { eventOf } from '../../src/domain/events/index.ts';
import { newGroup, newCondition, ruleSchema, type RuleForm, type RulePart } from '../../src/domain/rule/index.ts';
import type { Database, Queryable, Transaction } from '../store/database.types.ts';
import type { CompanyKey } from './companies.ts';
import { insertRule } from './ruleRows.ts';
import { NIGHT, over, type DemoCondition } from './rules.ts';
import { MARK } from './scribe.ts';
import { HANDLERS } from './staff.ts';

/** The counter that says that they were made: whoever deletes one does not get it back. */
const SEEDED = 'demo_placed_rule';
/** After the geofences that they name. */
const AGO = 28 * DAY;

type ZoneSort = 'depot' | 'customer' | 'city';

/** A rule of a company on its geofences of a sort, and perhaps on groups of its units alone. */
interface PlacedRule {
  readonly company: CompanyKey;
  readonly zones: ZoneSort;
  /** Of the alert that it is added to. */
  readonly alert: string;
  /** Every unit where there are none. */
  readonly groups?: readonly string[];
  readonly form: (
    zone_ids: number[],
  ) => Partial<Omit<RuleForm, 'conditions'>> & {
    readonly name: string;
    readonly conditions: readonly (DemoCondition | RulePart)[];
  };
}

const BRAKING: DemoCondition = { kind: 'alarm', alarm: 'hard_braking' };

/** Rules that the companies of the demo made when they had drawn their geofences. */
export const PLACED_RULES: readonly PlacedRule[] = [
  {
    company: 'pars',
    zones: 'city',
    alert: 'Speeding',
    form: (zone_ids) => ({
      name: 'Braking or over 90 outside the town at night',
      hold: 10,
      ...NIGHT,
      repeat_after: 30,
      conditions: [newGroup([complete(BRAKING), complete(over(90))]), { kind: 'place', zone_ids, negated: true }],
    }),
  },
  {
    company: 'pars',
    zones: 'city',
    alert: 'Speeding',
    groups: ['City deliveries'],
    form: (zone_ids) => ({
      name: 'Delivery over 70 in town',
      hold: 20,
      most_a_day: 2,
      conditions: [over(70), { kind: 'place', zone_ids }],
    }),
  },
  {
    company: 'pars',
    zones: 'customer',
    alert: 'Fuel and idling',
    form: (zone_ids) => ({
      name: 'At a customer for a quarter of an hour',
      hold: 900,
      conditions: [{ kind: 'place', zone_ids }],
    }),
  },
  {
    company: 'pars',
    zones: 'depot',
    alert: 'Driving style',
    form: (zone_ids) => ({
      name: 'Leaves a depot at night',
      ...NIGHT,
      conditions: [{ kind: 'place', zone_ids, negated: true, crossing: true }],
    }),
  },
  {
    company: 'rhein',
    zones: 'customer',
    alert: 'Leerlauf',
    form: (zone_ids) => ({
      name: 'Ankunft beim Kunden',
      most_a_day: 5,
      conditions: [{ kind: 'place', zone_ids, crossing: true }],
    }),
  },
  {
    company: 'volga',
    zones: 'depot',
    alert: 'Нарушения',
    form: (zone_ids) => ({
      name: 'Проезд через базу ночью',
      ...NIGHT,
      most_a_day: 2,
      conditions: [{ kind: 'fact', fact: 'zonePassed', zone_ids }],
    }),
  },
];

function complete(condition: DemoCondition): RulePart {
  return { ...newCondition(condition.kind ?? 'sensor'), ...condition };
}

/** Adds the rules on geofences, once. Run it after the geofences were added, and before the alarms. */
export async function addPlacedRules(database: Database, now: Instant): Promise<void> {
  await database.transaction(async (transaction) => {
    const begun = await transaction.query(
      'insert into counter (name, value) values ($1, $2) on conflict (name) do nothing returning value',
      [SEEDED, PLACED_RULES.length],
    );
    if (begun.length === 0) return;
    for (const rule of PLACED_RULES) await add(transaction, rule, now - AGO);
  });
}

/** Nothing is added where the company, or what the rule is about, is missing. */
async function add(transaction: Transaction, { company, zones, alert, groups = [], form }: PlacedRule, at: Instant) {
  const owner = await readOwner(transaction, { company, zones, alert, groups });
  if (!owner?.zones || (owner.groups ?? []).length < groups.length) return;
  const rule = ruleSchema.validateSync({
    all_units: groups.length === 0,
    unit_group_ids: owner.groups ?? [],
    ...form(owner.zones),
  });
  const id = await insertRule(transaction, owner.account_id, rule, { at, subAccounts: false });
  // Their units were in the groups before: the history of the demo is the rule's business.
  await transaction.query(
    `insert into rule_member (rule_id, unit_id, since) select $1, u.id, $3 from label l
     join unit u on u.account_id = l.account_id and u.labels @> jsonb_build_array(l.name) where l.id = any($2::int8[])`,
    [id, owner.groups ?? [], toIso(at)],
  );
  if (owner.alert !== null)
    await transaction.query('insert into alert_rule (alert_id, rule_id) values ($1, $2)', [owner.alert, id]);
  await transaction.appendEvent(
    eventOf(
      { kind: 'ruleCreated', data: { name: rule.name, after: rule } },
      { account_id: owner.account_id, subject_id: id, user_id: owner.user_id, time: toIso(at) },
    ),
  );
}

interface Owner {
  [column: string]: unknown;
  account_id: number;
  user_id: number;
  zones: number[] | null;
  groups: number[] | null;
  alert: number | null;
}

async function readOwner(
  database: Queryable,
  { company, zones, alert, groups }: Required<Omit<PlacedRule, 'form'>>,
): Promise<Owner | undefined> {
  const [owner] = await database.query<Owner>(
    `select a.id as account_id, p.id as user_id,
       (select array_agg(g.id order by g.id) from geofence g where g.account_id = a.id and g.labels ? $3) as zones,
       (select array_agg(l.id) from label l where l.account_id = a.id and l.kind = 'units' and l.name = any($4::text[])) as groups,
       (select t.id from alert t where t.account_id = a.id and t.name = $5) as alert
     from account a join app_user p on p.username_key = $2 where a.settings ->> '${MARK}' = $1`,
    [company, HANDLERS[company]?.[0] ?? '', zones, groups, alert],
  );
  return owner;
}
