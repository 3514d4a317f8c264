import { latin1 } from '../shared/index.ts';
import { findLocations } from './location.ts';

/** One message taken apart: `+RESP:GTFRI,version,identifier,name,…,send time,count`. */
export interface QueclinkMessage {
  readonly kind: 'report' | 'acknowledgement';
  /** True for one that was kept while there was no network. */
  readonly stored: boolean;
  /** Without the `GT` that all begin with: `FRI`, `HBD`, ... */
  readonly type: string;
  /** Empty where the device leaves it out. */
  readonly version: string;
  readonly identifier: string;
  /** All fields, the head included. */
  readonly fields: readonly string[];
  /** Where the longitudes of its location blocks stand. */
  readonly locations: readonly number[];
  /** Four hex digits, or empty when the message was cut short. */
  readonly count: string;
}

const HEAD = /^\+(RESP|BUFF|ACK):GT([A-Z]{3})$/;
const VERSION = /^(?:[0-9A-F]{6}|[0-9A-F]{10})$/i;
const IDENTIFIER = /^[0-9A-Z]{10,20}$/i;
const IMEI = /^\d{15}$/;
const CARD = /^89\d{16,17}[0-9A-F]$/i;
const COUNT = /^[0-9A-F]{4}$/i;
/** Head, version, identifier, name, time, count. */
const FEWEST_FIELDS = 6;

/** Takes apart the text `bytes[start, end)`; a text says why it is no message. */
export function readMessage(bytes: Uint8Array, start: number, end: number): QueclinkMessage | string {
  const fields = latin1(bytes, start, end).split(',');
  const head = HEAD.exec(fields[0]);
  if (!head) return 'the head of the message is none';
  if (IMEI.test(fields[1] ?? '')) addVersion(fields);
  const [, version = '', identifier = ''] = fields;
  if (version !== '' && !VERSION.test(version)) return 'the version is none';
  if (!IDENTIFIER.test(identifier)) return 'the message carries no identifier';
  if (fields.length < FEWEST_FIELDS) return 'the message is shorter than its frame';
  const last = fields[fields.length - 1];
  return {
    kind: head[1] === 'ACK' ? 'acknowledgement' : 'report',
    stored: head[1] === 'BUFF',
    type: head[2],
    version,
    identifier,
    fields,
    locations: findLocations(fields),
    count: COUNT.test(last) ? last : '',
  };
}

/**
 * First models leave the version out, or put it behind the count: gives it the place where the others have it. Such a
 * model's state (INF) begins with the SIM card, without a name and the state of a vehicle.
 */
function addVersion(fields: string[]): void {
  const isLast = VERSION.test(fields[fields.length - 1]) && COUNT.test(fields[fields.length - 2]);
  const version = isLast ? fields.pop() : '';
  fields.splice(1, 0, version ?? '');
  if (CARD.test(fields[3])) fields.splice(3, 0, '', '');
}
