/** Most units that are chosen at once: what is done to them is one call. */
export const MOST_SELECTED = 500;

/** The selection after a press on the map: the latest pick first; with a key held it is added or taken away. */
export function picked(before: readonly number[], unitId: number | null, additive: boolean): readonly number[] {
  if (unitId === null) return additive ? before : [];
  if (!additive) return [unitId];
  return before.includes(unitId)
    ? before.filter((each) => each !== unitId)
    : [unitId, ...before].slice(0, MOST_SELECTED);
}

/** The selection after a box was drawn: what is in it, or with a key held both. An empty box clears nothing. */
export function boxed(before: readonly number[], unitIds: readonly number[], additive: boolean): readonly number[] {
  if (unitIds.length === 0) return before;
  return [...new Set([...(additive ? before : []), ...unitIds])].slice(0, MOST_SELECTED);
}

/** Rows from one to the other, whichever is above, the pressed one first. */
export function rangeOf(from: number, to: number): number[] {
  const step = from < to ? -1 : 1;
  return Array.from({ length: Math.min(MOST_SELECTED, Math.abs(from - to) + 1) }, (_, index) => to + index * step);
}
