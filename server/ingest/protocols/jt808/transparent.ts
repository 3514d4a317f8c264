import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { putAttribute, toHex } from '../shared/index.ts';
import { LINE, readLine } from './engine.ts';
import type { Terminal } from './location.ts';
import { collision, moment, samplesOfPlace, tagsOfPlace } from './moments.ts';
import type { Content, Kind, Passed } from './passed.ts';
import { printable } from './readers.ts';
import { vehicle } from './vehicleMessages.ts';

/** 0900: what a terminal passes on, by a kind u8. */

/** Bytes of data that nobody can read which are kept, as hex. */
const KEPT_BYTES = 64;

/** Reads the message behind its kind. `accept` hands over a report that is not the last of the message. */
export function readPassthrough(
  fix: Fix,
  bytes: Uint8Array,
  start: number,
  end: number,
  terminal: Terminal,
  accept: () => void,
): Passed {
  if (end - start < 2) return 'broken';
  const content: Content = { bytes, start: start + 1, end, terminal, accept };
  const read = KINDS[bytes[start]]?.(fix, content);
  if (read !== undefined && read !== 'unread') return read;
  fix.attributes.clear();
  const line = printable(bytes, start + 1, end);
  if (line === null) {
    putAttribute(fix, 'passthrough', toHex(bytes, start, Math.min(end, start + KEPT_BYTES)));
    return end - start <= KEPT_BYTES ? 'report' : 'partly';
  }
  if (line.startsWith(LINE)) readLine(fix, line);
  else putAttribute(fix, 'message', line);
  return fix.attributes.size > 0 ? 'report' : 'unread';
}

const DRIVER = 4;

/** 40: text of a reader, `GTSL|…`, with the driver in its fifth field. */
const readerText: Kind = (fix, { bytes, start, end }) => {
  const line = printable(bytes, start, end);
  if (line === null || !line.startsWith('GTSL')) return 'unread';
  const key = line.split('|')[DRIVER] ?? '';
  putAttribute(fix, 'message', line);
  if (key !== '') putAttribute(fix, 'driver_key', key);
  return 'report';
};

const KINDS: Readonly<Record<number, Kind | undefined>> = {
  0x40: readerText,
  0x53: tagsOfPlace,
  0x54: samplesOfPlace,
  0xf0: vehicle,
  0xf3: collision,
  0xff: moment,
};
