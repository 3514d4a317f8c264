import { boolean } from 'yup';
import {
  createDeviceSchema,
  deviceModel,
  guessedModel,
  type CreateDevice,
  type DeviceDetails,
} from '../../domain/device/index.ts';
import type { ForAccount } from '../shared/form/AccountOfNew.tsx';

/** A device as its form holds it. The password is never read: what is typed replaces it, nothing keeps it. */
export type DeviceValues = Omit<CreateDevice, 'device_password'> &
  ForAccount & { device_password: string; remove_password: boolean };

/** What the form checks by. */
export const deviceValuesSchema = createDeviceSchema.shape({ remove_password: boolean().default(false) });

/** What a new device begins with: nothing, or what a tracker that reported said of itself. */
export function newDevice(identifier: string, guess = ''): DeviceValues {
  return {
    name: '',
    unique_identifier: identifier,
    version: '',
    ...guessedModel(deviceModel(guess)?.code ?? ''),
    sim_number_1: '',
    sim_operator_1: '',
    sim_number_2: '',
    sim_operator_2: '',
    labels: [],
    clock_offset: 'protocol',
    device_password: '',
    remove_password: false,
  };
}

/** The form of a device that exists. */
export function deviceValues(device: DeviceDetails): DeviceValues {
  const {
    name,
    device_model,
    unique_identifier,
    version,
    manufacturer,
    sim_number_1,
    sim_operator_1,
    sim_number_2,
    sim_operator_2,
    labels,
    clock_offset,
  } = device;
  return {
    name,
    device_model,
    unique_identifier,
    version,
    manufacturer,
    sim_number_1,
    sim_operator_1,
    sim_number_2,
    sim_operator_2,
    labels: [...labels],
    clock_offset,
    device_password: '',
    remove_password: false,
  };
}

/** What is sent: an empty password keeps the one that is set, null takes it away. */
export function deviceOnWire({
  device_password: password,
  remove_password: removes,
  ...values
}: DeviceValues): CreateDevice {
  if (removes) return { ...values, device_password: null };
  return password === '' ? values : { ...values, device_password: password };
}
