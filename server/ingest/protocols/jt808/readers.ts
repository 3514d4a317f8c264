import type { AttributeName } from '../../../../src/domain/telemetry/index.ts';
import { areBlocks, latin1, ofSize, putAttribute, putVoltage, readBlocks, type ReadBlock } from '../shared/index.ts';

/** Takes the value of an addition; false when its size or form is not the one that is known. */
export type Read = ReadBlock;

/** A number of one size, scaled. */
export const number = (name: AttributeName, width: number, scale = 1): Read =>
  ofSize(width, (fix, value) => fix.attributes.set(name, value * scale));

/** By tenths or hundredths as whole numbers divided, so that 117 tenths are 11.7 and not 11.700000000000001. */
export const divided = (name: AttributeName, width: number, by: number): Read =>
  ofSize(width, (fix, value) => fix.attributes.set(name, value / by));

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
  const head = { number: numberBytes, size: 1 } as const;
  return areBlocks(bytes, start, end, head) && readBlocks(bytes, start, end, head, read);
}
