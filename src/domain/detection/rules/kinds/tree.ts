import { array, ObjectSchema, string, type AnyObject, type ArraySchema, type Schema } from 'yup';
import { RULE } from '../../../base/index.ts';
import {
  CONDITION_KINDS,
  completeCondition,
  conditionField,
  hasFigure,
  hasPlaces,
  isInstant,
  kindOf,
  newCondition,
  type KindOfCondition,
  type RuleCondition,
} from './condition.ts';
import type { RuleNames, Truth } from './kind.ts';

/** Whether all conditions of a rule, or of a group, have to hold, or any of them. */
export const MATCHES = ['all', 'any'] as const;
type Match = (typeof MATCHES)[number];

/** Conditions that count as one. */
export interface RuleGroup {
  readonly kind: 'group';
  readonly negated: boolean;
  readonly match: Match;
  readonly conditions: readonly RulePart[];
}

/** What stands in a list of conditions. */
export type RulePart = RuleCondition | RuleGroup;

/** What makes a rule fire. */
export interface RuleTest {
  readonly match: Match;
  readonly conditions: readonly RulePart[];
  /** Seconds that it has to last. */
  readonly hold: number;
}
type Conditions = Pick<RuleTest, 'match' | 'conditions'>;

/** The same for the eye. */
export interface NamedRuleTest extends RuleTest {
  /** Of what the conditions refer to, where they are known. */
  readonly names?: RuleNames;
}

export const isGroup = (part: RulePart): part is RuleGroup => part.kind === 'group';

/** A group that is yet to be filled in. */
export const newGroup = (
  conditions: readonly RulePart[] = [newCondition('sensor')],
  match: Match = 'any',
): RuleGroup => ({ kind: 'group', negated: false, match, conditions });

/** A condition, or a group of such: of what forms hold as well. */
export type TreeOf<Leaf> = Leaf | (Pick<RuleGroup, 'kind'> & { readonly conditions: readonly TreeOf<Leaf>[] });

/**
 * The conditions of a rule without its groups, in the order in which they are written: the place of a condition is that
 * in this list, wherever sensors, geometry or what is remembered go by place. A rule without groups has its own list.
 */
export function leavesOf(parts: readonly RulePart[]): readonly RuleCondition[];
export function leavesOf<Leaf extends { readonly kind: string }>(parts: readonly TreeOf<Leaf>[]): readonly Leaf[];
export function leavesOf<Leaf extends { readonly kind: string }>(parts: readonly TreeOf<Leaf>[]): readonly Leaf[] {
  if (!parts.some(isTree)) return parts as readonly Leaf[];
  return parts.flatMap((part): readonly Leaf[] => (isTree(part) ? leavesOf<Leaf>(part.conditions) : [part as Leaf]));
}

const isTree = <Leaf extends { readonly kind: string }>(part: TreeOf<Leaf>): part is Exclude<TreeOf<Leaf>, Leaf> =>
  part.kind === 'group';

/**
 * Each condition and each group, with its path in the form: `conditions[1].conditions[0]`. A group comes before its
 * own.
 */
export function placedParts(
  parts: readonly RulePart[],
  path = 'conditions',
): { readonly part: RulePart; readonly path: string }[] {
  return parts.flatMap((part, index) => {
    const own = `${path}[${index}]`;
    return [{ part, path: own }, ...(isGroup(part) ? placedParts(part.conditions, `${own}.conditions`) : [])];
  });
}

/** Conditions as they were stored, with the fields that came to be since then. */
export const completeParts = (parts: readonly (Partial<RuleCondition> | RuleGroup)[]): RulePart[] =>
  parts.map((part) =>
    part.kind === 'group' ? { ...part, conditions: completeParts(part.conditions) } : completeCondition(part),
  );

/** A condition or a group as forms hold it and the server takes it: what belongs to the other is not kept. */
class PartSchema extends ObjectSchema<AnyObject> {
  protected override _cast(...given: Parameters<ObjectSchema<AnyObject>['_cast']>): unknown {
    const cast: unknown = super._cast(...given);
    if (typeof cast !== 'object' || cast === null) return cast;
    const { match, conditions, ...leaf } = cast as AnyObject;
    return leaf.kind === 'group'
      ? { kind: leaf.kind, negated: leaf.negated, match: match ?? MATCHES[0], conditions: conditions ?? [] }
      : leaf;
  }
}

const kindField = string()
  .oneOf([...CONDITION_KINDS, 'group'], 'validation.oneOf')
  .default('sensor');

/** A list of conditions on a level; on the last one there are no groups. */
function partsField(level: number): ArraySchema<RulePart[] | undefined, AnyObject> {
  const fields =
    level < RULE.levels
      ? new PartSchema({
          kind: kindField,
          match: string().oneOf(MATCHES, 'validation.oneOf'),
          conditions: partsField(level + 1),
        })
      : new PartSchema({
          kind: kindField.test({
            name: 'levels',
            message: 'validation.ruleLevels',
            params: { max: RULE.levels },
            test: (kind) => kind !== 'group',
          }),
        });
  return array(conditionField.concat(fields) as unknown as Schema<RulePart>)
    .min(RULE.conditions.min, 'validation.ruleConditions')
    .max(RULE.conditions.max, 'validation.maxItems');
}

/** The conditions of a rule as the form holds them and the server takes them. */
export const conditionsField = partsField(1).default((): RulePart[] => [newCondition('sensor')]);

/** A group of a rule, or the rule itself, with its conditions by their place in {@link leavesOf}. */
export interface Branch {
  readonly negated: boolean;
  readonly match: Match;
  readonly parts: readonly (number | Branch)[];
}

/** A rule as it is evaluated, made once: units share it. */
export interface RulePlan {
  readonly leaves: readonly RuleCondition[];
  /** Their kinds, in the same order. */
  readonly kinds: readonly KindOfCondition[];
  readonly root: Branch;
  /** Of each condition, whether it happens at an instant; null: none does. */
  readonly instants: readonly boolean[] | null;
}

const PLANS = new WeakMap<readonly RulePart[], RulePlan>();

export function planOf({ match, conditions }: Conditions): RulePlan {
  const known = PLANS.get(conditions);
  if (known !== undefined && known.root.match === match) return known;
  const leaves = leavesOf(conditions);
  let place = 0;
  const branchOf = (group: Omit<RuleGroup, 'kind'>): Branch => ({
    negated: group.negated,
    match: group.match,
    parts: group.conditions.map((part) => (isGroup(part) ? branchOf(part) : place++)),
  });
  const instants = leaves.map(isInstant);
  const plan: RulePlan = {
    leaves,
    kinds: leaves.map(kindOf),
    root: branchOf({ negated: false, match, conditions }),
    instants: instants.includes(true) ? instants : null,
  };
  PLANS.set(conditions, plan);
  return plan;
}

/**
 * Whether a rule holds where its conditions do so. An unknown truth (null) decides nothing, and its opposite is not
 * known either: so "not" makes a rule hold only where what it reverses is known not to hold.
 */
export function combine({ negated, match, parts }: Branch, truths: readonly Truth[]): Truth {
  const decisive = match === 'any';
  let isKnown = true;
  for (const part of parts) {
    const truth = typeof part === 'number' ? truths[part] : combine(part, truths);
    if (truth === decisive) return decisive !== negated;
    if (truth === null) isKnown = false;
  }
  return isKnown ? decisive === negated : null;
}

/**
 * Whether a rule that holds does so by something that happens at an instant: that, together with what else has to hold,
 * is enough. Then it need not last. A reversed condition goes on, so it has to last like everything else.
 */
export function holdsByInstant(branch: Branch, truths: readonly Truth[], instants: readonly boolean[]): boolean {
  if (branch.negated || (branch.match === 'all' && combine(branch, truths) !== true)) return false;
  return branch.parts.some((part) =>
    typeof part === 'number' ? instants[part] && truths[part] === true : holdsByInstant(part, truths, instants),
  );
}

/**
 * Places of the sensors of its conditions ({@link leavesOf}), or of their geometry, which has theirs; −1 for none. Null
 * where the rule can never hold at a unit with these sensors.
 */
export function sensorPlaces(test: Conditions, placeOf: (sensor: string) => number): number[] | null {
  const { leaves, root } = planOf(test);
  const places = leaves.map((leaf, index) =>
    leaf.kind === 'sensor' ? placeOf(leaf.sensor) : hasPlaces(leaf) ? index : -1,
  );
  const isThere = places.map((place, index) => leaves[index].kind !== 'sensor' || place >= 0);
  return canBe(root, true, isThere) ? places : null;
}

/** Whether a group can be known to hold, or not to hold, where some of its conditions are never known. */
function canBe({ negated, match, parts }: Branch, truth: boolean, isThere: readonly boolean[]): boolean {
  const wanted = truth !== negated;
  const can = (part: number | Branch): boolean =>
    typeof part === 'number' ? isThere[part] : canBe(part, wanted, isThere);
  return (match === 'all') === wanted ? parts.every(can) : parts.some(can);
}

/** Place of the condition whose figure is recorded when the rule fires: the first that has one; −1: none. */
export const figurePlace = ({ conditions }: Pick<RuleTest, 'conditions'>): number =>
  leavesOf(conditions).findIndex(hasFigure);
