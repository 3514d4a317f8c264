/**
 * Does one piece of work after the other and keeps one ahead: while what came of a piece is used, the next
 * one is under way. For questions to the database, which is another process and works meanwhile.
 */
export async function* prefetched<Item, Result>(
  items: Iterable<Item>,
  begin: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  let before: Promise<Result> | null = null;
  for (const item of items) {
    const next = begin(item);
    // It throws where it is awaited; who stops before that wants to hear no more of it.
    next.catch(() => undefined);
    if (before !== null) yield await before;
    before = next;
  }
  if (before !== null) yield await before;
}
