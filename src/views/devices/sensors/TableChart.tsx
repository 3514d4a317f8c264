import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import {
  explain,
  numberOf,
  sensorType,
  type Sensor,
  type SensorMessage,
  type SensorTable,
  type Explanation,
} from '../../../domain/sensor/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useReadings } from '../../shared/unit/useReadings.ts';
import type { PlotPoint } from './plot.ts';
import { draftSensor, type SensorValues } from './sensorValues.ts';
import { SmallChart } from './SmallChart.tsx';

export interface TableChartProps {
  others: readonly Sensor[];
  /** The message that is looked at, and the one before it. */
  message: SensorMessage | null;
  previous: SensorMessage | null;
}

/**
 * The table as a line, once it is in order: a slip of the finger shows as a kink. The dot is where the message lies on
 * it.
 */
export function TableChart({ others, message, previous }: TableChartProps): ReactNode {
  const { t } = useTranslation();
  const readings = useReadings();
  const { values } = useFormikContext<SensorValues>();
  const sensor = draftSensor({ ...values, type: values.type, parameter: 'x' });
  const points = sensor === null ? [] : tablePoints(sensor.table);
  if (points.length < 2) return null;
  const typed = draftSensor(values);
  const current =
    typed === null || message === null ? null : placeOnTable(points, explain(typed, others, message, previous));
  return (
    <SmallChart
      label={t('sensors.tableChart')}
      points={points}
      marked={values.table.kind === 'xy'}
      current={current}
      measure={sensorType(values.type).measure}
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
    return [
      { x: left, y: Number(value) },
      { x: right, y: Number(value) },
    ];
  });
}

/** Where what goes into the table lies on its line, at an end where it lies beyond; null without a figure. */
function placeOnTable(points: readonly PlotPoint[], { steps }: Explanation): PlotPoint | null {
  let x: number | null = null;
  let y: number | null = null;
  for (const step of steps) {
    if (step.step === 'raw') x = typeof step.value === 'string' ? numberOf(step.value) : step.value;
    else if (step.step === 'multiplied') x = step.value;
    else if (step.step === 'xy' || step.step === 'range') y = typeof step.value === 'number' ? step.value : null;
  }
  if (x === null || y === null) return null;
  const heights = points.map((point) => point.y);
  return {
    x: Math.min(Math.max(x, points[0].x), points[points.length - 1].x),
    y: Math.min(Math.max(y, Math.min(...heights)), Math.max(...heights)),
  };
}
