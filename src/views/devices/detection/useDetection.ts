import { useMemo } from 'react';
import type { DetectionFormProps } from './DetectionForm.tsx';
import { usePresent, type Present } from './present/usePresent.ts';
import { settingsOf, type DetectionSettings } from './settings.ts';
import { useTuningDay, type TuningDay } from './tuning/useTuningDay.ts';

export interface Detection {
  readonly saved: DetectionSettings;
  /** The day of the past that settings are tried on. */
  readonly day: TuningDay;
  readonly present: Present;
}

/** What every detection form shows beside its fields: what is saved, a day to try it on, and the last reports. */
export function useDetection({ device, unitId }: Pick<DetectionFormProps, 'device' | 'unitId'>): Detection {
  const saved = useMemo(() => settingsOf(device), [device]);
  const day = useTuningDay(unitId, device.device_id);
  const present = usePresent(device.device_id, unitId);
  return { saved, day, present };
}
