import { toIso, type Instant } from '../../src/domain/base/index.ts';
import { asksPassword, type DeviceRefusal, type RefusalReason } from '../../src/domain/device/index.ts';
import type { ProtocolName } from '../../src/domain/telemetry/index.ts';
import { addressOf } from './addresses.ts';
import type { Credentials, DeviceHandle } from './types.ts';

/** Devices whose last refusal is remembered; past that the one that was refused longest ago is forgotten. */
const CAPACITY = 10_000;

/** Why a registered device may not report by this door, or null. `foreign`: it is not in the sender's accounts. */
export function refusalReason(
  { lock, password }: DeviceHandle,
  protocol: ProtocolName,
  remote: string,
  shown: Credentials,
): RefusalReason | 'foreign' | null {
  if (lock && shown.accounts && !shown.accounts.includes(lock.accountId)) return 'foreign';
  if (lock && !lock.admitsProtocol(protocol)) return 'protocol';
  if (lock && !lock.admitsAddress(addressOf(remote))) return 'address';
  if (password === null) return null;
  if (!asksPassword(protocol)) return 'noPassword';
  return shown.password === undefined || shown.password === password ? null : 'password';
}

/** The last refusal of each registered device, in memory: its owner sees why it is silent, or who tries to be it. */
export class DeviceRefusals {
  readonly #last = new Map<number, Omit<DeviceRefusal, 'time'> & { readonly at: Instant }>();

  note(deviceId: number, reason: RefusalReason, protocol: ProtocolName, remote: string, at: Instant): void {
    const count = (this.#last.get(deviceId)?.count ?? 0) + 1;
    this.#last.delete(deviceId);
    this.#last.set(deviceId, { reason, protocol, address: addressOf(remote), at, count });
    if (this.#last.size > CAPACITY) this.#last.delete(this.#last.keys().next().value ?? 0);
  }

  of(deviceId: number): DeviceRefusal | null {
    const last = this.#last.get(deviceId);
    if (!last) return null;
    const { at, ...refusal } = last;
    return { ...refusal, time: toIso(at) };
  }

  forget(deviceId: number): void {
    this.#last.delete(deviceId);
  }
}
