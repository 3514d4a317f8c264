import { boolean, string } from 'yup';
import { DEVICE_LOCK, isNetwork, networksOf } from '../../domain/base/index.ts';
import {
  createDeviceSchema,
  deviceModel,
  guessedModel,
  type CreateDevice,
  type DeviceDetails,
} from '../../domain/device/index.ts';
import type { ForAccount } from '../shared/form/AccountOfNew.tsx';

/** A device as its form holds it. The password is never read: what is typed replaces it, nothing keeps it. */
export type DeviceValues = Omit<CreateDevice, 'device_password' | 'networks'> &
  ForAccount & {
    device_password: string;
    remove_password: boolean;
    /** As typed: addresses and networks with commas between them. */
    networks: string;
  };

/** What the form checks by. */
export const deviceValuesSchema = createDeviceSchema.shape({
  remove_password: boolean().default(false),
  networks: string()
    .default('')
    .test({ name: 'network', message: 'validation.network', test: (text) => networksOf(text ?? '').every(isNetwork) })
    .test({
      name: 'maxItems',
      message: 'validation.maxItems',
      params: { max: DEVICE_LOCK.networks },
      test: (text) => networksOf(text ?? '').length <= DEVICE_LOCK.networks,
    }),
});

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
    protocol_lock: 'model',
    networks: '',
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
    protocol_lock,
    networks,
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
    protocol_lock,
    networks: networks.join(', '),
    device_password: '',
    remove_password: false,
  };
}

/** What is sent: an empty password keeps the one that is set, null takes it away. */
export function deviceOnWire({
  device_password: password,
  remove_password: removes,
  networks,
  ...values
}: DeviceValues): CreateDevice {
  const fields = { ...values, networks: networksOf(networks) };
  if (removes) return { ...fields, device_password: null };
  return password === '' ? fields : { ...fields, device_password: password };
}
