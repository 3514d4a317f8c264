import { useMemo } from 'react';
import type { DeviceId, UnitId } from '../../../domain/base/index.ts';
import { SensorSet, type Sensor } from '../../../domain/sensor/index.ts';
import { useAnswer } from '../../shared/services/calls.ts';

/** Sensors by which detection reads reports. */
export interface DetectionSensors {
  /** Those of the device. */
  readonly sensors: readonly Sensor[];
  /**
   * Those of all devices of its unit, as the server's detection has them; of the device alone where the unit may not be
   * read.
   */
  readonly set: SensorSet;
  /** Nothing is known yet. */
  readonly isAwaited: boolean;
}

/** The sensors of a device and of the unit that it is in. */
export function useDetectionSensors(deviceId: DeviceId, unitId: UnitId | null): DetectionSensors {
  const own = useAnswer('getSensors', { device_id: deviceId }, ['device']);
  const unit = useAnswer('getUnit', unitId === null ? null : { unit_id: unitId }, ['unit', 'device']);
  const sensors = own.value?.sensors;
  const devices = unit.value?.devices;
  const isAwaited = (sensors === undefined && own.loading) || (devices === undefined && unit.loading);
  return useMemo(() => {
    const known = sensors ?? NO_SENSORS;
    const isAmong = devices?.some(({ device_id }) => device_id === deviceId) ?? false;
    const all =
      devices !== undefined && isAmong
        ? devices.map((device) => (device.device_id === deviceId ? known : device.sensors))
        : [known];
    return { sensors: known, set: SensorSet.ofDevices(all), isAwaited };
  }, [sensors, devices, deviceId, isAwaited]);
}

const NO_SENSORS: readonly Sensor[] = [];
