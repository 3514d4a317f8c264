import { useEffect, useMemo } from 'react';
import type { Badges, FleetMap, UnitBadge } from '../../../map/index.ts';
import { useAlarmSummary } from '../../shared/alarms/useAlarmSummary.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useSlowly } from '../detail/useSlowly.ts';

const NONE: Badges = new Map();

/**
 * Marks the units that have open or acknowledged alarms; the past has none, for the queue is of now. By itself, so that
 * an alarm does not have the whole screen drawn again.
 */
export function AlarmsOnMap({ map }: { map: FleetMap | null }): null {
  const summary = useAlarmSummary();
  const isLive = useSlowly(useFleet().timeline, ({ mode }) => mode === 'live');
  const badges = useMemo<Badges>(() => {
    if (summary === null || !isLive) return NONE;
    return new Map(
      summary.units.flatMap(({ unit_id: unitId, severity, acknowledged_severity: other }) => {
        const badge: UnitBadge | null =
          severity !== null
            ? { severity, isAcknowledged: false }
            : other !== null
              ? { severity: other, isAcknowledged: true }
              : null;
        return badge === null ? [] : [[unitId as number, badge]];
      }),
    );
  }, [summary, isLive]);
  useEffect(() => map?.setBadges(badges), [map, badges]);
  return null;
}
