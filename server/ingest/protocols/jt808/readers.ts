import type { AttributeName, Fix } from '../../../../src/domain/telemetry/index.ts';
import { latin1, putAttribute, toHex, unsigned } from '../shared/index.ts';

/** Takes the value of an addition; false when its size or form is not the one that is known. */
export type Read = (fix: Fix, bytes: Uint8Array, at: number, size: number) => boolean;

/** A number of one size. */
export const ofSize =
  (width: number, put: (fix: Fix, value: number) => void): Read =>
  (fix, bytes, at, size) => {
    if (size === width) put(fix, unsigned(bytes, at, width));
    return size === width;
  };

/** A number of one size, scaled. */
export const number = (name: AttributeName, width: number, scale = 1): Read =>
  ofSize(width, (fix, value) => fix.attributes.set(name, value * scale));

/** By tenths or hundredths as whole numbers divided, so that 117 tenths are 11.7 and not 11.700000000000001. */
export const divided = (name: AttributeName, width: number, by: number): Read =>
  ofSize(width, (fix, value) => fix.attributes.set(name, value / by));

/** A number that the standard names and we have no attribute for. */
export const named =
  (name: string): Read =>
  (fix, bytes, at, size) => {
    if (size > 0) putAttribute(fix, name, unsigned(bytes, at, Math.min(size, 4)));
    return size > 0;
  };

/** Text of printable characters. */
export const text =
  (name: string): Read =>
  (fix, bytes, at, size) => {
    const found = printable(bytes, at, at + size);
    if (found !== null && found !== '') putAttribute(fix, name, found);
    return found !== null;
  };

/** The characters without what fills them up, or null when some are none. */
export function printable(bytes: Uint8Array, start: number, end: number): string | null {
  const found = latin1(bytes, start, end).replace(/[\0\s]+$/, '');
  return /^[\x20-\x7e]*$/.test(found) ? found : null;
}

/** The first of several forms that fits. */
export const either =
  (...reads: readonly Read[]): Read =>
  (fix, bytes, at, size) =>
    reads.some((read) => read(fix, bytes, at, size));

/** The battery in per cent. */
export function putPercent({ attributes }: Fix, percent: number): void {
  if (percent <= 100) attributes.set('battery_level', percent);
}

/** No vehicle supplies less than this many volts: what measures less is the terminal's own battery. */
const LEAST_SUPPLY = 6;

/** A voltage that vendors use for the vehicle's supply or for their own battery; 0 is a wire that hangs in the air. */
export function putVoltage({ attributes }: Fix, volts: number): void {
  if (volts > 0) attributes.set(volts < LEAST_SUPPLY ? 'battery_voltage' : 'external_voltage', volts);
}

/** A voltage in a number of one size. */
export const voltage = (width: number, by: number): Read => ofSize(width, (fix, value) => putVoltage(fix, value / by));

/** Sixteen bits, the highest of which is the sign. */
export const signed16 = (value: number): number => (value & 0x7fff) * (value & 0x8000 ? -1 : 1);

/** Entries with a number and a size of a byte each, or of two and one, that have to fill the value exactly. */
export function readEntries(
  bytes: Uint8Array,
  start: number,
  end: number,
  numberBytes: 1 | 2,
  read: (number: number, at: number, size: number) => void,
): boolean {
  const head = numberBytes + 1;
  let last = start;
  while (last < end) {
    if (last + head > end) return false;
    last += head + bytes[last + numberBytes];
  }
  if (last !== end) return false;
  for (let at = start; at < end; at += head + bytes[at + numberBytes])
    read(unsigned(bytes, at, numberBytes), at + head, bytes[at + numberBytes]);
  return true;
}

/** Bytes of what is unknown that are kept, as hex. */
const KEPT_BYTES = 32;

/** Keeps what has no meaning known to us as a raw parameter; false when it is too long for one. */
export function keepRaw(fix: Fix, name: string, bytes: Uint8Array, at: number, size: number): boolean {
  if (size > 0 && size <= KEPT_BYTES)
    putAttribute(fix, name, size <= 4 ? unsigned(bytes, at, size) : toHex(bytes, at, at + size));
  return size <= KEPT_BYTES;
}
