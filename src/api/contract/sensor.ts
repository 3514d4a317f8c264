import { number, object } from 'yup';
import { expectedField } from '../../domain/base/index.ts';
import { deviceIdField } from '../../domain/device/index.ts';
import { sensorSchema, type Sensor } from '../../domain/sensor/index.ts';
import { methodOf } from './method.ts';

const device = methodOf('device-service');
const update = { resource: 'devices', action: 'u' } as const;
const sensorId = object({ sensor_id: number().integer().positive().required('validation.required') });

/** device-service: what a device's parameters mean. */
export const sensorMethods = {
  getSensors: device<{ sensors: Sensor[] }>()({
    summary: 'Sensors of a device in their order.',
    access: { resource: 'devices', action: 'r' },
    unitAccess: { resource: 'units', action: 'u' },
    request: object({ device_id: deviceIdField }),
  }),
  createSensor: device<Sensor>()({
    summary: 'Adds a sensor to a device.',
    access: update,
    request: sensorSchema.shape({ device_id: deviceIdField }),
    quiet: false,
  }),
  updateSensor: device<Sensor>()({
    summary: 'Replaces a sensor by what is given.',
    access: update,
    request: sensorSchema.concat(sensorId).shape({ expected: expectedField }),
    quiet: false,
  }),
  deleteSensor: device<Record<string, never>>()({
    summary: 'Removes a sensor that no other reads.',
    access: update,
    request: sensorId,
    quiet: false,
  }),
};
