import { isGroup, placedParts, type RuleGroup, type RulePart, type RuleTest } from '../detection/rules/kinds/index.ts';
import { clashes, isNever, type Literal } from './clashes.ts';

/** What keeps a rule, or a part of it, from ever holding: at a field of the form, as the key of a message. */
export interface RuleFlaw {
  readonly path: string;
  readonly message: string;
  readonly params?: Readonly<Record<string, number | undefined>>;
}

/** Conditions by their paths that have to be as they say at the same moment. */
type Term = readonly (Literal & { readonly path: string })[];

type Joined = Pick<RuleGroup, 'match' | 'conditions'>;

/** So many alternatives in which a rule may hold are looked at; one that has more is taken to hold in one of them. */
const MOST_ALTERNATIVES = 4_096;

/**
 * What can never hold: a condition, a group, or the rule as a whole; null where each of them may. Nothing that may
 * hold is
 * refused: what cannot be decided from the rule alone, such as whether two geofences overlap, is taken to be possible.
 */
export function neverHolds({ match, conditions }: Pick<RuleTest, 'match' | 'conditions'>): RuleFlaw | null {
  const placed = placedParts(conditions);
  for (const { part, path } of placed)
    if (!isGroup(part) && isNever(literalOf(part))) return { path: `${path}.kind`, message: 'validation.ruleNever' };
  // Inner groups first: a group that never holds is the reason for those around it.
  for (const { part, path } of placed.toReversed())
    if (isGroup(part)) {
      const flaw = flawOf(part, path);
      if (flaw !== null) return flaw;
    }
  return flawOf({ match, conditions }, '');
}

/** A rule that holds at every report that says anything: it fires once and never ends. */
export function alwaysHolds({ match, conditions }: Pick<RuleTest, 'match' | 'conditions'>): boolean {
  const alternatives = alternativesOf({ kind: 'group', negated: true, match, conditions }, true, '');
  return alternatives !== null && alternatives.every((term) => clashIn(term) !== null || term.some(isNever));
}

const literalOf = (part: Exclude<RulePart, RuleGroup>, holds = true): Literal => ({
  condition: part,
  holds: holds !== part.negated,
});

function flawOf({ match, conditions }: Joined, path: string): RuleFlaw | null {
  const own = path === '' ? 'conditions' : `${path}.conditions`;
  const alternatives = alternativesOf({ kind: 'group', negated: false, match, conditions }, true, path);
  const found = alternatives?.map(clashIn);
  if (found === undefined || found.includes(null)) return null;
  const pairs = new Set(found.map((pair) => pair?.map((each) => each.path).join(' and ')));
  const [pair] = found;
  if (pairs.size > 1 || !pair) return { path: own, message: 'validation.ruleNeverTogether' };
  // As the form numbers them: 2.1 is the first in the second group.
  const [position, second, third] = [...pair[0].path.matchAll(/\[(\d+)\]/g)].map(([, place]) => Number(place) + 1);
  return {
    path: `${pair[1].path}.kind`,
    message: `validation.ruleContradicts${third !== undefined ? 'Third' : second !== undefined ? 'Second' : 'First'}`,
    params: { position, second, third },
  };
}

/** Two conditions of a term that cannot both be so; null: there are none. */
function clashIn(term: Term): readonly [Term[number], Term[number]] | null {
  for (const [place, other] of term.entries())
    for (const one of term.slice(0, place)) if (clashes(one, other)) return [one, other];
  return null;
}

/** All alternatives in which a part holds, or does not; null: too many to look at. */
function alternativesOf(part: RulePart, holds: boolean, path: string): Term[] | null {
  if (!isGroup(part)) return [[{ ...literalOf(part, holds), path }]];
  const wanted = holds !== part.negated;
  const own = part.conditions.map((each, place) =>
    alternativesOf(each, wanted, `${path === '' ? '' : `${path}.`}conditions[${place}]`),
  );
  if (!own.every((alternatives) => alternatives !== null)) return null;
  if ((part.match === 'all') !== wanted) return bounded(own.flat());
  return own.reduce<Term[] | null>(
    (before, alternatives) =>
      before && bounded(before.flatMap((one) => alternatives.map((other) => [...one, ...other]))),
    [[]],
  );
}

const bounded = (alternatives: Term[]): Term[] | null =>
  alternatives.length > MOST_ALTERNATIVES ? null : alternatives;
