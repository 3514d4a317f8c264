import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { ALARM, type Alarm } from '../shared/index.ts';

/**
 * Status bits are active-low: a zero says that it is so. The gravest comes first, because a report has one alarm.
 *
 * SOS is in two bits: documents of the first devices have the alarm button in bit 1, later ones (with four bytes of
 * state, each for a group) in bit 18, and devices keep the bit of the other kind at one. Both are therefore SOS, as
 * open decoders of the protocol take them too. A tracker that is well sends FFFFFFFF, or FFFFFBFF with the ignition
 * off.
 */
const ALARMS: readonly (readonly [bit: number, alarm: Alarm])[] = [
  [1, ALARM.sos],
  [18, ALARM.sos],
  [19, ALARM.powerCut],
  [2, ALARM.overspeed],
  [0, ALARM.vibration],
];
const IGNITION = 10;

/** The 32 bits behind a position: alarms, and the ignition wire, which alone is active-high. */
export function putStatus(fix: Fix, status: number): void {
  fix.attributes.set('status', status);
  fix.attributes.set('ignition', (status & (1 << IGNITION)) !== 0);
  for (const [bit, alarm] of ALARMS) {
    if ((status & (1 << bit)) === 0) {
      fix.attributes.set('alarm', alarm);
      return;
    }
  }
}

/** Charge in percent: six steps, or the percentage itself; anything else is not known. */
export function putBattery(fix: Fix, value: number): void {
  if (value >= 1 && value <= 3) fix.attributes.set('battery_level', (value - 1) * 10);
  else if (value >= 4 && value <= 6) fix.attributes.set('battery_level', (value - 1) * 20);
  else if (value > 6 && value <= 100) fix.attributes.set('battery_level', value);
}
