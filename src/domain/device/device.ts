import { object, string, type InferType } from 'yup';
import { LENGTH, requiredText, textLine, type DeviceId } from '../base/index.ts';

export const DEVICE_STATUSES = ['ACTIVE', 'INACTIVE', 'DAMAGED', 'BLOCKED'] as const;
export type DeviceStatus = (typeof DEVICE_STATUSES)[number];

/** A device as the wire shows it. */
export interface Device {
  device_id: DeviceId;
  name: string;
  device_model: string;
  unique_identifier: string;
  status: DeviceStatus;
}

/** A tracker that reported but belongs to nobody yet. */
export interface UnclaimedDevice {
  identifier: string;
  protocol: string;
  address: string;
  /** ISO 8601 UTC. */
  first_seen: string;
  last_seen: string;
  /** How often it was refused. */
  attempts: number;
}

export const createDeviceSchema = object({
  name: requiredText(LENGTH.deviceName),
  device_model: textLine().required('validation.required'),
  unique_identifier: string()
    .required('validation.required')
    .min(LENGTH.uniqueIdentifier.min, 'validation.minLength')
    .max(LENGTH.uniqueIdentifier.max, 'validation.maxLength')
    .matches(/^\S*$/, 'validation.identifierSpace'),
  version: textLine().max(LENGTH.deviceVersion.max, 'validation.maxLength'),
  manufacturer: textLine().max(LENGTH.deviceName.max, 'validation.maxLength'),
});
export type CreateDevice = InferType<typeof createDeviceSchema>;
