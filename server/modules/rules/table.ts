import { isDeepStrictEqual } from 'node:util';
import { watchesBelow } from '../../../src/domain/access/index.ts';
import { RULE, toIso, type AccountId, type UnitId } from '../../../src/domain/base/index.ts';
import {
  NO_LIMITS,
  completeParts,
  leavesOf,
  placedParts,
  referencesOf,
  type RuleForm,
  type RuleLimits,
  type RuleNames,
  type rules,
} from '../../../src/domain/rule/index.ts';
import { reachOf } from '../../call/reach.ts';
import type { CallContext } from '../../call/types.ts';
import { endOccurrences, ruleNamesSql } from '../../pipeline/index.ts';
import type { Transaction } from '../../store/database.types.ts';
import type { ChangeOf, TableOf } from '../shared/entity/index.ts';
import { accountOf, mayName, refuseUnseenUnits, type Refused } from '../shared/index.ts';
import { sensorNamesSql } from './rows.ts';
import type { RuleServices } from './services.ts';

const OCCURRENCES = `
  left join lateral (select count(*) as firing from rule_occurrence o where o.rule_id = t.id and o.end_at is null) f on true
  left join lateral (select max(at) as last_fired from rule_occurrence o where o.rule_id = t.id) l on true`;

/** Units that the groups of a rule have. */
const MEMBERS = `coalesce((select array_agg(distinct u.id order by u.id) from jsonb_array_elements(t.unit_group_ids) g
  join label l on l.id = (g #>> '{}')::int8 and l.kind = 'units'
  join unit u on u.account_id = l.account_id and u.labels @> jsonb_build_array(l.name)), '{}')`;

/** Rules with the units that they name, and how they do. */
export function ruleTable(services: RuleServices): TableOf<typeof rules> {
  const { directory } = services;
  return {
    join: OCCURRENCES,
    joined: {
      sub_accounts: 't.sub_accounts',
      firing: 'f.firing',
      last_fired: 'l.last_fired',
      names: ruleNamesSql('t'),
      member_ids: MEMBERS,
    },
    elsewhere: {
      unit_ids: "coalesce((select array_agg(unit_id order by unit_id) from rule_unit where rule_id = t.id), '{}')",
    },
    searched: [sensorNamesSql('t.conditions')],
    sorts: { last_fired: "coalesce(l.last_fired, '-infinity')" },
    filters: { state: (value) => `(f.firing > 0) = (${value} = 'firing')` },
    /** Of the named units, only those that the rule's account sees now or will see, or saw. */
    read({ account_id, all_units, unit_ids, sub_accounts, firing, last_fired, ...row }) {
      const scope = directory.scopeOf(account_id);
      const accounts = new Set<number>(scope);
      const isSeen = (unitId: number): boolean => directory.sightOf(accounts, unitId)?.length !== 0;
      const seen = unit_ids.filter(isSeen);
      const isBelow = sub_accounts === true;
      const names = ownNames(row.names as RuleNames, isSeen);
      const members = (row.member_ids as UnitId[]).filter((unitId) => isSeen(unitId));
      const references = [
        ...leavesOf(row.conditions).flatMap(referencesOf),
        ...row.unit_group_ids.map((id) => ({ kind: 'unitGroup' as const, id })),
      ];
      return {
        sub_accounts: isBelow,
        unit_ids: seen,
        unit_count: all_units
          ? directory.unitIdsOf(isBelow ? scope : [account_id]).length
          : new Set([...seen, ...members]).size,
        member_ids: members,
        firing: Number(firing),
        last_fired: last_fired instanceof Date ? last_fired.toISOString() : null,
        names,
        missing: references.filter(({ kind, id }) => names[kind]?.[id] === undefined).length,
      };
    },
    perAccount: { max: RULE.perAccount, refusal: 'server.tooManyRules' },
    refuseChange: async (transaction, { before, form, accountId }, context) =>
      // A choice that does not count is not looked at.
      refuseUnseenUnits(form.all_units ? [] : form.unit_ids, 'unit_ids', accountId, context, services) ??
      refuseReferences(transaction, { before, form, accountId }, context, services),
    columns: (change, context) => ({
      sub_accounts: reachAfter(change, context),
      ...(asksAgain(change) && { applied_at: toIso(context.now), places_of: null }),
    }),
    async afterWrite(transaction, id, change, context) {
      if (differs(change, ['all_units', 'unit_ids'])) await putUnits(transaction, id, change.form);
      if (asksAgain(change)) await endOccurrences(transaction, id, context.now);
    },
    afterDeletion: (transaction, id, _, context) => endOccurrences(transaction, id, context.now),
  };
}

/** Without those of units that the rule's account does not see any more. */
const ownNames = ({ unit = {}, ...names }: RuleNames, isSeen: (unitId: number) => boolean): RuleNames => ({
  ...names,
  unit: Object.fromEntries(Object.entries(unit).filter(([id]) => isSeen(Number(id)))),
});

type RuleChange = ChangeOf<typeof rules>;

/** Kept until somebody chooses all units again: then the reach of their permissions counts. */
function reachAfter({ before, form }: RuleChange, context: CallContext): boolean {
  if (before !== null && (before.all_units || !form.all_units)) return before.sub_accounts;
  return watchesBelow(accountOf(context).permissions);
}

/**
 * True where a rule is new, or becomes another one by more than its name: it looks at reports as if it had seen none.
 */
const asksAgain = (change: RuleChange): boolean =>
  differs(change, ['status', 'match', 'conditions', 'hold', 'all_units', 'unit_ids', 'unit_group_ids', ...LIMITS]);

const LIMITS = Object.keys(NO_LIMITS) as (keyof RuleLimits)[];

const differs = ({ before, form }: RuleChange, fields: readonly (keyof RuleForm)[]): boolean => {
  if (before === null) return true;
  // Conditions that were stored long ago lack what conditions have had since: that makes no others of them.
  const known = { ...before, conditions: completeParts(before.conditions) };
  return fields.some((field) => !isDeepStrictEqual(known[field], form[field]));
};

async function putUnits(transaction: Transaction, id: number, { all_units, unit_ids }: RuleForm): Promise<void> {
  await transaction.query('delete from rule_unit where rule_id = $1', [id]);
  await transaction.query(
    'insert into rule_unit (rule_id, unit_id) select $1, unit_id from unnest($2::int8[]) as u (unit_id) group by unit_id',
    // A choice that does not count is not kept.
    [id, all_units ? [] : unit_ids],
  );
}

/** Where each kind of reference leads: its table, the field that names it and what is said where it leads nowhere. */
const REFERENCES = {
  zone: { from: 'geofence t where', field: 'zone_ids', resource: 'geofences', refusal: 'server.ruleGeofenceUnknown' },
  zoneGroup: {
    from: "label t where t.kind = 'geofence' and",
    field: 'zone_group_ids',
    resource: 'geofences',
    refusal: 'server.ruleGeofenceUnknown',
  },
  unitGroup: {
    from: "label t where t.kind = 'units' and",
    field: 'unit_group_ids',
    resource: 'units',
    refusal: 'server.ruleGroupUnknown',
  },
  unit: { field: 'other_unit_ids', resource: 'units', refusal: 'server.ruleUnitUnknown' },
  operator: {
    from: 'operator t where',
    field: 'operator_ids',
    resource: 'operator',
    refusal: 'server.ruleOperatorUnknown',
  },
} as const;

/**
 * What the rule did not refer to before is something that its account and the caller see; unknown things and those of
 * others look the same.
 */
async function refuseReferences(
  transaction: Transaction,
  { before, form, accountId }: RuleChange,
  context: CallContext,
  { directory, problems }: RuleServices,
): Promise<Refused | null> {
  const keyOf = ({ kind, id }: { kind: string; id: number }): string => `${kind} ${id}`;
  const known = new Set(before === null ? [] : placedReferences(before).map(keyOf));
  const added = placedReferences(form).filter((reference) => !known.has(keyOf(reference)));
  for (const [kind, references] of Map.groupBy(added, (reference) => reference.kind)) {
    const { field, resource, refusal } = REFERENCES[kind];
    const reached = reachOf(accountOf(context), { resource, action: 'r' });
    const accounts = directory.scopeOf(accountId).filter((id) => reached.includes(id));
    const ids = references.map(({ id }) => id);
    const seen = new Set(
      kind === 'unit'
        ? ids.filter(mayName(directory, accountId, context))
        : await thereOf(transaction, REFERENCES[kind].from, ids, accounts),
    );
    const unknown = references.find(({ id }) => !seen.has(id));
    if (unknown) return problems.refuseField(context.lang, `${unknown.path}${field}`, refusal);
  }
  return null;
}

/** Those of the things that belong to the accounts. */
async function thereOf(
  transaction: Transaction,
  from: string,
  ids: readonly number[],
  accounts: readonly AccountId[],
): Promise<number[]> {
  const rows = await transaction.query<{ id: number }>(
    `select t.id from ${from} t.id = any($1::int8[]) and t.account_id = any($2::int8[])`,
    [ids, accounts],
  );
  return rows.map(({ id }) => id);
}

/** What a rule refers to, and where in the form. */
function placedReferences({
  conditions,
  all_units,
  unit_group_ids,
}: Pick<RuleForm, 'conditions' | 'all_units' | 'unit_group_ids'>) {
  return [
    ...placedParts(conditions).flatMap(({ part, path }) =>
      part.kind === 'group' ? [] : referencesOf(part).map((reference) => ({ ...reference, path: `${path}.` })),
    ),
    ...(all_units ? [] : unit_group_ids.map((id) => ({ kind: 'unitGroup' as const, id, path: '' }))),
  ];
}
