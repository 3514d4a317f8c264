import { useEffect, useRef } from 'react';
import type { GroupMark } from '../../../api/contract/index.ts';
import type { LabelledList } from '../../../domain/entities/index.ts';
import { useScreenPath } from '../address/useScreenPath.ts';
import { useAnswer } from '../services/calls.ts';

/** A list that is narrowed to a group stays so when the group is renamed: `onRenamed` is given its new name. */
export function useFollowedGroup(
  of: LabelledList | null,
  name: string | undefined,
  onRenamed: (name: string) => void,
): void {
  const isAsked = of !== null && name !== undefined && name !== '';
  const groups = useAnswer('getLabels', isAsked ? { of } : null, ['label']).value?.groups;
  const known = useRef<readonly GroupMark[]>([]);
  useEffect(() => {
    if (groups === undefined) return;
    const id = known.current.find((group) => group.name === name)?.label_id;
    const renamed = groups.find((group) => group.label_id === id);
    // Until the address has followed, the old name is looked for in what was known.
    if (groups.some((group) => group.name === name) || renamed === undefined) known.current = groups;
    else onRenamed(renamed.name);
  });
}

/** The same for the list whose question is in the address. */
export function useGroupInAddress(of: LabelledList | null): void {
  const { query, replaceQuery } = useScreenPath();
  useFollowedGroup(of, query.get('label') ?? undefined, (name) => {
    const next = new URLSearchParams(query);
    next.set('label', name);
    replaceQuery(next);
  });
}
