import { useMemo, useState } from 'react';
import { DAY, SECOND, toIso } from '../../domain/base/index.ts';
import type { DeviceDetails } from '../../domain/device/index.ts';
import { positionMessage, type SensorMessage } from '../../domain/sensor/index.ts';
import type { Position } from '../../domain/telemetry/index.ts';
import { useFreshAnswer } from '../shared/services/calls.ts';
import { useNow } from '../shared/time/useNow.ts';

/** Messages that a preview looks at. */
const LOOKED_AT = 200;
/** People setting up a sensor wait for the device's next message. */
export const FRESHNESS = 5 * SECOND;

/** Where nothing came yet, and of a device in no unit, "at once" is no longer than this. */
const PROMPTNESS = SECOND;

export interface DeviceMessages {
  /** Newest first; null while they are on their way. */
  readonly messages: readonly SensorMessage[] | null;
  readonly positions: readonly Position[];
  /** False of a device in no unit, whose reports are kept for the moment only; null while it is not known. */
  readonly stored: boolean | null;
  /** Days that were looked back. */
  readonly days: number;
  /** Looks further back. */
  lookBack(days: number): void;
  reload(): void;
}

/** The device's last messages as they come, for previews. */
export function useMessages(device: Pick<DeviceDetails, 'device_id'>): DeviceMessages {
  const [isAwaited, setAwaited] = useState(false);
  const step = isAwaited ? PROMPTNESS : FRESHNESS;
  // The present is coarse: its next step is still to come, so that the newest message counts.
  const to = useNow(step) + step;
  const [days, setDays] = useState(1);
  const data = { device_id: device.device_id, from: toIso(to - days * DAY), to: toIso(to), limit: LOOKED_AT };
  const { value, reload } = useFreshAnswer('getDeviceMessages', data);
  const positions = value?.rows;
  // Messages in memory alone cost the server next to nothing, and so does an empty interval.
  const awaits = value !== null && (!value.stored || value.rows.length === 0);
  if (awaits !== isAwaited) setAwaited(awaits);
  const messages = useMemo(() => positions?.map(positionMessage) ?? null, [positions]);
  return { messages, positions: positions ?? [], stored: value?.stored ?? null, days, lookBack: setDays, reload };
}
