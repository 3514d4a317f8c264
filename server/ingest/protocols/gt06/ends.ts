import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { u32 } from '../shared/index.ts';

// What positions of several models end with: switches and mileage.

/** ACC, reason and re-upload, one byte each; the mileage in metres; or all of them. */
export const SWITCHES = 3;
export const MILEAGE = 4;

/** The usual end of a position. False when a part of it is something else. */
export function readUsualEnd(fix: Fix, bytes: Uint8Array, at: number, end: number): boolean {
  const rest = end - at;
  if (rest === 0) return true;
  if (rest < SWITCHES || !readUploadSwitches(fix, bytes, at)) return false;
  return rest === SWITCHES || (rest === SWITCHES + MILEAGE && putMileage(fix, bytes, at + SWITCHES));
}

/** As {@link readUsualEnd} of older models, which may end with the mileage alone. */
export function readOlderEnd(fix: Fix, bytes: Uint8Array, at: number, end: number): boolean {
  return end - at === MILEAGE ? putMileage(fix, bytes, at) : readUsualEnd(fix, bytes, at, end);
}

export function putMileage({ attributes }: Fix, bytes: Uint8Array, at: number): true {
  attributes.set('odometer', u32(bytes, at));
  return true;
}

/** Reasons for a report have numbers below this. */
const REASONS = 0x20;

/** False when the bytes cannot be the switches: then the model sends something else here. */
export function readUploadSwitches({ attributes }: Fix, bytes: Uint8Array, at: number): boolean {
  if (bytes[at] > 1 || bytes[at + 1] >= REASONS || bytes[at + 2] > 1) return false;
  attributes.set('ignition', bytes[at] === 1);
  attributes.set('reason', bytes[at + 1]);
  if (bytes[at + 2] === 1) attributes.set('archive', true);
  return true;
}

/** A number whose bit `sign` is its sign. */
export function signMagnitude(value: number, sign: number): number {
  const magnitude = value & ((1 << sign) - 1);
  return (value >> sign) & 1 ? -magnitude : magnitude;
}
