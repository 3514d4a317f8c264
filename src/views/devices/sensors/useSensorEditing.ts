import type { Sensor, SensorForm } from '../../../domain/sensor/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useCalls } from '../../shared/services/calls.ts';
import { useNotify } from '../../shared/services/toasts.ts';
import type { Written } from '../itemSave.ts';
import { useItemEditing } from '../useItemEditing.ts';

/** Sensors of a device, written one at a time. */
export function useSensorEditing(
  deviceId: number,
  onSaved: (sensor: Sensor, isNew: boolean) => void,
  onRemoved: () => void,
) {
  const { t } = useTranslation();
  const { call } = useCalls();
  const { done } = useNotify();
  return useItemEditing<Written<SensorForm>, Sensor>({
    save: (id, { form, expected }, signal) =>
      id === null
        ? call('createSensor', { ...form, device_id: deviceId }, signal)
        : call('updateSensor', { ...form, sensor_id: id, expected }, signal),
    remove: (id, signal) => call('deleteSensor', { sensor_id: id }, signal),
    saved(sensor, isNew) {
      done(t('sensors.saved', { name: sensor.name }));
      onSaved(sensor, isNew);
    },
    removed() {
      done(t('sensors.removed'));
      onRemoved();
    },
  });
}
