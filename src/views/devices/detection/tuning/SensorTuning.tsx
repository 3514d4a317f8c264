import { useDeferredValue, useMemo, type ReactNode } from 'react';
import type { DeviceId, Interval, UnitId } from '../../../../domain/base/index.ts';
import {
  NO_TABLE,
  SensorSet,
  sensorColumn,
  sensorType,
  sensorValues,
  type Sensor,
  type SensorDefinition,
} from '../../../../domain/sensor/index.ts';
import { firstRowAt, type TrackColumns } from '../../../../domain/telemetry/index.ts';
import { useFormats, useTranslation } from '../../../../i18n/index.ts';
import { Axis } from './Axis.tsx';
import { Chart, type ChartCurve } from './Chart.tsx';
import { curvesOf } from './curves.ts';
import { sensorTotalsOf, summaryOf } from './sensorFindings.ts';
import { Totals } from './Totals.tsx';
import { TuningFrame } from './TuningFrame.tsx';
import { useTuningDay, type DayReports } from './useTuningDay.ts';
import { useView } from './useView.ts';
import { ViewTools } from './ViewTools.tsx';
import '../detection.css';

export interface SensorTuningProps {
  /** The unit that carries the device; without one there is no past to show. */
  unitId: UnitId | null;
  deviceId: DeviceId;
  /** The sensor as it is being edited; null while it is none that could be saved. */
  definition: SensorDefinition | null;
  /** The sensor as it is saved; null for a new one. */
  saved: Sensor | null;
  /** The device's sensors, to which the edited one may refer. */
  all: readonly Sensor[];
}

/** What a sensor makes of a day of the past: as it was sent, by the saved and by the edited definition. */
export function SensorTuning({ unitId, deviceId, definition, saved, all }: SensorTuningProps): ReactNode {
  const { t } = useTranslation();
  const day = useTuningDay(unitId, deviceId);
  const edited = useDeferredValue(definition);
  return (
    <TuningFrame day={day} lead={t('detection.tuning.sensorLead')}>
      {(reports) => <SensorDayView reports={reports} edited={edited} saved={saved} all={all} />}
    </TuningFrame>
  );
}

interface SensorDayProps extends Pick<SensorTuningProps, 'saved' | 'all'> {
  reports: DayReports;
  edited: SensorDefinition | null;
}

function SensorDayView({ reports: { track, shown }, edited, saved, all }: SensorDayProps): ReactNode {
  const { t } = useTranslation();
  const shownSensor = edited ?? saved;
  if (shownSensor === null) return <p className="tuning-nothing">{t('detection.tuning.noSensor')}</p>;
  const others = all.filter(({ sensor_id }) => sensor_id !== saved?.sensor_id);
  if (shownSensor.data_type === 'text')
    return <TextDay track={track} shown={shown} sensor={shownSensor} others={others} />;
  return <NumberDay track={track} shown={shown} edited={edited} saved={saved} others={others} />;
}

interface NumberDayProps extends Pick<SensorDayProps, 'edited' | 'saved'> {
  track: TrackColumns;
  shown: Interval;
  others: readonly Sensor[];
}

function NumberDay({ track, shown, edited, saved, others }: NumberDayProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const view = useView(shown);
  const columns = useSensorColumns(track, edited, saved, others);
  const rows = useMemo(
    (): [number, number] => [firstRowAt(track.times, shown.from), firstRowAt(track.times, shown.to)],
    [track, shown],
  );
  const curves = useMemo(
    () => curvesOf(track.times, [columns.raw, columns.after, columns.before], ...rows),
    [track, columns, rows],
  );
  const sensor = edited ?? saved;
  const measure = sensor === null ? '' : sensorType(sensor.type).measure;
  const figure = (value: number): string =>
    `${formats.number(value, Number.isInteger(value) ? 0 : 2)}${measure === '' ? '' : `\u00a0${measure}`}`;
  const plain = (value: number): string => formats.number(value, Number.isInteger(value) ? 0 : 3);
  const looks: ChartCurve[] = [
    { colour: '--color-off-fill', own: true, label: t('detection.tuning.rawValue'), figure: plain },
    { colour: '--color-accent-solid', label: t('detection.tuning.after'), figure },
    { colour: '--color-caution-text', dashed: true, label: t('detection.tuning.before'), figure },
  ];
  if (curves === null) return <p className="tuning-nothing">{t('detection.tuning.noValues')}</p>;
  return (
    <>
      <Totals
        totals={sensorTotalsOf(
          summaryOf(columns.before, ...rows),
          summaryOf(columns.after, ...rows),
          t,
          formats,
          figure,
        )}
      />
      <div className="tuning-stage">
        <ViewTools view={view} shown={shown} />
        <Chart
          label={t('detection.tuning.sensorChart')}
          curves={curves}
          visible={view.visible}
          onZoom={view.zoom}
          looks={looks}
        />
        <Axis visible={view.visible} shown={shown} />
      </div>
    </>
  );
}

interface SensorColumns {
  readonly raw: Float64Array;
  readonly before: Float64Array;
  readonly after: Float64Array;
}

/** The day's values: as the expression reads them, and by both definitions; NaN for a definition that there is not. */
function useSensorColumns(
  track: TrackColumns,
  edited: SensorDefinition | null,
  saved: Sensor | null,
  others: readonly Sensor[],
): SensorColumns {
  const key = JSON.stringify([edited, saved, others]);
  return useMemo(() => {
    const [after, before, rest]: [SensorDefinition | null, Sensor | null, Sensor[]] = JSON.parse(key);
    const column = (sensor: SensorDefinition | null): Float64Array =>
      sensor === null ? new Float64Array(track.count).fill(Number.NaN) : sensorColumn(track, sensor, rest);
    const shown = after ?? before;
    return {
      raw: column(
        shown && { ...shown, data_type: 'number', multiplier: 1, minimum: null, maximum: null, table: NO_TABLE },
      ),
      before: column(before),
      after: column(after),
    };
  }, [track, key]);
}

/** Texts cannot be drawn as a curve: how often the day had each. */
function TextDay({
  track,
  shown,
  sensor,
  others,
}: {
  track: TrackColumns;
  shown: Interval;
  sensor: SensorDefinition;
  others: readonly Sensor[];
}): ReactNode {
  const { t } = useTranslation();
  const { number } = useFormats();
  const key = JSON.stringify([sensor, others]);
  const counts = useMemo(() => {
    const [own, rest]: [SensorDefinition, Sensor[]] = JSON.parse(key);
    const values = sensorValues(track, SensorSet.compile([own, ...rest]), 0).slice(
      firstRowAt(track.times, shown.from),
      firstRowAt(track.times, shown.to),
    );
    const found = new Map<string, number>();
    for (const value of values) if (value !== null) found.set(String(value), (found.get(String(value)) ?? 0) + 1);
    return [...found].toSorted((a, b) => b[1] - a[1]).slice(0, 20);
  }, [track, shown, key]);
  if (counts.length === 0) return <p className="tuning-nothing">{t('detection.tuning.noValues')}</p>;
  return (
    <table className="tuning-values">
      <thead>
        <tr>
          <th scope="col">{t('detection.tuning.value')}</th>
          <th scope="col">{t('detection.tuning.reports')}</th>
        </tr>
      </thead>
      <tbody>
        {counts.map(([value, count]) => (
          <tr key={value}>
            <th scope="row">
              <bdi>{value}</bdi>
            </th>
            <td>{number(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
