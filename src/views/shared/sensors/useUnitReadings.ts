import { useEffect, useRef, useState } from 'react';
import { EQUIPMENT, TELEMETRY } from '../../../domain/base/index.ts';
import { useCalls } from '../services/calls.ts';
import { useFleet } from '../services/fleet.ts';
import { UnitReadings } from './unitReadings.ts';

/** Live sensor readings by unit, of those that are looked at. */
export type ReadingsByUnit = ReadonlyMap<number, UnitReadings>;

const NONE: ReadingsByUnit = new Map();
/** What changes sensors of a unit. */
const SUBJECTS = ['unit', 'device'] as const;
/** Units that are read at once. Reports that already came are read once and kept; scrolling back asks for nothing. */
export const MOST_READ = Math.min(EQUIPMENT.perAct, TELEMETRY.watchedUnits);

/**
 * Sensors of the units that are looked at, and what they make of the latest reports; of more than can be
 * watched the first. `unitIds` empty asks for nothing and watches nobody: values cost only those who show them.
 */
export function useUnitReadings(unitIds: readonly number[]): ReadingsByUnit {
  const { call, onChange } = useCalls();
  const { watch, details } = useFleet();
  const [readings, setReadings] = useState<ReadingsByUnit>(NONE);
  const [round, setRound] = useState(0);
  const asked = useRef(new Set<number>());
  const wanted = unitIds.slice(0, MOST_READ).join(',');

  useEffect(() => {
    if (wanted === '') return undefined;
    return watch(wanted.split(',').map(Number));
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
    const missing =
      wanted === ''
        ? []
        : wanted
            .split(',')
            .map(Number)
            .filter((id) => !known.has(id));
    if (missing.length === 0) return undefined;
    const controller = new AbortController();
    let isRead = false;
    for (const id of missing) known.add(id);
    const forget = (): void => {
      if (!isRead) for (const id of missing) known.delete(id);
    };
    call('getUnitSensors', { unit_ids: missing }, controller.signal).then(
      (answer) => {
        if (controller.signal.aborted) return;
        if (!answer.ok) return forget();
        isRead = true;
        setReadings(
          (before) =>
            new Map([
              ...before,
              ...answer.value.units.map(({ unit_id, sensors }) => [unit_id, new UnitReadings(sensors)] as const),
            ]),
        );
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        forget();
        throw error;
      },
    );
    return () => {
      // At once: whoever asks next asks for these, too.
      forget();
      controller.abort();
    };
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
