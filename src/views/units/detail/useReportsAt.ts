import { useEffect, useMemo, useState } from 'react';
import { HOUR, MINUTE, floorTo, type Instant } from '../../../domain/base/index.ts';
import type { TrackColumns } from '../../../domain/telemetry/index.ts';
import { useFleet, type Problem } from '../../shared/services/fleet.ts';

/** How far back a value is looked for that the last report did not carry. */
export const LOOK_BACK = 6 * HOUR;

interface ReportsAt {
  /** The unit's reports around the instant; null until they came. The reports read before stay meanwhile. */
  readonly track: TrackColumns | null;
  readonly problem: Problem | null;
}

const NOTHING: ReportsAt = { track: null, problem: null };

/** The recorded reports of a unit up to an instant, read by the hour, with those of the hours before it. */
export function useReportsAt(unitId: number, instant: Instant): ReportsAt {
  const { reports, now } = useFleet();
  const from = floorTo(instant, HOUR) - LOOK_BACK;
  // Of the hour that is under way more is known with every minute.
  const to = Math.min(from + LOOK_BACK + HOUR, floorTo(Math.max(instant, now()), MINUTE) + MINUTE);
  const interval = useMemo(() => ({ from, to }), [from, to]);
  const [read, setRead] = useState<ReportsAt & { readonly unitId: number }>({ ...NOTHING, unitId });
  useEffect(() => {
    const leaving = new AbortController();
    const ask = async (): Promise<void> => {
      const outcome = await reports(unitId, interval, leaving.signal);
      if (leaving.signal.aborted) return;
      setRead((before) =>
        outcome.ok
          ? { track: outcome.value, problem: null, unitId }
          : { track: before.unitId === unitId ? before.track : null, problem: outcome.problem, unitId },
      );
    };
    ask().catch((error: unknown) => {
      if (!leaving.signal.aborted) throw error;
    });
    return () => leaving.abort(new Error('Another time is shown'));
  }, [reports, unitId, interval]);
  return read.unitId === unitId ? read : NOTHING;
}
