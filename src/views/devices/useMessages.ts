import { useMemo, useState } from 'react';
import { DAY, SECOND, toIso } from '../../domain/base/index.ts';
import type { DeviceDetails } from '../../domain/device/index.ts';
import { positionMessage, type SensorMessage } from '../../domain/sensor/index.ts';
import type { Position } from '../../domain/telemetry/index.ts';
import { useAnswer } from '../shared/calls.ts';
import { useNow } from '../shared/useNow.ts';

/** Messages that a preview looks at. */
const LOOKED_AT = 200;
/** Whoever sets a sensor up waits for what the device says next. */
const FRESHNESS = 5 * SECOND;

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

/** The device's last messages as they come, for previews. A device in no unit has none. */
export function useMessages(device: Pick<DeviceDetails, 'device_id' | 'unit_id'>): DeviceMessages {
  // The present is coarse: its next step is still to come, so that the newest message counts.
  const to = useNow(FRESHNESS) + FRESHNESS;
  const [days, setDays] = useState(1);
  const data = device.unit_id === null ? null : { device_id: device.device_id, from: toIso(to - days * DAY), to: toIso(to), page: 1, limit: LOOKED_AT };
  const { value, reload } = useAnswer('getDeviceMessages', data);
  const positions = value?.rows;
  const messages = useMemo(() => positions?.map(positionMessage) ?? null, [positions]);
  return { messages: device.unit_id === null ? [] : messages, positions: positions ?? [], days, lookBack: setDays, reload };
}
