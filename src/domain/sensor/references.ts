import { referencedSensors, type Expression } from './expression/index.ts';

/** Names of sensors are compared like this: the same in any case. */
export const nameKey = (name: string): string => name.trim().toLowerCase();

/** The order in which sensors can be evaluated, and those that never can because they need themselves. */
export interface EvaluationOrder {
  /** Places, each after all that it refers to. */
  readonly order: readonly number[];
  /** Places on a ring of references or behind one. */
  readonly stuck: readonly number[];
  /** One ring, first to last, each referring to the next and the last to the first; empty when there is none. */
  readonly ring: readonly number[];
}

/** Sensors by name; of two with one name the first counts. */
export function placesByName(names: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  names.forEach((name, place) => {
    if (!places.has(nameKey(name))) places.set(nameKey(name), place);
  });
  return places;
}

/** The places that some need, and what these need in turn, themselves among them; in order of the places. */
export function placesNeeded(
  names: readonly string[],
  expressions: readonly (Expression | null)[],
  wanted: readonly number[],
): number[] {
  const places = placesByName(names);
  const needed = new Set(wanted);
  for (const at of needed) {
    const expression = expressions[at];
    for (const name of expression ? referencedSensors(expression) : []) {
      const found = places.get(nameKey(name));
      if (found !== undefined) needed.add(found);
    }
  }
  return [...needed].sort((one, other) => one - other);
}

/** Orders sensors by what they refer to. An expression that is null refers to nothing. */
export function evaluationOrder(
  names: readonly string[],
  expressions: readonly (Expression | null)[],
): EvaluationOrder {
  const places = placesByName(names);
  const needs = expressions.map((expression) =>
    expression ? referencedSensors(expression).flatMap((name) => places.get(nameKey(name)) ?? []) : [],
  );
  const open = needs.map((list) => list.length);
  const neededBy = needs.map((): number[] => []);
  needs.forEach((list, place) => list.forEach((needed) => neededBy[needed].push(place)));
  const order = open.flatMap((count, place) => (count === 0 ? [place] : []));
  for (const done of order) for (const place of neededBy[done]) if (--open[place] === 0) order.push(place);
  const stuck = open.flatMap((count, place) => (count > 0 ? [place] : []));
  return { order, stuck, ring: ringFrom(stuck, needs) };
}

/** A sensor that is stuck needs another that is stuck, so that following the needs leads round. */
function ringFrom(stuck: readonly number[], needs: readonly (readonly number[])[]): number[] {
  if (stuck.length === 0) return [];
  const path: number[] = [];
  let at = stuck[0];
  while (!path.includes(at)) {
    path.push(at);
    at = needs[at].find((needed) => stuck.includes(needed)) ?? at;
  }
  return path.slice(path.indexOf(at));
}
