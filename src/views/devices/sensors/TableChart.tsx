import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { sensorType, type SensorTable } from '../../../domain/sensor/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useReadings } from '../../shared/unit/useReadings.ts';
import type { PlotPoint } from './plot.ts';
import { draftSensor, type SensorValues } from './sensorValues.ts';
import { SmallChart } from './SmallChart.tsx';

/** The table as a line, once it is in order: a slip of the finger shows as a kink. */
export function TableChart(): ReactNode {
  const { t } = useTranslation();
  const readings = useReadings();
  const { values } = useFormikContext<SensorValues>();
  const sensor = draftSensor({ ...values, type: values.type, parameter: 'x' });
  const points = sensor === null ? [] : tablePoints(sensor.table);
  if (points.length < 2) return null;
  return (
    <SmallChart
      label={t('sensors.tableChart')} points={points} marked={values.table.kind === 'xy'} measure={sensorType(values.type).measure}
      ends={[readings.plain(points[0].x), readings.plain(points[points.length - 1].x)]}
    />
  );
}

/** Pairs as they are; ranges as steps. Meanings in words have no line. */
function tablePoints({ kind, points = [], rows = [] }: SensorTable): PlotPoint[] {
  if (kind === 'xy') return [...points];
  if (kind !== 'range' || !rows.every(({ value }) => typeof value === 'number')) return [];
  const edges = rows.flatMap(({ from, to }) => [from, to]).filter((edge) => edge !== null);
  // Open ends are drawn as far as the whole of what is closed.
  const reach = edges.length === 0 ? 1 : Math.max(...edges) - Math.min(...edges) || 1;
  return rows.flatMap(({ from, to, value }) => {
    const left = from ?? (to ?? 0) - reach / 2;
    const right = to ?? (from ?? 0) + reach / 2;
    return [{ x: left, y: Number(value) }, { x: right, y: Number(value) }];
  });
}
