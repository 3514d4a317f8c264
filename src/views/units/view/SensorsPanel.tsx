import { useEffect, useMemo, type ReactNode } from 'react';
import { datedMessage, explain, sensorTypeKey, type Explanation, type Sensor } from '../../../domain/sensor/index.ts';
import { fromIso, type Instant } from '../../../domain/base/index.ts';
import type { Position } from '../../../domain/telemetry/index.ts';
import type { UnitDetails } from '../../../domain/unit/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { EmptyState, LinkButton, Panel, SensorIcon } from '../../../ui/index.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useSensorText } from '../../shared/sensors/index.ts';
import { useMayIn } from '../../shared/services/mayIn.ts';
import { useStore } from '../../shared/services/store.ts';
import { useIsAllocated } from '../useIsAllocated.ts';
import '../../shared/list/serverList.css';

/** Live values of the unit's sensors: what the report carried, and what the sensor makes of it. */
export function SensorsPanel({ unit }: { unit: UnitDetails }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const mayIn = useMayIn();
  const isAllocated = useIsAllocated(unit);
  const position = useReport(unit.unit_id);
  const sensors = unit.devices.flatMap((device) => device.sensors).filter(({ visible }) => visible);
  const first = unit.devices.at(0);
  const time = position === null ? t('unitForms.view.noReport') : formats.preciseTime(Date.parse(position.time));
  return (
    <Panel
      title={t('unitForms.view.sensors')}
      actions={sensors.length > 0 && <span className="dim figures">{time}</span>}>
      {sensors.length === 0 ? (
        <EmptyState
          title={t('unitForms.view.noSensors')}
          icon={<SensorIcon />}
          action={
            first &&
            !isAllocated &&
            mayIn(unit, { resource: 'devices', action: 'u' }) && (
              <LinkButton href={`/device/${first.device_id}?tab=sensors`}>{t('unitForms.setup.setUp')}</LinkButton>
            )
          }>
          {t('unitForms.view.noSensorsLead')}
        </EmptyState>
      ) : (
        <SensorTable unit={unit} sensors={sensors} position={position} />
      )}
    </Panel>
  );
}

function SensorTable({
  unit,
  sensors,
  position,
}: {
  unit: UnitDetails;
  sensors: readonly Sensor[];
  position: Position | null;
}): ReactNode {
  const { t } = useTranslation();
  const explained = useMemo(() => explainAll(unit, position), [unit, position]);
  return (
    <div className="server-list-scroll">
      <table className="server-table sensor-table" aria-label={t('unitForms.view.sensors')}>
        <thead>
          <tr>
            <th scope="col">{t('unitForms.view.sensor')}</th>
            <th scope="col" className="server-table-end">
              {t('unitForms.view.raw')}
            </th>
            <th scope="col" className="server-table-end">
              {t('unitForms.view.value')}
            </th>
          </tr>
        </thead>
        <tbody>
          {sensors.map((sensor) => (
            <SensorLine key={sensor.sensor_id} sensor={sensor} dated={explained.get(sensor.sensor_id) ?? null} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SensorLine({ sensor, dated }: { sensor: Sensor; dated: DatedExplanation | null }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const text = useSensorText();
  const explanation = dated?.explanation ?? null;
  const keptFrom = dated?.keptFrom ?? null;
  const raw = explanation?.steps.find((step) => step.step === 'raw');
  const reason = explanation?.reason ?? null;
  return (
    <tr>
      <th scope="row" className="server-table-name">
        <bdi>{sensor.name}</bdi> <span className="cell-note">{t(sensorTypeKey(sensor.type))}</span>
      </th>
      <td data-label={t('unitForms.view.raw')} className="server-table-end">
        <bdi dir="ltr" className="figures dim">
          {raw?.step === 'raw' ? text.plain(raw.value) : '–'}
        </bdi>
      </td>
      <td data-label={t('unitForms.view.value')} className="server-table-end">
        <bdi className="figures">{text.value(sensor, explanation?.value ?? null)}</bdi>
        {reason === null && keptFrom !== null && (
          <span className="cell-note">{t('units.detail.asOf', { time: formats.preciseTime(keptFrom) })}</span>
        )}
        {reason !== null && <span className="cell-note">{t(`sensorNoValue.${reason}`)}</span>}
      </td>
    </tr>
  );
}

interface DatedExplanation {
  readonly explanation: Explanation;
  /** When what it was computed from was said, where the latest report did not carry it; else null. */
  readonly keptFrom: Instant | null;
}

/** Each sensor on the latest report, with those of its device that it may refer to. */
function explainAll(unit: UnitDetails, position: Position | null): ReadonlyMap<number, DatedExplanation> {
  if (position === null) return new Map();
  const time = fromIso(position.time);
  const dated = (sensor: Sensor, sensors: readonly Sensor[]): DatedExplanation => {
    const { message, said } = datedMessage(position);
    const explanation = explain(sensor, sensors, message);
    return { explanation, keptFrom: said() < time ? said() : null };
  };
  return new Map(
    unit.devices.flatMap(({ sensors }) =>
      sensors.filter(({ visible }) => visible).map((sensor) => [sensor.sensor_id, dated(sensor, sensors)] as const),
    ),
  );
}

/** The latest report of a unit while the screen shows it. */
function useReport(unitId: number): Position | null {
  const { watch, details } = useFleet();
  useEffect(() => watch([unitId]), [watch, unitId]);
  return useStore(details).get(unitId) ?? null;
}
