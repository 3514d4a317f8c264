import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { fromHex, isCelsius, putAttribute, u16 } from '../shared/index.ts';

/**
 * BS51: what the battery of an electric vehicle says, as `90:<hex>,91:<hex>,…`. Part 90 has the voltage
 * (0.1 V) at 0, the current (0.1 A, 30,000 is none) at 4 and the charge (0.1 %) at 6; part 91 the highest voltage of a
 * cell (mV) at 0 and the lowest at 3; part 92 the highest temperature (°C, 40 is 0) at 0. Some send them as BS50 too.
 */
const PARTS = /(?:^|,)(9[0-2]):((?:[0-9A-F]{2})+)/g;
const NO_CURRENT = 30_000;
const NO_TEMPERATURE = 40;

/** Reads the parts that are known; false when none is. */
export function readBattery(fix: Fix, text: string): boolean {
  for (const [, part, hex] of text.matchAll(PARTS)) {
    const bytes = fromHex(hex);
    if (part === '90' && bytes.length >= 8) {
      fix.attributes.set('battery_voltage', u16(bytes, 0) / 10);
      fix.attributes.set('battery_current', (u16(bytes, 4) - NO_CURRENT) / 10);
      putLevel(fix, u16(bytes, 6) / 10);
    } else if (part === '91' && bytes.length >= 5) {
      putAttribute(fix, 'cell_voltage_high', u16(bytes, 0) / 1000);
      putAttribute(fix, 'cell_voltage_low', u16(bytes, 3) / 1000);
    } else if (part === '92') putTemperature(fix, 1, bytes[0]);
  }
  return fix.attributes.size > 0;
}

function putLevel(fix: Fix, percent: number): void {
  if (percent <= 100) fix.attributes.set('battery_level', percent);
}

function putTemperature(fix: Fix, probe: number, byte: number): void {
  const temperature = byte - NO_TEMPERATURE;
  if (isCelsius(temperature)) fix.attributes.set(`temperature_${probe}`, temperature);
}

/**
 * BS50 in hexadecimal, numbers least significant byte first, by place: cells at 3, their voltages (mV) for 24 from 4
 * on, current (0.1 A) at 53, voltage (0.01 V) at 55, charge (%) at 57, cycles at 63, probes at 72, their °C (40 is 0)
 * for 7 from 75 on. What its other bytes count is not documented for certain.
 */
const BLOCK = {
  cells: 3,
  voltages: 4,
  current: 53,
  voltage: 55,
  level: 57,
  cycles: 63,
  probes: 72,
  temperatures: 75,
  end: 82,
} as const;
const MOST_CELLS = 24;
const MOST_PROBES = 4;

/** Reads the block of BS50; false when it is none. */
export function readBatteryBlock(fix: Fix, text: string): boolean {
  if (!/^(?:[0-9A-F]{2})+$/i.test(text)) return false;
  const bytes = fromHex(text);
  if (bytes.length < BLOCK.end || bytes[BLOCK.cells] > MOST_CELLS) return false;
  const at = (place: number): number => bytes[place] | (bytes[place + 1] << 8);
  fix.attributes.set('battery_voltage', at(BLOCK.voltage) / 100);
  putAttribute(fix, 'battery_current', at(BLOCK.current) / 10);
  putLevel(fix, bytes[BLOCK.level]);
  putAttribute(fix, 'battery_cycles', at(BLOCK.cycles));
  for (let cell = 0; cell < bytes[BLOCK.cells]; cell++)
    putAttribute(fix, `cell_voltage_${cell + 1}`, at(BLOCK.voltages + cell * 2) / 1000);
  const probes = Math.min(MOST_PROBES, bytes[BLOCK.probes]);
  for (let probe = 0; probe < probes; probe++) putTemperature(fix, probe + 1, bytes[BLOCK.temperatures + probe]);
  return true;
}
