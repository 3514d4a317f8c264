import { useMemo, type ReactNode } from 'react';
import { SensorSet, sensorType, sensorTypeKey, type Sensor, type SensorValue } from '../../../domain/sensor/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { DeleteIcon, EditIcon, IconButton } from '../../../ui/index.ts';
import { useReadings } from '../../shared/unit/useReadings.ts';
import type { DeviceMessages } from '../useMessages.ts';
import '../../shared/list/serverList.css';
import './sensors.css';

export interface SensorTableProps {
  sensors: readonly Sensor[];
  messages: DeviceMessages;
  /** Null: one may look only. */
  onEdit: ((id: number) => void) | null;
  onRemove: (id: number) => void;
}

/** The sensors in their order, each with its value now. */
export function SensorTable({ sensors, messages, onEdit, onRemove }: SensorTableProps): ReactNode {
  const { t } = useTranslation();
  const readings = useReadings();
  const last = messages.messages;
  const values = useMemo(
    (): readonly SensorValue[] =>
      last?.[0]
        ? SensorSet.compile(sensors)
            .evaluate(last[0], last[1] ?? null)
            .values()
        : [],
    [sensors, last],
  );
  return (
    <div className="server-list-scroll">
      <table className="server-table sensor-list" aria-label={t('devices.step.sensors')}>
        <thead>
          <tr>
            {(['name', 'type', 'parameter', 'field', 'now'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`sensors.${column}`)}
              </th>
            ))}
            {onEdit && (
              <th scope="col">
                <span className="visually-hidden">{t('list.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {sensors.map((sensor, place) => (
            <tr key={sensor.sensor_id}>
              <th scope="row" className="server-table-name">
                <bdi>{sensor.name}</bdi>
                {!sensor.visible && <span className="cell-note">{t('sensors.hidden')}</span>}
              </th>
              <td data-label={t('sensors.type')}>{t(sensorTypeKey(sensor.type))}</td>
              <td data-label={t('sensors.parameter')}>
                <bdi dir="ltr" className="sensor-code">
                  {sensor.parameter}
                </bdi>
              </td>
              <td data-label={t('sensors.field')}>
                <bdi dir="ltr" className="sensor-code">
                  {sensor.field}
                </bdi>
              </td>
              <td data-label={t('sensors.now')} className="figures">
                {readings.value(values[place] ?? null, sensorType(sensor.type).measure)}
              </td>
              {onEdit && (
                <td className="server-table-actions">
                  <IconButton
                    size="compact"
                    label={t('sensors.editOf', { name: sensor.name })}
                    icon={<EditIcon aria-hidden="true" />}
                    onPress={() => onEdit(sensor.sensor_id)}
                  />
                  <IconButton
                    size="compact"
                    label={t('sensors.removeOf', { name: sensor.name })}
                    icon={<DeleteIcon aria-hidden="true" />}
                    onPress={() => onRemove(sensor.sensor_id)}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
