import { array, string } from 'yup';
import { DEVICE_LOCK, networkField } from '../base/index.ts';
import { PROTOCOL_CODES, protocolNamed, type ProtocolName } from '../telemetry/index.ts';
import { protocolOfModel } from './models.ts';

/** Protocols by which trackers report to this server. */
export const DEVICE_PROTOCOLS = Object.keys(PROTOCOL_CODES).filter((name) => name !== 'import') as ProtocolName[];

/** What a device's protocol is compared with: that of its model, none at all, or one that is named. */
export const PROTOCOL_LOCKS = ['model', 'any', ...DEVICE_PROTOCOLS] as const;
export type ProtocolLock = (typeof PROTOCOL_LOCKS)[number];

/** Protocols whose trackers can send a password. Others refuse a device that has one. */
const WITH_PASSWORD: ReadonlySet<ProtocolName> = new Set<ProtocolName>(['osmand', 'wialon_ips', 'jt808', 'traccar']);

/** True where a tracker of the protocol can send the password of its device. */
export const asksPassword = (protocol: ProtocolName): boolean => WITH_PASSWORD.has(protocol);

/** The protocol that a device has to speak; null: any. */
export function protocolOfLock(lock: string, model: string): ProtocolName | null {
  return lock === 'model' ? protocolOfModel(model) : protocolNamed(lock);
}

/**
 * True where a device that is locked so may report by the protocol. A server that forwards positions has a key of the
 * device's account, so the protocol of the model does not shut it out; one that is named does.
 */
export function admitsProtocol(lock: string, model: string, protocol: ProtocolName): boolean {
  const asked = protocolOfLock(lock, model);
  return asked === null || asked === protocol || (lock === 'model' && protocol === 'traccar');
}

/** Addresses and networks from which a device may report; none: any. */
export const networksField = array(networkField.required('validation.required'))
  .max(DEVICE_LOCK.networks, 'validation.maxItems')
  .default([]);

export const protocolLockField = string().oneOf(PROTOCOL_LOCKS, 'validation.oneOf').default('model');

/** Why a tracker that names a registered device is not let in. */
export type RefusalReason = 'protocol' | 'address' | 'password' | 'noPassword' | 'connection';

/** The last time that somebody named a device and was not let in. */
export interface DeviceRefusal {
  readonly reason: RefusalReason;
  readonly protocol: ProtocolName;
  readonly address: string;
  /** ISO 8601 UTC. */
  readonly time: string;
  /** How often since the server started. */
  readonly count: number;
}
