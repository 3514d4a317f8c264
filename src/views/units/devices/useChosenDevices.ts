import { useEffect, useMemo, useState } from 'react';
import type { DeviceDetails } from '../../../domain/device/index.ts';
import { useCalls } from '../../shared/services/calls.ts';

/** What of a device its line shows. */
export type ShownDevice = Pick<DeviceDetails, 'device_id' | 'name' | 'device_model' | 'unique_identifier'>;

/** What is known of a chosen device; null: it could not be read, it may be gone. */
export type ChosenById = ReadonlyMap<number, ShownDevice | null>;

const NOTHING: readonly ShownDevice[] = [];

/** Names of chosen devices, whatever the list beside them shows: after a reload only their ids are left. */
export function useChosenDevices(ids: readonly number[], known: readonly ShownDevice[] = NOTHING): ChosenById {
  const { call } = useCalls();
  const [read, setRead] = useState<ChosenById>(new Map());
  const missing = ids.filter((id) => !read.has(id) && !known.some((device) => device.device_id === id)).join(',');
  useEffect(() => {
    if (missing === '') return undefined;
    const controller = new AbortController();
    const readOne = async (id: number): Promise<void> => {
      const answer = await call('getDevice', { device_id: id }, controller.signal);
      if (!controller.signal.aborted) setRead((before) => new Map(before).set(id, answer.ok ? answer.value : null));
    };
    for (const id of missing.split(',').map(Number)) {
      readOne(id).catch((error: unknown) => {
        if (!controller.signal.aborted) throw error;
      });
    }
    return () => controller.abort();
  }, [call, missing]);
  return useMemo(
    () => new Map([...read, ...known.map((device) => [device.device_id, device] as const)]),
    [read, known],
  );
}
