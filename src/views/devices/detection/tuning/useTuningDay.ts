import { useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { HOUR, type DeviceId, type Interval, type UnitId } from '../../../../domain/base/index.ts';
import { hasFuel, inputsOf, type TrackInputs } from '../../../../domain/detection/index.ts';
import type { Sensor, SensorSet } from '../../../../domain/sensor/index.ts';
import type { TrackColumns } from '../../../../domain/telemetry/index.ts';
import { useFormats } from '../../../../i18n/index.ts';
import { FleetContext, type Outcome, type Problem } from '../../../shared/services/fleet.ts';
import { useSession } from '../../../shared/services/session.ts';
import { useNow } from '../../../shared/time/useNow.ts';
import { dayAt, dayOf, type Day } from '../days.ts';
import { useDetectionSensors } from '../useDetectionSensors.ts';
import { useLastReport } from '../useLastReport.ts';
import { useRecordedDays } from './useRecordedDays.ts';

/** Reports around the shown day are read too, so that what began before it and ends after it is whole. */
const MARGIN = 6 * HOUR;

/** A day of a unit's past, ready to be worked on. */
export interface DayReports {
  readonly unitId: UnitId;
  readonly track: TrackColumns;
  /** Those of the device. */
  readonly sensors: readonly Sensor[];
  /** What detection reads of the track, by the sensors of all devices of the unit. */
  readonly inputs: TrackInputs;
  readonly hasFuel: boolean;
  /** The day itself; the track reaches beyond it. */
  readonly shown: Interval;
  /** Rows within the day. */
  readonly rows: number;
}

type DayState =
  /** The device is in no unit, or the reader may not see the past. */
  | { readonly state: 'noUnit' | 'forbidden' | 'loading' }
  | { readonly state: 'failed'; readonly problem: Problem }
  | { readonly state: 'empty' }
  | { readonly state: 'ready'; readonly reports: DayReports };

/** Which day is looked at, and what is known of it. */
export interface TuningDay {
  readonly day: Day;
  readonly latest: Day;
  readonly data: DayState;
  readonly unitId: UnitId | null;
  /** Days of the month in sight of which there are reports. */
  readonly marked: ReadonlySet<string>;
  /** Another month is looked at in the calendar. */
  lookAt(first: string): void;
  choose(day: Day): void;
  retry(): void;
}

interface Read {
  readonly key: string;
  readonly outcome: Outcome<TrackColumns>;
}

/** Reads a day of the unit's past, first the day of its last report; the track stays while settings change. */
export function useTuningDay(unitId: UnitId | null, deviceId: DeviceId): TuningDay {
  const { can } = useSession();
  const { timeZone } = useFormats().settings;
  const now = useNow();
  const latest = dayOf(now, timeZone);
  const [chosen, setChosen] = useState<string | null>(null);
  const heard = useLastReport(chosen === null ? unitId : null);
  const key = chosen ?? (heard.time === null ? latest.key : dayOf(heard.time, timeZone).key);
  const day = useMemo(() => dayAt(key, timeZone), [key, timeZone]);
  const may = can({ resource: 'units', action: 'sh' });
  const { sensors, set } = useDetectionSensors(deviceId, unitId);
  const { read, retry } = useReports(unitId !== null && may && !heard.isAwaited ? unitId : null, day);
  const data = useMemo((): DayState => {
    if (unitId === null) return { state: 'noUnit' };
    if (!may) return { state: 'forbidden' };
    if (read === null) return { state: 'loading' };
    if (!read.ok) return { state: 'failed', problem: read.problem };
    const reports = reportsOf(unitId, read.value, { sensors, set }, day.span);
    return reports.rows === 0 ? { state: 'empty' } : { state: 'ready', reports };
  }, [unitId, may, read, sensors, set, day]);
  const { marked, lookAt } = useRecordedDays(unitId !== null && may ? unitId : null, day, latest);
  return useMemo(
    () => ({ day, latest, data, unitId, marked, lookAt, choose: ({ key: next }: Day) => setChosen(next), retry }),
    [day, latest, data, unitId, marked, lookAt, retry],
  );
}

/** The reports around a day; null while they are on their way. */
function useReports(
  unitId: UnitId | null,
  { key, span }: Day,
): { read: Outcome<TrackColumns> | null; retry: () => void } {
  const fleet = useContext(FleetContext);
  const [round, setRound] = useState(0);
  const [read, setRead] = useState<Read | null>(null);
  const wanted = `${unitId} ${key} ${round}`;
  const { from, to } = span;
  useEffect(() => {
    if (unitId === null || fleet === null) return;
    const stopping = new AbortController();
    fleet.reports(unitId, { from: from - MARGIN, to: to + MARGIN }, stopping.signal).then(
      (outcome) => {
        if (!stopping.signal.aborted) setRead({ key: wanted, outcome });
      },
      (error: unknown) => {
        if (!stopping.signal.aborted) throw error;
      },
    );
    return () => stopping.abort();
  }, [fleet, unitId, from, to, wanted]);
  const retry = useCallback(() => setRound((count) => count + 1), []);
  return { read: read?.key === wanted ? read.outcome : null, retry };
}

function reportsOf(
  unitId: UnitId,
  track: TrackColumns,
  { sensors, set }: { sensors: readonly Sensor[]; set: SensorSet },
  shown: Interval,
): DayReports {
  let rows = 0;
  for (const time of track.times) if (time >= shown.from && time < shown.to) rows++;
  return { unitId, track, sensors, inputs: inputsOf(track, set), hasFuel: hasFuel(track, set), shown, rows };
}
