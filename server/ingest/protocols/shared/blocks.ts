import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { putAttribute } from './attributes.ts';
import { toHex, unsigned } from './bytes.ts';

/** Blocks of vendors: a number, a size and a value, again and again, behind positions and in messages of their own. */

/** Takes the value of a block; false when its size or form is not the one that is known. */
export type ReadBlock = (fix: Fix, bytes: Uint8Array, at: number, size: number) => boolean;

/** Bytes of a block's number and of its size. */
export interface BlockHead {
  readonly number: 1 | 2;
  readonly size: 1 | 2;
}

/** Hands over each block of `bytes[start, end)`; false when what is left at the end is none. */
export function readBlocks(
  bytes: Uint8Array,
  start: number,
  end: number,
  head: BlockHead,
  read: (number: number, at: number, size: number) => void,
): boolean {
  let at = start;
  while (at < end) {
    const value = at + head.number + head.size;
    const size = value <= end ? unsigned(bytes, at + head.number, head.size) : 0;
    if (value + size > end) return false;
    read(unsigned(bytes, at, head.number), value, size);
    at = value + size;
  }
  return true;
}

/** True when blocks fill `bytes[start, end)` exactly. */
export const areBlocks = (bytes: Uint8Array, start: number, end: number, head: BlockHead): boolean =>
  readBlocks(bytes, start, end, head, () => undefined);

/** A number of one size. */
export const ofSize =
  (width: number, put: (fix: Fix, value: number) => void): ReadBlock =>
  (fix, bytes, at, size) => {
    if (size === width) put(fix, unsigned(bytes, at, width));
    return size === width;
  };

/** A number that has a name and is no attribute of ours. */
export const named =
  (name: string): ReadBlock =>
  (fix, bytes, at, size) => {
    if (size > 0) putAttribute(fix, name, unsigned(bytes, at, Math.min(size, 4)));
    return size > 0;
  };

/** Bytes of what is unknown that are kept, as hex. */
const KEPT_BYTES = 32;

/** Keeps what has no meaning known to us as a raw parameter; false when it is too long for one. */
export function keepRaw(fix: Fix, name: string, bytes: Uint8Array, at: number, size: number): boolean {
  if (size > 0 && size <= KEPT_BYTES)
    putAttribute(fix, name, size <= 4 ? unsigned(bytes, at, size) : toHex(bytes, at, at + size));
  return size <= KEPT_BYTES;
}

/** The battery in per cent. */
export function putPercent({ attributes }: Fix, percent: number): void {
  if (percent <= 100) attributes.set('battery_level', percent);
}

/** No vehicle supplies less than this many volts: what measures less is the tracker's own battery. */
const LEAST_SUPPLY = 6;

/** A voltage that vendors use for the vehicle's supply or for their own battery; 0 is a wire that hangs in the air. */
export function putVoltage({ attributes }: Fix, volts: number): void {
  if (volts > 0) attributes.set(volts < LEAST_SUPPLY ? 'battery_voltage' : 'external_voltage', volts);
}
