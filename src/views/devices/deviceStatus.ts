import type { DeviceStatus } from '../../domain/device/index.ts';
import type { StatusShape, StatusTone } from '../../ui/index.ts';

/** Shape and hue of a status; its word is beside it. */
export const STATUS_LOOK: Readonly<Record<DeviceStatus, { readonly shape: StatusShape; readonly tone: StatusTone }>> = {
  ACTIVE: { shape: 'disc', tone: 'normal' },
  INACTIVE: { shape: 'hollow', tone: 'off' },
  DAMAGED: { shape: 'square', tone: 'caution' },
  BLOCKED: { shape: 'crossed', tone: 'critical' },
};
