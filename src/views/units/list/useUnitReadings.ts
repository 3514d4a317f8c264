import { useEffect, useRef, useState } from 'react';
import { EQUIPMENT, TELEMETRY } from '../../../domain/base/index.ts';
import { useCalls } from '../../shared/services/calls.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { UnitReadings } from '../../shared/sensors/index.ts';

/** Live sensor readings by unit, of those in sight. */
export type ReadingsByUnit = ReadonlyMap<number, UnitReadings>;

const NONE: ReadingsByUnit = new Map();
/** What changes sensors of a unit. */
const SUBJECTS = ['unit', 'device', 'sensor'] as const;
/** Reports that already came are read once and kept; scrolling back asks for nothing. */
const BATCH = Math.min(EQUIPMENT.perAct, TELEMETRY.watchedUnits);

/**
 * Sensors of the units in sight and what they make of the latest reports. `unitIds` empty asks for
 * nothing and watches nobody: sensor columns cost only those who show them.
 */
export function useUnitReadings(unitIds: readonly number[]): ReadingsByUnit {
  const { call, onChange } = useCalls();
  const { watch, details } = useFleet();
  const [readings, setReadings] = useState<ReadingsByUnit>(NONE);
  const [round, setRound] = useState(0);
  const asked = useRef(new Set<number>());
  const wanted = unitIds.slice(0, BATCH).join(',');

  useEffect(() => {
    if (wanted === '') return undefined;
    watch(wanted.split(',').map(Number));
    return () => watch([]);
  }, [watch, wanted]);

  useEffect(
    () =>
      onChange([...SUBJECTS], () => {
        asked.current = new Set();
        setRound((count) => count + 1);
      }),
    [onChange],
  );

  useEffect(() => {
    const known = asked.current;
    const missing = wanted === '' ? [] : wanted.split(',').map(Number).filter((id) => !known.has(id));
    if (missing.length === 0) return undefined;
    const controller = new AbortController();
    for (const id of missing) known.add(id);
    const forget = (): void => {
      for (const id of missing) known.delete(id);
    };
    call('getUnitSensors', { unit_ids: missing }, controller.signal).then(
      (answer) => {
        if (!answer.ok) return forget();
        setReadings((before) => new Map([...before, ...answer.value.units.map(({ unit_id, sensors }) => [unit_id, new UnitReadings(sensors)] as const)]));
      },
      (error: unknown) => {
        forget();
        if (!controller.signal.aborted) throw error;
      },
    );
    return () => controller.abort();
  }, [call, wanted, round]);

  useEffect(() => {
    const take = (): void => {
      const positions = details.getSnapshot();
      for (const [unitId, reading] of readings) {
        const position = positions.get(unitId);
        if (position !== undefined) reading.take(position);
      }
    };
    take();
    return details.subscribe(take);
  }, [details, readings]);
  return readings;
}
