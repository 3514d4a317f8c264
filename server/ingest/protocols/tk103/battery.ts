import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { fromHex, isCelsius, u16 } from '../shared/index.ts';

/**
 * BS50 and BS51: what the battery of an electric vehicle says, as `90:<hex>,91:<hex>,…`. Part 90 has the voltage
 * (0.1 V) at 0, the current (0.1 A, 30,000 is none) at 4 and the charge (0.1 %) at 6; part 92 the highest temperature
 * (°C, 40 is 0) at 0.
 */
const PARTS = /(?:^|,)(9[02]):((?:[0-9A-F]{2})+)/g;
const NO_CURRENT = 30_000;
const NO_TEMPERATURE = 40;

/** Reads the parts that are known; false when none is. */
export function readBattery(fix: Fix, text: string): boolean {
  for (const [, part, hex] of text.matchAll(PARTS)) {
    const bytes = fromHex(hex);
    if (part === '90' && bytes.length >= 8) {
      fix.attributes.set('battery_voltage', u16(bytes, 0) / 10);
      fix.attributes.set('battery_current', (u16(bytes, 4) - NO_CURRENT) / 10);
      const charge = u16(bytes, 6) / 10;
      if (charge <= 100) fix.attributes.set('battery_level', charge);
    } else if (part === '92') {
      const temperature = bytes[0] - NO_TEMPERATURE;
      if (isCelsius(temperature)) fix.attributes.set('temperature_1', temperature);
    }
  }
  return fix.attributes.size > 0;
}
