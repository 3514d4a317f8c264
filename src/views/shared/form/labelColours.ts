import { useMemo } from 'react';
import type { LabelledList } from '../../../domain/entities/index.ts';
import type { LabelColour } from '../../../domain/label/index.ts';
import { useAnswer } from '../services/calls.ts';

/** Colours of groups by their names. */
export type LabelColours = ReadonlyMap<string, LabelColour>;

const NONE: LabelColours = new Map();

/** The colours of the groups of a list; none until they are known, or where nothing has groups. */
export function useLabelColours(of: LabelledList | null): LabelColours {
  const groups = useAnswer('getLabels', of === null ? null : { of }, ['label']).value?.groups;
  return useMemo(() => (groups ? new Map(groups.map(({ name, colour }) => [name, colour])) : NONE), [groups]);
}
