import { createDeviceSchema, type Device } from '../../domain/device/index.ts';
import { methodOf } from './method.ts';

const device = methodOf('device-service');

export const deviceMethods = {
  createDevice: device<Device>()({
    summary: 'Registers a tracker by its unique identifier.',
    access: { resource: 'devices', action: 'a' },
    request: createDeviceSchema,
    quiet: false,
  }),
};
