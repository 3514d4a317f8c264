import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { GPS_BLOCK, readDate, readGps } from './blocks.ts';
import type { Gt06Frame } from './framing.ts';

/**
 * What became of a frame: a report that fills the fix, one of which a part was not understood, nothing that is worth
 * keeping, a message that is not understood at all, or content that contradicts its own layout.
 */
export type Outcome = 'report' | 'partly' | 'empty' | 'unread' | 'broken';

/** How a device's frames are to be read: minutes east of UTC of its dates, and its model as its form has it. */
export interface Reading {
  readonly zone: number;
  readonly model: string;
}

/** Fills the fix from a frame's content. `fix.time` is the server's time beforehand, for messages without one. */
export type Layout = (fix: Fix, frame: Gt06Frame, reading: Reading) => Outcome;

/** Reads what is behind a position, from `at` to the frame's end. False when a part of it is not understood. */
export type Tail = (fix: Fix, frame: Gt06Frame, at: number, reading: Reading) => boolean;

/** The outcome of a report of which all was understood, or a part. */
export const outcomeOf = (whole: boolean): Outcome => (whole ? 'report' : 'partly');

/** Some models put their IMEI (8 bytes) or a key (4) before the date. Where the block begins, or -1. */
function blockStart({ bytes, start, end }: Gt06Frame): number {
  for (const shift of [0, 8, 4]) {
    if (start + shift + GPS_BLOCK <= end && !Number.isNaN(readDate(bytes, start + shift, 0))) return start + shift;
  }
  return -1;
}

/** Position, then whatever `tail` reads behind it. */
export function location(tail: Tail): Layout {
  return (fix, frame, reading) => {
    const at = blockStart(frame);
    if (at < 0 || !readGps(fix, frame.bytes, at, reading.zone)) return 'broken';
    return outcomeOf(tail(fix, frame, at + GPS_BLOCK, reading));
  };
}

/** The date that a message begins with. False when it is none. */
export function startsWithDate(fix: Fix, { bytes, start, end }: Gt06Frame, { zone }: Reading): boolean {
  const time = end - start >= 6 ? readDate(bytes, start, zone) : Number.NaN;
  if (Number.isNaN(time)) return false;
  fix.time = time;
  return true;
}

/** True when `bytes[start, end)` are all zero: a block that was sent empty. */
export function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] !== 0) return false;
  return true;
}
