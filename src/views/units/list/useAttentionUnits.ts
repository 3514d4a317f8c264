import { useMemo } from 'react';
import type { AttentionKind } from '../../../api/contract/index.ts';
import { MINUTE } from '../../../domain/base/index.ts';
import { useAnswer } from '../../shared/services/calls.ts';
import type { Problem } from '../../shared/services/fleet.ts';
import { useReloading } from '../../shared/services/useReloading.ts';

/** How often the units are asked for again. */
const REFRESH = MINUTE;

export interface AttentionUnits {
  /** Null where nothing is asked for. */
  readonly among: ReadonlySet<number> | null;
  readonly isWaiting: boolean;
  readonly problem: Problem | null;
}

/** The units that need a look for this reason, as the server knows them. */
export function useAttentionUnits(kind: AttentionKind | null): AttentionUnits {
  const { value, problem, reload } = useAnswer(
    'getAttentionUnits',
    kind && { kind },
    kind === 'openAlarm' ? ['unit', 'alarm'] : ['unit'],
  );
  useReloading(reload, kind === null ? null : REFRESH);
  return useMemo(
    () => ({
      among: kind === null ? null : new Set(value?.unit_ids ?? []),
      isWaiting: kind !== null && value === null && problem === null,
      problem: kind === null || value !== null ? null : problem,
    }),
    [kind, value, problem],
  );
}
