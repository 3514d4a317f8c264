import { useContext, useEffect, useMemo } from 'react';
import {
  HOUR,
  SECOND,
  fromIso,
  toIso,
  type DeviceId,
  type Instant,
  type UnitId,
} from '../../../../domain/base/index.ts';
import { latestReports, type LatestReports } from '../../../../domain/detection/index.ts';
import type { Sensor } from '../../../../domain/sensor/index.ts';
import type { Position } from '../../../../domain/telemetry/index.ts';
import { useFreshAnswer } from '../../../shared/services/calls.ts';
import { FleetContext } from '../../../shared/services/fleet.ts';
import { useStorePart, type ReadableStore } from '../../../shared/services/store.ts';
import { useNow } from '../../../shared/time/useNow.ts';
import { useDetectionSensors } from '../useDetectionSensors.ts';
import { useLastReport } from '../useLastReport.ts';

/** Reports that the present is computed from: what is parked, drives or leaks does so for a while. */
const REACH = HOUR;
const LOOKED_AT = 200;
/**
 * A device in no unit, or of a unit that the reader does not see, is in no live feed of theirs: it is asked of again
 * after this.
 */
const FRESHNESS = 5 * SECOND;

/** What a device says now. */
export interface Present {
  /** Null where there is no report, yet or at all. */
  readonly reports: LatestReports | null;
  readonly sensors: readonly Sensor[];
  /** It is not yet known whether there is one. */
  readonly isAwaited: boolean;
}

/** The device's last reports by the sensors of its unit, again with every report that comes. */
export function usePresent(deviceId: DeviceId, unitId: UnitId | null): Present {
  const heard = useHeard(unitId);
  const soon = useNow(FRESHNESS) + FRESHNESS;
  const until = heard.isAwaited ? null : heard.time === null ? soon : heard.time + SECOND;
  const data =
    until === null ? null : { device_id: deviceId, from: toIso(until - REACH), to: toIso(until), limit: LOOKED_AT };
  const messages = useFreshAnswer('getDeviceMessages', data);
  const rows = messages.value?.rows;
  const { sensors, set, isAwaited: areAwaited } = useDetectionSensors(deviceId, unitId);
  const isAwaited = heard.isAwaited || areAwaited || (rows === undefined && messages.loading);
  return useMemo(
    () => ({
      reports: rows === undefined || isAwaited ? null : latestReports(rows.toReversed(), set),
      sensors,
      isAwaited,
    }),
    [rows, sensors, set, isAwaited],
  );
}

const NO_DETAILS: ReadableStore<ReadonlyMap<number, Position>> = {
  subscribe: () => () => undefined,
  getSnapshot: () => EMPTY,
};
const EMPTY: ReadonlyMap<number, Position> = new Map();

/** When the unit was last heard: from the live feed, or before it says anything, from the server. */
function useHeard(unitId: UnitId | null): { time: Instant | null; isAwaited: boolean } {
  const fleet = useContext(FleetContext);
  const watch = fleet?.watch;
  useEffect(() => {
    if (unitId === null || watch === undefined) return undefined;
    return watch([unitId]);
  }, [watch, unitId]);
  const live = useStorePart(fleet?.details ?? NO_DETAILS, (details) =>
    unitId === null ? null : (details.get(unitId)?.time ?? null),
  );
  const last = useLastReport(live === null ? unitId : null);
  return live === null ? last : { time: fromIso(live), isAwaited: false };
}
