/** Statuses of a device as the wire writes them (specification, chapter 3). */
export const DEVICE_STATUSES = ['ACTIVE', 'INACTIVE', 'DAMAGED', 'BLOCKED'] as const;
export type DeviceStatus = (typeof DEVICE_STATUSES)[number];

/**
 * Which status may follow which; the specification names the statuses and leaves the transitions between
 * them open (chapter 4). A damaged device goes to repair and comes back inactive, to be switched on
 * by hand; a blocked one has to be unblocked before anything else. Only an active device is listened
 * to: reports of the others are counted and not stored.
 */
const TRANSITIONS: Readonly<Record<DeviceStatus, readonly DeviceStatus[]>> = {
  ACTIVE: ['INACTIVE', 'DAMAGED', 'BLOCKED'],
  INACTIVE: ['ACTIVE', 'DAMAGED', 'BLOCKED'],
  DAMAGED: ['INACTIVE', 'BLOCKED'],
  BLOCKED: ['INACTIVE'],
};

/** Statuses that a device of this one may be given. */
export function nextDeviceStatuses(status: DeviceStatus): readonly DeviceStatus[] {
  return TRANSITIONS[status];
}
