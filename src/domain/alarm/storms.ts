import { distance } from '../base/index.ts';
import type { Alarm } from './alarm.ts';

/** Metres within which alarms of one cause are of one place. */
const PLACE = 5_000;

/** Alarms of one cause and place, in their order; the first represents all. */
interface Storm {
  readonly key: number;
  readonly alarms: readonly [Alarm, ...Alarm[]];
}

/**
 * Groups alarms of the same alert and rule that were raised near each other. Those without a position are of one place.
 */
export function stormsOf(alarms: readonly Alarm[]): Storm[] {
  const storms: { key: number; alarms: [Alarm, ...Alarm[]] }[] = [];
  for (const alarm of alarms) {
    const storm = storms.find(({ alarms: [first] }) => isAlike(first, alarm));
    if (storm) storm.alarms.push(alarm);
    else storms.push({ key: alarm.alarm_id, alarms: [alarm] });
  }
  return storms;
}

function isAlike(one: Alarm, other: Alarm): boolean {
  if (one.alert_id !== other.alert_id || one.rule_id !== other.rule_id) return false;
  if (one.position === null || other.position === null) return one.position === other.position;
  const { latitude, longitude } = one.position;
  return distance(latitude, longitude, other.position.latitude, other.position.longitude) <= PLACE;
}
