import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { i16, latin1, putAttribute, toHex, u16 } from '../shared/index.ts';

/** Tags of one record whose values are kept; a record that lists more says so by its size alone. */
const MOST_TAGS = 16;
/** Bits of a tag's own battery byte. */
const BATTERY_LOW = 1 << 6;
const HAS_VOLTAGE = 1 << 7;

type Put = (fix: Fix, tag: number, bytes: Uint8Array, at: number, size: number) => void;

const put =
  (name: string, size: number, read: (bytes: Uint8Array, at: number) => number | boolean): Put =>
  (fix, tag, bytes, at, present) => {
    if (present === size) putAttribute(fix, `tag_${name}_${tag}`, read(bytes, at));
  };
const byte = (bytes: Uint8Array, at: number): number => bytes[at];
const signedByte = (bytes: Uint8Array, at: number): number => (bytes[at] << 24) >> 24;
const state = (bytes: Uint8Array, at: number): boolean => bytes[at] !== 0;

const identifier: Put = (fix, tag, bytes, at, size) => putAttribute(fix, `tag_id_${tag}`, toHex(bytes, at, at + size));
const named: Put = (fix, tag, bytes, at, size) => putAttribute(fix, `tag_name_${tag}`, latin1(bytes, at, at + size));

/** Flags, and where they say so the voltage in hundredths above two volts. */
const battery: Put = (fix, tag, bytes, at, size) => {
  if (size < 1) return;
  if ((bytes[at] & BATTERY_LOW) !== 0) putAttribute(fix, `tag_low_battery_${tag}`, true);
  if ((bytes[at] & HAS_VOLTAGE) !== 0 && size >= 2)
    putAttribute(fix, `tag_voltage_${tag}`, (bytes[at + 1] + 200) / 100);
};

/** By the number of the value (vendor's manual, "advanced" Bluetooth tags). */
const VALUES: readonly (Put | undefined)[] = [
  put('rssi', 1, signedByte),
  identifier,
  battery,
  undefined,
  undefined,
  named,
  put('temperature', 2, (bytes, at) => i16(bytes, at) / 100),
  put('humidity', 1, byte),
  put('magnet', 1, state),
  put('motion', 1, state),
  put('motion_count', 2, u16),
  put('pitch', 1, signedByte),
  put('roll', 2, i16),
  put('low_battery', 1, state),
  put('voltage', 2, (bytes, at) => u16(bytes, at) / 1000),
  identifier,
];

/** Whether `bytes[at, end)` is a list of tags whose lengths, and those of their values, all fit. */
function fits(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  for (; at < end; at += 1 + bytes[at]) {
    const stop = at + 1 + bytes[at];
    let value = at + 1;
    while (value + 2 <= stop) value += 2 + bytes[value + 1];
    if (stop > end || value !== stop) return false;
  }
  return at === end;
}

/**
 * A list of tags: one byte, then for each its length u8 and values (number u8, length u8, bytes). False when it is
 * none.
 */
export function readTags(fix: Fix, bytes: Uint8Array, at: number, size: number): boolean {
  const end = at + size;
  if (size < 2 || !fits(bytes, at + 1, end)) return false;
  let tag = 1;
  for (let from = at + 1; from < end && tag <= MOST_TAGS; from += 1 + bytes[from], tag++) {
    const stop = from + 1 + bytes[from];
    for (let value = from + 1; value + 2 <= stop; value += 2 + bytes[value + 1])
      VALUES[bytes[value]]?.(fix, tag, bytes, value + 2, bytes[value + 1]);
  }
  return true;
}

interface EyeValue {
  readonly name: string;
  readonly size: number;
  /** NaN where the sensor says that it has no value. */
  readonly read: (bytes: Uint8Array, at: number) => number | boolean;
}

/** Hundredths of a degree; from 32765 up are the manual's error codes, and nothing is colder than absolute zero. */
function celsius(bytes: Uint8Array, at: number): number {
  const hundredths = i16(bytes, at);
  return hundredths > -27_315 && hundredths < 32_765 ? hundredths / 100 : Number.NaN;
}

const humidity = (bytes: Uint8Array, at: number): number => (bytes[at] <= 100 ? bytes[at] : Number.NaN);

/**
 * EYE sensors have elements of their own, four for each of these values from number 10800 on; 10828 to 10831 are lists.
 */
const FIRST_EYE = 10_800;
const EYE_SENSORS = 4;
const EYE: readonly (EyeValue | undefined)[] = [
  { name: 'temperature', size: 2, read: celsius },
  { name: 'humidity', size: 1, read: humidity },
  { name: 'magnet', size: 1, read: state },
  { name: 'motion', size: 1, read: state },
  { name: 'pitch', size: 1, read: signedByte },
  { name: 'low_battery', size: 1, read: state },
  { name: 'voltage', size: 2, read: (bytes, at) => u16(bytes, at) / 1000 },
  undefined,
  { name: 'roll', size: 2, read: i16 },
  { name: 'motion_count', size: 2, read: u16 },
  { name: 'magnet_count', size: 2, read: u16 },
];

/** Puts the value of an EYE sensor, named as in the lists of tags; false when the element is none of them. */
export function readEye(fix: Fix, id: number, bytes: Uint8Array, at: number, size: number): boolean {
  const value = EYE[Math.floor((id - FIRST_EYE) / EYE_SENSORS)];
  if (value?.size !== size) return false;
  const read = value.read(bytes, at);
  if (!Number.isNaN(read)) putAttribute(fix, `tag_${value.name}_${((id - FIRST_EYE) % EYE_SENSORS) + 1}`, read);
  return true;
}
