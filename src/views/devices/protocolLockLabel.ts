import type { ProtocolLock } from '../../domain/device/index.ts';
import type { ProtocolName } from '../../domain/telemetry/index.ts';

/** What a lock to a protocol is called; `ofModel` is the protocol of the device's model, null where it is not known. */
export function protocolLockLabel(
  lock: ProtocolLock,
  ofModel: ProtocolName | null,
  translate: (key: string, values: Record<string, string>) => string,
): string {
  if (lock === 'any') return translate('devices.protocolAny', {});
  if (lock !== 'model') return lock;
  return ofModel === null
    ? translate('devices.protocolOfUnknown', {})
    : translate('devices.protocolOfModel', { protocol: ofModel });
}
