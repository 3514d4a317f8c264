import { RULE } from '../../../domain/base/index.ts';
import { isTypedGroup, type TypedPart } from './ruleValues.ts';

/** Where a condition or a group is: its place in the rule, then in each group down to it. */
export type PartPath = readonly number[];

/** What can be done with a condition or a group. */
export type PartMove =
  | { readonly move: 'up' | 'down' | 'out' | 'wrap' | 'unwrap' }
  | { readonly move: 'into'; readonly group: number };

export interface Moved {
  readonly parts: readonly TypedPart[];
  /** Where what was moved is now. */
  readonly path: PartPath;
}

type Parts = readonly TypedPart[];

/** The name of its field: `conditions[1].conditions[0]`. */
export const fieldOf = (path: PartPath): string => path.map((place) => `conditions[${place}]`).join('.');

/** The list that a path leads into; the rule's own for an empty one. */
const listAt = (parts: Parts, path: PartPath): Parts =>
  path.reduce<Parts>((list, place) => {
    const part = list[place];
    return part !== undefined && isTypedGroup(part) ? part.conditions : [];
  }, parts);

/** The parts with another list where the path leads. */
export function withList(parts: Parts, [place, ...rest]: PartPath, change: (list: Parts) => Parts): Parts {
  if (place === undefined) return change(parts);
  const part = parts[place];
  if (!isTypedGroup(part)) return parts;
  return parts.with(place, { ...part, conditions: withList(part.conditions, rest, change) });
}

/** Levels of groups within it: 0 for a condition. */
const depthOf = (part: TypedPart): number =>
  isTypedGroup(part) ? 1 + Math.max(0, ...part.conditions.map(depthOf)) : 0;

/** The parts without the one at the path; a group that has nothing left goes as well. */
export function without(parts: Parts, path: PartPath): Parts {
  const list = path.slice(0, -1);
  const left = withList(parts, list, (own) => own.toSpliced(path.at(-1) ?? 0, 1));
  return list.length > 0 && listAt(left, list).length === 0 ? without(left, list) : left;
}

/** What can be done with the part at the path, so that the bounds of a rule are kept. */
export function movesOf(parts: Parts, path: PartPath): PartMove[] {
  const [list, place] = [path.slice(0, -1), path.at(-1) ?? 0];
  const siblings = listAt(parts, list);
  const part = siblings[place];
  const depth = depthOf(part);
  const hasRoom = (count: number): boolean => count <= RULE.conditions.max;
  const groups = [...siblings.entries()].filter(
    ([other, sibling]) =>
      other !== place &&
      isTypedGroup(sibling) &&
      hasRoom(sibling.conditions.length + 1) &&
      path.length + 1 + depth <= RULE.levels,
  );
  const isOpen = isTypedGroup(part) && !part.negated && hasRoom(siblings.length - 1 + part.conditions.length);
  return [
    ...(place > 0 ? [{ move: 'up' as const }] : []),
    ...(place < siblings.length - 1 ? [{ move: 'down' as const }] : []),
    ...groups.map(([group]) => ({ move: 'into' as const, group })),
    ...(list.length > 0 && hasRoom(listAt(parts, list.slice(0, -1)).length + 1) ? [{ move: 'out' as const }] : []),
    ...(path.length + 1 + depth <= RULE.levels ? [{ move: 'wrap' as const }] : []),
    ...(isOpen ? [{ move: 'unwrap' as const }] : []),
  ];
}

/** Does one of these. */
export function moved(parts: Parts, path: PartPath, act: PartMove): Moved {
  const [list, place] = [path.slice(0, -1), path.at(-1) ?? 0];
  const part = listAt(parts, list)[place];
  switch (act.move) {
    case 'up':
    case 'down': {
      const other = act.move === 'up' ? place - 1 : place + 1;
      const next = withList(parts, list, (own) => own.with(place, own[other]).with(other, part));
      return { parts: next, path: [...list, other] };
    }
    case 'into': {
      // It leaves its list first: the groups after it come one place forward.
      const group = act.group > place ? act.group - 1 : act.group;
      const into = [...list, group];
      const left = withList(parts, list, (own) => own.toSpliced(place, 1));
      return { parts: withList(left, into, (own) => [...own, part]), path: [...into, listAt(left, into).length] };
    }
    case 'out': {
      const [outer, around] = [list.slice(0, -1), list.at(-1) ?? 0];
      const isLast = listAt(parts, list).length === 1;
      const left = isLast
        ? withList(parts, outer, (own) => own.toSpliced(around, 1))
        : withList(parts, list, (own) => own.toSpliced(place, 1));
      const to = isLast ? around : around + 1;
      return { parts: withList(left, outer, (own) => own.toSpliced(to, 0, part)), path: [...outer, to] };
    }
    case 'wrap':
      return {
        parts: withList(parts, list, (own) =>
          own.with(place, { kind: 'group', negated: false, match: 'any', conditions: [part] }),
        ),
        path: [...path, 0],
      };
    case 'unwrap':
      return {
        parts: withList(parts, list, (own) => own.toSpliced(place, 1, ...(isTypedGroup(part) ? part.conditions : []))),
        path,
      };
  }
}
