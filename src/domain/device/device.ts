import { object, string, type InferType } from 'yup';
import { LENGTH, type DeviceId } from '../base/index.ts';

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
  name: string()
    .trim()
    .required('validation.required')
    .min(LENGTH.deviceName.min, 'validation.minLength')
    .max(LENGTH.deviceName.max, 'validation.maxLength'),
  device_model: string().trim().required('validation.required'),
  unique_identifier: string()
    .required('validation.required')
    .min(LENGTH.uniqueIdentifier.min, 'validation.minLength')
    .max(LENGTH.uniqueIdentifier.max, 'validation.maxLength')
    .matches(/^\S*$/, 'validation.identifierSpace'),
  version: string().trim().max(LENGTH.deviceVersion.max, 'validation.maxLength'),
  manufacturer: string().trim().max(LENGTH.deviceName.max, 'validation.maxLength'),
});
export type CreateDevice = InferType<typeof createDeviceSchema>;
