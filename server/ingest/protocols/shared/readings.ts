import type { Fix } from '../../../../src/domain/telemetry/index.ts';

const NO_CELL = /^\d+,\d+,0,0(?:,|$)/;

/** Cells as `mcc,mnc,lac,cid[,signal]`, apart by semicolons; one whose area and number are zero means none. */
export function putCells(fix: Fix, cells: readonly string[]): void {
  const present = cells.filter((cell) => !NO_CELL.test(cell));
  if (present.length > 0) fix.attributes.set('cell', present.join(';'));
}

/** Signal strength of a modem (AT+CSQ, 0–31) in percent; NaN when it does not know. */
export function signalPercent(steps: number): number {
  return steps >= 0 && steps <= 31 ? Math.round((steps * 100) / 31) : Number.NaN;
}

/** Puts a number that was sent; what is NaN was not, and what has more digits than a number holds is none. */
export function putNumber(fix: Fix, name: string, value: number): void {
  if (Number.isFinite(value)) fix.attributes.set(name, value);
}

/** True for a temperature that a probe can measure, in °C. */
export function isCelsius(value: number): boolean {
  return value >= -100 && value <= 300;
}
