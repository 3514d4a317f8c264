import { useMemo, useState } from 'react';
import { DAY, toIso } from '../../domain/base/index.ts';
import type { DeviceDetails } from '../../domain/device/index.ts';
import { positionMessage, type SensorMessage } from '../../domain/sensor/index.ts';
import type { Position } from '../../domain/telemetry/index.ts';
import { useAnswer } from '../shared/calls.ts';
import { useNow } from '../shared/useNow.ts';

/** Messages that a preview looks at. */
const LOOKED_AT = 200;

export interface DeviceMessages {
  /** Newest first; null while they are on their way. */
  readonly messages: readonly SensorMessage[] | null;
  readonly positions: readonly Position[];
  /** Days that were looked back. */
  readonly days: number;
  /** Looks further back. */
  lookBack(days: number): void;
  reload(): void;
}

/** The device's last messages, for previews. A device in no unit has none. */
export function useMessages(device: Pick<DeviceDetails, 'device_id' | 'unit_id'>): DeviceMessages {
  const now = useNow();
  const [to, setTo] = useState(now);
  const [days, setDays] = useState(1);
  const data = device.unit_id === null ? null : { device_id: device.device_id, from: toIso(to - days * DAY), to: toIso(to), page: 1, limit: LOOKED_AT };
  const { value } = useAnswer('getDeviceMessages', data);
  const positions = value?.rows;
  const messages = useMemo(() => positions?.map(positionMessage) ?? null, [positions]);
  return { messages: device.unit_id === null ? [] : messages, positions: positions ?? [], days, lookBack: setDays, reload: () => setTo(now) };
}
