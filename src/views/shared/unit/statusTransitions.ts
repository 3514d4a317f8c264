/** Which statuses may follow one. */
export type NextStatuses<Status> = (status: Status) => readonly Status[];

/**
 * The statuses that lead from one to another, the last being the other: a blocked one has to be
 * unblocked before it is active again. Empty where they are the same, or no chain leads there.
 */
export function statusTransition<Status>(from: Status, to: Status, next: NextStatuses<Status>): readonly Status[] {
  const chains: (readonly Status[])[] = [[]];
  const seen = new Set<Status>([from]);
  for (const chain of chains) {
    const at = chain.at(-1) ?? from;
    if (at === to) return chain;
    for (const following of next(at)) {
      if (seen.has(following)) continue;
      seen.add(following);
      chains.push([...chain, following]);
    }
  }
  return [];
}

/** Statuses that at least one of several may be given, in the order of `all`. */
export function statusesFor<Status>(
  current: readonly Status[],
  all: readonly Status[],
  next: NextStatuses<Status>,
): readonly Status[] {
  return all.filter((wished) => current.some((status) => next(status).includes(wished)));
}
