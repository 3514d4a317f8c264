import { useState } from 'react';
import type { Instant, Interval } from '../../../domain/base/index.ts';
import { useFormats } from '../../../i18n/index.ts';
import { PAST_PRESETS, presetSpan, type DatePreset } from '../../shared/time/datePresets.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useNow } from '../../shared/time/useNow.ts';
import { askedInterval } from '../timeline/index.ts';

/** What the list of a mode may be about: what the timeline shows, or days of the account's zone. */
type IntervalChoice = 'timeline' | DatePreset;
const INTERVAL_CHOICES: readonly IntervalChoice[] = [
  'timeline',
  ...PAST_PRESETS.filter((preset) => preset !== 'thisYear'),
];

export interface ModeInterval {
  readonly choice: IntervalChoice;
  readonly choices: readonly IntervalChoice[];
  readonly choose: (choice: IntervalChoice) => void;
  /** What the list is about: an instant outside of it would call the ruler away from what is listed. */
  readonly listed: Interval;
  /** What is asked of the server: the same, where it moves with the timeline rounded outwards. */
  readonly asked: Interval;
}

/** The interval that a mode lists. Without a timeline, which takes a permission of its own, there are days only. */
export function useModeInterval(visible: Interval | null): ModeInterval {
  const { settings, language } = useFormats();
  const { now } = useFleet();
  const present = useNow();
  const [chosen, choose] = useState<IntervalChoice>('timeline');
  const days = chosen === 'timeline' ? 'today' : chosen;
  const ruler = chosen === 'timeline' ? visible : null;
  const listed = ruler ?? upTo(presetSpan(days, present, settings.timeZone, language), present);
  return {
    choice: ruler === null ? days : 'timeline',
    choices: visible === null ? INTERVAL_CHOICES.filter((each) => each !== 'timeline') : INTERVAL_CHOICES,
    choose,
    listed,
    asked: ruler === null ? listed : askedInterval(ruler, now()),
  };
}

/** Nothing has happened after the present; a minute of grace for clocks that differ. */
function upTo({ from, to }: Interval, present: Instant): Interval {
  return { from, to: Math.max(from, Math.min(to, present + 60_000)) };
}
