import { useEffect, useRef } from 'react';
import { useScreenPath } from '../shared/address/useScreenPath.ts';

/** What is read of a list's statechart to name the entry that is edited. */
interface Editing {
  readonly snapshot: { hasTag(tag: 'editing'): boolean; readonly context: { readonly id: number | null } };
  send(event: { type: 'item.add' } | { type: 'item.edit'; id: number }): void;
}

const NEW = 'new';

/**
 * Keeps the address at the entry that is edited, so that a reload and a link open its form again, where
 * the draft is waiting. `ids`: the entries that are there; undefined while they are not known, or where
 * one may not write them.
 */
export function useItemInAddress(
  name: 'sensor' | 'command',
  { snapshot, send }: Editing,
  ids: readonly number[] | undefined,
): void {
  const { query, replaceQuery } = useScreenPath();
  const begun = useRef(false);
  const addressed = query.get(name);
  const at = snapshot.hasTag('editing') ? String(snapshot.context.id ?? NEW) : null;
  useEffect(() => {
    if (ids === undefined) return;
    const isFirst = !begun.current;
    begun.current = true;
    if (addressed === at) return;
    const wanted = ids.find((id) => String(id) === addressed);
    if (isFirst && addressed === NEW) return send({ type: 'item.add' });
    if (isFirst && wanted !== undefined) return send({ type: 'item.edit', id: wanted });
    const next = new URLSearchParams(query);
    if (at === null) next.delete(name);
    else next.set(name, at);
    replaceQuery(next);
  });
}
