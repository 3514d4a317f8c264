import { HOUR, MINUTE, SECOND, type Instant } from '../../../src/domain/base/index.ts';
import { between, chance } from '../random.ts';
import type { Moment } from './vehicle.ts';

/** Alarms that devices of the demo raise by themselves; how each protocol says them is its dialect's. */
export type DeviceAlarm = 'sos' | 'power_cut' | 'hard_braking' | 'tow';

/** A time in which a device says that there is an alarm, where the vehicle does what belongs to it. */
export interface AlarmWindow {
  readonly word: DeviceAlarm;
  readonly from: Instant;
  readonly to: Instant;
}

interface AlarmingDevice {
  readonly seed: number;
  /** Those that it can raise. */
  readonly alarms: readonly DeviceAlarm[];
}

interface Habit {
  readonly word: DeviceAlarm;
  /** In a span. */
  readonly chance: number;
  /** Milliseconds. */
  readonly lasts: readonly [shortest: number, longest: number];
  readonly fits: (moment: Pick<Moment, 'driving' | 'ignition'>) => boolean;
}

/** Alarms are drawn per span of six hours: one at most. */
const SPAN = 6 * HOUR;

const HABITS: readonly Habit[] = [
  { word: 'sos', chance: 0.012, lasts: [MINUTE, 3 * MINUTE], fits: ({ driving }) => driving },
  { word: 'power_cut', chance: 0.03, lasts: [12 * MINUTE, 25 * MINUTE], fits: ({ driving }) => !driving },
  { word: 'tow', chance: 0.018, lasts: [12 * MINUTE, 18 * MINUTE], fits: ({ ignition }) => !ignition },
  { word: 'hard_braking', chance: 0.2, lasts: [12 * SECOND, 25 * SECOND], fits: ({ driving }) => driving },
];

/** The alarm that the device may raise in the span that the instant lies in. */
export function alarmWindow({ seed, alarms }: AlarmingDevice, instant: Instant): AlarmWindow | null {
  const span = Math.floor(instant / SPAN);
  let left = chance(seed, span, 91);
  for (const { word, chance: share, lasts } of HABITS) {
    left -= share;
    if (left >= 0) continue;
    if (!alarms.includes(word)) return null;
    const from = span * SPAN + Math.floor(between(0.05, 0.9, seed, span, 92) * SPAN);
    return { word, from, to: from + Math.floor(between(lasts[0], lasts[1], seed, span, 93)) };
  }
  return null;
}

/** What the device says of an alarm at a moment of its vehicle; empty: none. */
export function alarmAt(device: AlarmingDevice, moment: Moment): DeviceAlarm | '' {
  const window = alarmWindow(device, moment.instant);
  if (window === null || moment.instant < window.from || moment.instant >= window.to) return '';
  return HABITS.find(({ word }) => word === window.word)?.fits(moment) ? window.word : '';
}
