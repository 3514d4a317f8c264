import { useMemo, type ReactNode } from 'react';
import { SECOND, floorTo, type Instant } from '../../../domain/base/index.ts';
import type { UnitDevice } from '../../../domain/unit/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Skeleton } from '../../../ui/index.ts';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import { SensorFact } from './SensorFact.tsx';
import { recordedReadings } from './sensorReadings.ts';
import { LOOK_BACK, useReportsAt } from './useReportsAt.ts';

interface RecordedSensorsProps {
  unitId: number;
  devices: readonly UnitDevice[];
  instant: Instant;
}

/** The visible sensors of a unit as they were at an instant of the past, each with the age that its value had then. */
export function RecordedSensors({ unitId, devices, instant }: RecordedSensorsProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const shown = floorTo(instant, SECOND);
  const { track, problem } = useReportsAt(unitId, shown);
  const readings = useMemo(
    () =>
      track === null ? null : recordedReadings(devices, track, shown, shown - LOOK_BACK, ({ visible }) => visible),
    [devices, track, shown],
  );
  if (readings === null) return problem === null ? <Skeleton height="3em" /> : <ProblemBanner problem={problem} />;
  if (readings.length === 0)
    return (
      <p className="unit-detail-note">{t('unitModes.card.noReport', { duration: formats.duration(LOOK_BACK) })}</p>
    );
  return (
    <dl className="facts">
      {readings.map((reading) => (
        <SensorFact
          key={reading.sensor.sensor_id}
          reading={reading}
          age={t('unitModes.card.age', { duration: formats.duration(shown - reading.said) })}
        />
      ))}
    </dl>
  );
}
