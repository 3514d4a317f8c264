import { useEffect, useRef, type RefObject } from 'react';
import { reveal } from '../../../ui/index.ts';

/**
 * Brings a column into sight that was just added: at the end of a wide table nobody would see that it came. The
 * focus stays where it is. Where several change at once, as with a saved view, nothing moves.
 */
export function useAddedColumn(root: RefObject<HTMLElement | null>, columns: readonly { readonly id: string }[]): void {
  const ids = columns.map(({ id }) => id).join(' ');
  const before = useRef(ids);
  useEffect(() => {
    const [known, shown] = [before.current.split(' '), ids.split(' ')];
    before.current = ids;
    const added = shown.findIndex((id) => !known.includes(id));
    if (added < 0 || shown.length !== known.length + 1) return;
    // From 1, and the boxes that tick the rows stand first.
    reveal(root.current?.querySelector(`[role="columnheader"][aria-colindex="${added + 2}"]`));
  }, [root, ids]);
}
