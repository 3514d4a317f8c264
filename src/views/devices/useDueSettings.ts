import { useState } from 'react';
import { NOTHING_DUE, type DueSettings, type SettingsPrompt } from '../../machines/deviceSetup/index.ts';
import { useDraft } from '../shared/form/drafts.ts';

const isPrompt = (value: unknown): value is SettingsPrompt => value === 'tripDetector' || value === 'fuel';

/**
 * What the sensors of a device still ask to be set, kept beside the drafts: it survives a reload, for this
 * person in this tab. `deviceId` null keeps nothing.
 */
export function useDueSettings(deviceId: number | null) {
  const draft = useDraft(deviceId === null ? null : `device.${deviceId}.due`);
  const [due] = useState((): DueSettings => {
    const kept = draft.read(NOTHING_DUE)?.values ?? NOTHING_DUE;
    return { prompts: kept.prompts.filter(isPrompt), accepted: kept.accepted };
  });
  return { due, remember: (next: DueSettings): void => draft.save(NOTHING_DUE, next) };
}
