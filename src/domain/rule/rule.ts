import { array, boolean, number, object, string, type InferType, type TestContext, type ValidationError } from 'yup';
import { LENGTH, RULE, requiredText, type RuleId, type UnitId } from '../base/index.ts';
import {
  MATCHES,
  conditionsField,
  isGroup,
  leavesOf,
  placedParts,
  type NamedRuleTest,
  type RuleNames,
  type RuleTest,
} from '../detection/rules/kinds/index.ts';
import { limitFields, type RuleLimits } from '../detection/rules/limits/index.ts';
import { defineEntity, joined, type RowOf } from '../entity/index.ts';
import type { SensorType } from '../sensor/index.ts';
import type { Place } from '../unitEvent/index.ts';
import { neverAtWork } from './atWork.ts';
import { neverHolds } from './contradictions.ts';
import { RULE_SITE } from './registry.ts';

const RULE_STATUSES = ['active', 'inactive'] as const;

/** A rule fired: an "event" of the interface. Times are ISO 8601 UTC. */
export interface Occurrence extends NamedRuleTest {
  readonly rule_id: RuleId;
  /** What the rule was called and asked for then. */
  readonly rule_name: string;
  readonly unit_id: UnitId;
  readonly unit_name: string;
  /** When the rule began to hold. */
  readonly since: string;
  /** When it had lasted long enough. */
  readonly time: string;
  /** When it held no more; null while it does. */
  readonly end: string | null;
  /** Of the first condition that has a figure, at the report at which the rule fired; null where it said none. */
  readonly value: number | null;
  /** Gives the measure of the value: the type of the sensor. */
  readonly sensor_type: SensorType;
  readonly position: Place | null;
}

const withoutNamed = (units: unknown): unknown => (Array.isArray(units) && units.every(Number.isInteger) ? [] : units);

/** Values that are no conditions are refused by their own field. */
const isTree = (parts: unknown): parts is RuleTest['conditions'] =>
  Array.isArray(parts) &&
  parts.every(
    (part: unknown) =>
      typeof part === 'object' && part !== null && (!('conditions' in part) || isTree(part.conditions)),
  );

const limits = object(limitFields);

type Tested = Pick<RuleTest, 'match' | 'conditions' | 'hold'>;

/**
 * A fact happens at an instant and is found by others, in their own time: what reports say then is over, or not known
 * yet. So facts stand with other facts alone, any of which counts, and do not last.
 */
function factProblem({ conditions, match, hold }: Tested, context: TestContext): true | ValidationError {
  const placed = isTree(conditions) ? placedParts(conditions) : [];
  const refuse = (path: string, message: string): ValidationError => context.createError({ path, message });
  if (placed.every(({ part }) => part.kind !== 'fact')) return true;
  const other = placed.find(({ part }) => part.kind !== 'fact' && part.kind !== 'group');
  if (other) return refuse(`${other.path}.kind`, 'validation.factAlone');
  const negated = placed.find(({ part }) => part.negated);
  if (negated) return refuse(`${negated.path}.negated`, 'validation.factNegated');
  if (conditions.length > 1 && match === 'all') return refuse('match', 'validation.factAny');
  const joined = placed.find(({ part }) => isGroup(part) && part.conditions.length > 1 && part.match === 'all');
  if (joined) return refuse(`${joined.path}.match`, 'validation.factAny');
  return hold > 0 ? refuse('hold', 'validation.factHold') : true;
}

/** Conditions that can never hold are refused by name, once each field makes sense by itself. */
function neverProblem(values: Tested & RuleLimits, context: TestContext): true | ValidationError {
  const isWhole =
    isTree(values.conditions) &&
    conditionsField.isValidSync(values.conditions, { strict: true }) &&
    limits.isValidSync(values, { strict: true });
  const flaw = isWhole ? (neverHolds(values) ?? neverAtWork(values, values.hold)) : null;
  return flaw === null || context.createError(flaw);
}

function countProblem({ conditions }: Tested, context: TestContext): true | ValidationError {
  if (!isTree(conditions) || leavesOf(conditions).length <= RULE.conditionsInAll) return true;
  return context.createError({
    path: 'conditions',
    message: 'validation.ruleConditionsInAll',
    params: { max: RULE.conditionsInAll },
  });
}

/** A rule as the form holds it and the server takes it. */
export const ruleSchema = object({
  name: requiredText(LENGTH.ruleName),
  status: string().oneOf(RULE_STATUSES, 'validation.oneOf').default('active'),
  match: string().oneOf(MATCHES, 'validation.oneOf').default('all'),
  conditions: conditionsField,
  hold: number()
    .typeError('validation.invalid')
    .transform((value: unknown, original: unknown) => (original === '' || original === null ? 0 : value))
    .integer('validation.integer')
    .min(RULE.hold.min, 'validation.min')
    .max(RULE.hold.max, 'validation.max')
    .default(0),
  ...limitFields,
  /** Every unit that the account sees, those to come included; else those that are named. */
  all_units: boolean().default(false),
  unit_ids: array(number().integer('validation.integer').positive('validation.invalid').required('validation.required'))
    .max(RULE.units, 'validation.maxItems')
    .default([])
    // Named units do not count beside all of them; what names none is refused nevertheless.
    .when('all_units', ([all], field) => (all === true ? field.transform(withoutNamed) : field)),
  /** Groups of units, whose members of the moment are watched beside those that are named. */
  unit_group_ids: array(
    number().integer('validation.integer').positive('validation.invalid').required('validation.required'),
  )
    .max(RULE.unitGroups, 'validation.maxItems')
    .default([])
    .when('all_units', ([all], field) => (all === true ? field.transform(withoutNamed) : field)),
})
  .test(
    'units',
    (values, context) =>
      values.all_units ||
      values.unit_ids.length + values.unit_group_ids.length > 0 ||
      context.createError({ path: 'unit_ids', message: 'validation.ruleUnits' }),
  )
  .test('count', countProblem)
  .test('facts', factProblem)
  .test('never', neverProblem);
export type RuleForm = InferType<typeof ruleSchema>;

/** How a rule does, beside what people fill in. */
interface RuleState {
  /**
   * Of all units: those of sub-accounts too, as far as the permissions of whoever chose all units reached then. Roles
   * that change later leave the rule as it is.
   */
  sub_accounts: boolean;
  /** Units that it watches now. */
  unit_count: number;
  /** Units that its groups have now. */
  member_ids: UnitId[];
  /** Units at which it fires now. */
  firing: number;
  /** ISO 8601 UTC; null: never. */
  last_fired: string | null;
  /** Of what it refers to. */
  names: RuleNames;
  /** How much of what it refers to was deleted: a condition on it never holds. */
  missing: number;
}

/** Rules on what units report. */
export const rules = defineEntity({
  ...RULE_SITE,
  called: ['event rule', 'event rules'],
  service: 'rule-service',
  schema: ruleSchema,
  joined: joined<RuleState>(),
  title: 'name',
  unique: { name: 'server.ruleNameTaken' },
  searched: ['name'],
  found: { by: ['name'] },
  filters: { state: ['firing', 'quiet'] },
  columns: {
    name: 'name',
    conditions: 'text',
    unit_count: 'text',
    firing: 'number',
    last_fired: 'time',
    status: 'status',
    account_name: 'name',
    created_at: 'time',
  },
  hidden: ['created_at'],
  follows: ['occurrence'],
});
/** A rule as the wire shows it. */
export type Rule = RowOf<typeof rules>;
