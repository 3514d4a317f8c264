import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { ALARM, HARSH_EVENTS, ioName, toHex, unsigned } from '../shared/index.ts';
import { bluetooth, bluetoothHumidity, dallas, type Reader } from './probes.ts';
import { readEye, readTags } from './tags.ts';

/** A whole number times `factor`; of another size than the manual's it is not this parameter. */
function scaled(name: string, divisor: number, ...sizes: readonly number[]): Reader {
  return (fix, bytes, at, size) => {
    if (!sizes.includes(size)) return false;
    fix.attributes.set(name, unsigned(bytes, at, size) / divisor);
    return true;
  };
}

function flag(name: string): Reader {
  return (fix, bytes, at, size) => {
    fix.attributes.set(name, unsigned(bytes, at, size) !== 0);
    return true;
  };
}

/** One bit of a mask that several parameters share. */
function bit(name: 'digital_inputs' | 'digital_outputs', index: number): Reader {
  return (fix, bytes, at, size) => {
    if (size !== 1) return false;
    const before = fix.attributes.get(name);
    const mask = typeof before === 'number' ? before : 0;
    fix.attributes.set(name, unsigned(bytes, at, size) ? mask | (1 << index) : mask & ~(1 << index));
    return true;
  };
}

/**
 * iButton and RFID keys: eight bytes, sent least significant first; zeros, which end a driver's assignment: no key is
 * at the reader.
 */
const littleEndianKey: Reader = (fix, bytes, at, size) => {
  if (size !== 8) return false;
  let digits = '';
  for (let index = size - 1; index >= 0; index--) digits += toHex(bytes, at + index, at + index + 1);
  fix.attributes.set('driver_key', digits.toUpperCase());
  return true;
};

const bigEndianKey: Reader = (fix, bytes, at, size) => {
  if (size !== 8) return false;
  const digits = toHex(bytes, at, at + size);
  fix.attributes.set('driver_key', digits.toUpperCase());
  return true;
};

function alarm(word: string): Reader {
  return (fix, bytes, at, size) => {
    if (unsigned(bytes, at, size) !== 0) fix.attributes.set('alarm', word);
    return true;
  };
}

const HARSH: readonly (string | undefined)[] = [
  undefined,
  HARSH_EVENTS.acceleration,
  HARSH_EVENTS.braking,
  HARSH_EVENTS.cornering,
];

const harsh: Reader = (fix, bytes, at, size) => {
  const event = HARSH[unsigned(bytes, at, size)];
  if (event) fix.attributes.set('harsh_event', event);
  return true;
};

const printable: (name: string) => Reader = (name) => (fix, bytes, at, size) => {
  let text = '';
  for (let index = at; index < at + size; index++) {
    if (bytes[index] > 0x20 && bytes[index] < 0x7f) text += String.fromCharCode(bytes[index]);
  }
  if (text !== '') fix.attributes.set(name, text);
  return true;
};

/** GSM level 0–5 as per cent. */
const signal: Reader = (fix, bytes, at, size) => {
  const level = unsigned(bytes, at, size);
  if (level <= 5) fix.attributes.set('gsm_signal', level * 20);
  return true;
};

/** Coolant, signed whole degrees. */
const coolant: Reader = (fix, bytes, at, size) => {
  if (size !== 1) return false;
  fix.attributes.set('coolant_temperature', (bytes[at] << 24) >> 24);
  return true;
};

/**
 * Parameter ids of the vendor's manuals (FMB, FMC, FMM families); the ones it gives no common meaning stay "io<id>".
 */
const READERS: readonly (Reader | undefined)[] = sparse({
  1: bit('digital_inputs', 0),
  2: bit('digital_inputs', 1),
  3: bit('digital_inputs', 2),
  4: bit('digital_inputs', 3),
  6: scaled('analog_2', 1000, 2),
  9: scaled('analog_1', 1000, 2),
  10: scaled('analog_2', 1000, 2),
  12: scaled('fuel_used', 1000, 4),
  16: scaled('odometer', 1, 4, 8),
  21: signal,
  25: bluetooth('temperature_1'),
  26: bluetooth('temperature_2'),
  27: bluetooth('temperature_3'),
  28: bluetooth('temperature_4'),
  31: scaled('engine_load', 1, 1),
  32: coolant,
  36: scaled('engine_speed', 1, 2),
  37: scaled('can_speed', 1, 1),
  48: scaled('fuel_percent', 1, 1),
  66: scaled('external_voltage', 1000, 2, 4),
  67: scaled('battery_voltage', 1000, 2, 4),
  68: scaled('battery_current', 1000, 2),
  72: dallas('temperature_1'),
  73: dallas('temperature_2'),
  74: dallas('temperature_3'),
  75: dallas('temperature_4'),
  78: littleEndianKey,
  80: scaled('data_mode', 1, 1),
  81: scaled('can_speed', 1, 1),
  84: scaled('fuel_level', 10, 2),
  85: scaled('engine_speed', 1, 2),
  86: bluetoothHumidity(1),
  89: scaled('fuel_percent', 1, 1),
  104: bluetoothHumidity(2),
  106: bluetoothHumidity(3),
  108: bluetoothHumidity(4),
  113: scaled('battery_level', 1, 1),
  179: bit('digital_outputs', 0),
  180: bit('digital_outputs', 1),
  181: scaled('pdop', 10, 2),
  182: scaled('hdop', 10, 2),
  199: scaled('trip_odometer', 1, 4, 8),
  200: scaled('sleep_mode', 1, 1),
  207: bigEndianKey,
  239: flag('ignition'),
  240: flag('motion'),
  241: scaled('operator', 1, 4),
  246: alarm(ALARM.tow),
  247: alarm(ALARM.accident),
  249: alarm(ALARM.jamming),
  251: flag('idling'),
  252: alarm(ALARM.powerCut),
  253: harsh,
  256: printable('vin'),
});

function sparse(readers: Readonly<Record<number, Reader>>): readonly (Reader | undefined)[] {
  const list: (Reader | undefined)[] = Array.from({ length: 257 });
  for (const [id, reader] of Object.entries(readers)) list[Number(id)] = reader;
  return list;
}

/** Bluetooth tags that the tracker was asked to look for. */
const TAG_LISTS: ReadonlySet<number> = new Set([548, 10_828, 10_829, 10_831, 11_317]);

/** GNSS speed, which the record's head carries already. */
const SPEED = 24;

/** Puts the IO element `id` of `size` bytes at `at` into the fix, under our name and in our unit. */
export function readIo(fix: Fix, id: number, bytes: Uint8Array, at: number, size: number): void {
  if (id === SPEED && size <= 2) return;
  if (TAG_LISTS.has(id) && readTags(fix, bytes, at, size)) return;
  if (id > READERS.length && readEye(fix, id, bytes, at, size)) return;
  const reader = id < READERS.length ? READERS[id] : undefined;
  if (!reader?.(fix, bytes, at, size)) readUnknown(fix, id, bytes, at, size);
}

/** Elements of the packet being read that were left out; emptied by who hands the packet over. */
export const UNREAD_ELEMENTS = new Set<number>();

/** Longest variable element that is kept, in bytes; longer ones are raw sensor dumps. */
const LONGEST_DUMP = 64;

/** Up to six bytes are an exact number; longer values are kept as hex, since they are identifiers more than amounts. */
function readUnknown(fix: Fix, id: number, bytes: Uint8Array, at: number, size: number): void {
  if (size > LONGEST_DUMP) UNREAD_ELEMENTS.add(id);
  if (size === 0 || size > LONGEST_DUMP) return;
  const exact = size <= 6 || (size === 8 && bytes[at] === 0 && bytes[at + 1] < 0x20);
  fix.attributes.set(ioName(id), exact ? unsigned(bytes, at, size) : toHex(bytes, at, at + size));
}
