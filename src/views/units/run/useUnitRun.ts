import { useEffect, useMemo } from 'react';
import { DAY, HOUR, floorTo, toIso } from '../../../domain/base/index.ts';
import { routes, runToShow, type RouteRun } from '../../../domain/route/index.ts';
import { useAnswer } from '../../shared/services/calls.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useSession } from '../../shared/services/session.ts';
import { useNow } from '../../shared/time/useNow.ts';
import { useSlowly } from '../detail/useSlowly.ts';

/** Runs of one unit within a day are few. */
const MOST = 20;

export interface UnitRunShown {
  /** As it is at the shown instant. */
  readonly run: RouteRun;
  /** It is driven, or about to be, or just was; false: the next one. */
  readonly isNear: boolean;
}

/**
 * The run of a unit that matters at the instant that the timeline shows; null: none, or the person may not see routes.
 */
export function useUnitRun(unitId: number | null): UnitRunShown | null {
  const { can } = useSession();
  const isAsked = unitId !== null && can(routes.needs.read);
  const { timeline } = useFleet();
  // Where nothing is asked, what shows nothing is not drawn again with the clock.
  const { instant, mode } = useSlowly(timeline, (state) => (isAsked ? state : null)) ?? timeline.getSnapshot();
  const now = useNow();
  const hour = floorTo(instant, HOUR);
  const { value, reload } = useAnswer(
    'getRouteRuns',
    isAsked ? { unit_ids: [unitId], from: toIso(hour - HOUR), to: toIso(hour + DAY), limit: MOST } : null,
    ['route_run', 'route'],
  );
  const isLive = mode === 'live';
  // The time of arrival moves on without an event.
  useEffect(() => (isAsked && isLive ? reload() : undefined), [isAsked, isLive, now, reload]);
  const runs = value?.runs;
  return useMemo(() => {
    const own = runs?.filter((run) => run.unit_id === unitId) ?? [];
    return runToShow(own, instant, isLive);
  }, [runs, unitId, instant, isLive]);
}
