import { useState } from 'react';
import type { Position } from '../../../domain/telemetry/index.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useStore } from '../../shared/services/store.ts';

export interface Reports {
  readonly latest: Position | null;
  /** The one before, as far as it was seen here: expressions may read it. */
  readonly previous: Position | null;
}

/** The reports of a unit in full, as they come; its card watches it. */
export function useReports(unitId: number): Reports {
  const { details } = useFleet();
  const latest = useStore(details).get(unitId) ?? null;
  const [reports, setReports] = useState<Reports>({ latest, previous: null });
  if (reports.latest === latest) return reports;
  const next: Reports = { latest, previous: reports.latest?.unit_id === latest?.unit_id ? reports.latest : null };
  setReports(next);
  return next;
}
