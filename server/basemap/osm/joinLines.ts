/** Lines that end where others begin are joined into long ones: names find room along them, and tiles get smaller. */
export function joinLines(lines: readonly (readonly number[])[]): number[][] {
  const open = new Map<number, Set<number[]>>();
  const all = new Set<number[]>();
  const register = (line: number[]): void => {
    all.add(line);
    for (const end of [line[0], line[line.length - 1]]) {
      const known = open.get(end);
      if (known) known.add(line);
      else open.set(end, new Set([line]));
    }
  };
  const forget = (line: number[]): void => {
    all.delete(line);
    for (const end of [line[0], line[line.length - 1]]) open.get(end)?.delete(line);
  };
  for (const nodes of lines) {
    if (nodes.length < 2) continue;
    let line = [...nodes];
    for (let next = neighbour(line, open); next !== null; next = neighbour(line, open)) {
      forget(next);
      line = joined(line, next);
    }
    register(line);
  }
  return [...all];
}

/** A line that shares one of the ends, where only these two meet; a closed line is done. */
function neighbour(line: readonly number[], open: ReadonlyMap<number, Set<number[]>>): number[] | null {
  const [first, last] = [line[0], line[line.length - 1]];
  if (first === last) return null;
  for (const end of [last, first]) {
    const [found, ...others] = open.get(end) ?? [];
    if (found !== undefined && others.length === 0 && found[0] !== found[found.length - 1]) return found;
  }
  return null;
}

/** The two as one line, turned so that they meet. */
export function joined(a: readonly number[], b: readonly number[]): number[] {
  const turned = (line: readonly number[]): number[] => line.toReversed();
  const [start, end] = [a[0], a[a.length - 1]];
  if (end === b[0]) return [...a, ...b.slice(1)];
  if (end === b[b.length - 1]) return [...a, ...turned(b).slice(1)];
  if (start === b[b.length - 1]) return [...b, ...a.slice(1)];
  return [...turned(b), ...a.slice(1)];
}
