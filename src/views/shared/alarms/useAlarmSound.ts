import { useEffect, useRef } from 'react';
import type { AlarmSummary } from '../../../domain/alarm/index.ts';
import { usePreferences } from '../services/preferences.ts';
import { playChime } from './chime.ts';

/**
 * Plays a sound when an alarm is raised, for who chose it; not for those that were there before, nor while the person
 * looks at the queue.
 */
export function useAlarmSound(summary: AlarmSummary | null, isQueueShown: boolean): void {
  const { alarmSound } = usePreferences().preferences;
  const known = useRef<number | null>(null);
  const newest = summary?.newest ?? null;
  useEffect(() => {
    if (newest === null) return;
    const isNew = known.current !== null && newest > known.current;
    // An alarm that is resolved makes the number smaller: what was heard once is not heard again.
    known.current = Math.max(newest, known.current ?? 0);
    if (isNew && alarmSound && !(isQueueShown && document.hasFocus())) playChime();
  }, [newest, alarmSound, isQueueShown]);
}
