import { useMemo, useState } from 'react';
import type { Alarm } from '../../domain/alarm/index.ts';
import { useShortcuts } from '../shared/shortcuts.tsx';
import type { AskedAct } from '../shared/alarms/ActDialog.tsx';
import { useAlarmActs } from '../shared/alarms/useAlarmActs.ts';
import type { useAlarmFilters } from './useAlarmFilters.ts';

type Address = Pick<ReturnType<typeof useAlarmFilters>, 'opened' | 'open'>;

/** What is chosen in the queue, and what keys and buttons do to it. */
export function useQueue(alarms: readonly Alarm[], { opened, open: openInAddress }: Address, mayAct: boolean) {
  const acts = useAlarmActs();
  const [focused, setFocused] = useState<number | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [asked, setAsked] = useState<{ act: AskedAct; alarms: readonly Alarm[] } | null>(null);
  const chosen = useMemo(() => alarms.filter(({ alarm_id }) => ticked.has(alarm_id)), [alarms, ticked]);
  const current = focused ?? opened;
  const open = (id: number | null): void => {
    setFocused(id);
    openInAddress(id);
  };
  const tick = (ids: readonly number[], on: boolean): void => {
    const others = [...ticked].filter((id) => !ids.includes(id));
    setTicked(new Set(on ? [...others, ...ids] : others));
  };
  const acknowledge = (of: readonly Alarm[]): void => {
    if (mayAct && of.length > 0) void acts.acknowledge(of.map(({ alarm_id }) => alarm_id));
  };
  const ask = {
    open(act: AskedAct, of: readonly Alarm[]): void {
      if (mayAct && of.length > 0) setAsked({ act, alarms: of });
    },
    close: () => setAsked(null),
  };
  const move = (by: number): void => {
    const place = alarms.findIndex(({ alarm_id }) => alarm_id === current);
    const next = alarms.at(Math.max(0, Math.min(alarms.length - 1, place < 0 ? 0 : place + by)));
    if (next === undefined) return;
    setFocused(next.alarm_id);
    if (opened !== null) openInAddress(next.alarm_id);
  };
  /** What is ticked, else what the keys are at. */
  const subject = (): readonly Alarm[] =>
    chosen.length > 0 ? chosen : alarms.filter(({ alarm_id }) => alarm_id === current);
  useShortcuts('alarms.list', [
    { keys: ['j'], labelKey: 'alarms.nextAlarm', run: () => move(1) },
    { keys: ['k'], labelKey: 'alarms.previousAlarm', run: () => move(-1) },
    { keys: ['Enter'], labelKey: 'alarms.open', run: () => (current === null ? undefined : open(current)) },
    { keys: ['a'], labelKey: 'alarms.acknowledge', run: () => acknowledge(subject()) },
    { keys: ['s'], labelKey: 'alarms.snooze', run: () => ask.open('snooze', subject()) },
    { keys: ['r'], labelKey: 'alarms.resolve', run: () => ask.open('resolve', subject()) },
  ]);
  return { current, open, chosen, ticked, tick, acts, acknowledge, ask, asked };
}
