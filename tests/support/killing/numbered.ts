import type { Fix } from '../../../src/domain/telemetry/index.ts';

/** Positions of the kill tests: each has a number, from which unit, time and content follow. */
export const BATCH = 25;
export const UNITS = 40;
const START = Date.UTC(2024, 0, 1);
const STEP = 15_000;

export const unitOf = (number: number): number => 1 + (number % UNITS);
export const timeOf = (number: number): number => START + Math.floor(number / UNITS) * STEP;

/** Fills `fix` as position `number`. */
export function ingestedFix(fix: Fix, number: number): Fix {
  fix.time = timeOf(number);
  fix.hasPosition = true;
  fix.valid = true;
  fix.latitude = (number % 80_000) / 1000;
  fix.longitude = 24.5;
  fix.speed = number % 100;
  fix.course = number % 360;
  fix.attributes.set('event', number);
  fix.attributes.set('ignition', number % 2 === 0);
  fix.attributes.set(`io${number % 50}`, number);
  return fix;
}
