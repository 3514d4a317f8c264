import {
  ATTRIBUTES,
  FIRST_DYNAMIC_ATTRIBUTE,
  LATE_AFTER,
  NO_ALTITUDE,
  NO_COURSE,
  NO_SATELLITES,
  NO_SPEED,
  TRACK_FLAG,
  type AttributeValue,
  type Fix,
  type TrackBuilder,
  type TrackPart,
} from '../../../../src/domain/telemetry/index.ts';
import { normaliseCourse, SPEED_SCALE, type Instant } from '../../../../src/domain/base/index.ts';
import type { AttributeNames } from './attributeNames.ts';
import { PackedBytes } from './packedBytes.ts';

/**
 * One report in the journal. Times are relative to the base of the group that holds it:
 *
 *     u16 length of what follows | varint unit id | zigzag (time - base) ms | zigzag (received - time) ms
 *     u8 flags (bits 0–2 as in a track, 3 speed, 4 course, 5 altitude, 6 satellites sent, 7 completes) | u8 protocol
 *     i32 longitude | i32 latitude | [varint 0.1 km/h] [varint 0.1°] [zigzag m] [u8 satellites]
 *     attributes to the end: varint (id * 8 + form), then by form
 *       0 false | 1 true | 2 zigzag whole number (value × scale) | 3 f64 | 4 varint length, UTF-8
 */
const SENT = { speed: 8, course: 16, altitude: 32, satellites: 64 } as const;
const FORM = { no: 0, yes: 1, whole: 2, double: 3, text: 4 } as const;
/** {@link TRACK_FLAG} `completes`, where the values that were sent have its bit. */
const COMPLETES = 128;
const IN_PLACE = TRACK_FLAG.valid | TRACK_FLAG.hasPosition | TRACK_FLAG.late;
const ALL_SENT = SENT.speed | SENT.course | SENT.altitude | SENT.satellites;
const LARGEST_WHOLE = 2 ** 52;
const LONGEST_TEXT = 4_096;
/** A record's length is a u16; attributes that would not fit any more are left out. */
const LONGEST_RECORD = 60_000;
const ROOM_FOR_TEXT = LONGEST_TEXT * 3 + 16;

/** Attributes of fixed number, by name. */
const FIXED = new Map<string, { id: number; scale: number }>(
  Object.entries(ATTRIBUTES).map(([name, { id, scale }]) => [name, { id, scale }]),
);
/** Scales by number; 1 where an attribute has none. */
const SCALES = new Uint16Array(FIRST_DYNAMIC_ATTRIBUTE).fill(1);
for (const { id, scale } of Object.values(ATTRIBUTES)) SCALES[id] = scale;

/** What of a fix is not in the fix itself, or is stored otherwise than sent. */
export interface RecordHead {
  unitId: number;
  protocolCode: number;
  /** Whole milliseconds. */
  time: Instant;
  receivedAt: Instant;
  /** 1e-7 degrees, the last known ones when the fix has none. */
  longitude: number;
  latitude: number;
  /** {@link TRACK_FLAG} */
  flags: number;
}

/** True when the fix came more than a minute after it was taken. */
export const isLate = (time: Instant, receivedAt: Instant): boolean => receivedAt - time > LATE_AFTER;

/** Appends the fix to the bytes. Answers which values it carries: as {@link recordCarries} does. */
export function packRecord(
  bytes: PackedBytes,
  base: Instant,
  head: RecordHead,
  fix: Fix,
  names: AttributeNames,
): number {
  bytes.ensure(96);
  const start = bytes.length;
  bytes.length += 2;
  bytes.varint(head.unitId);
  bytes.zigzag(head.time - base);
  bytes.zigzag(head.receivedAt - head.time);
  const speed = storedSpeed(fix.speed);
  const course = Number.isFinite(fix.course) ? Math.round(normaliseCourse(fix.course) * 10) % 3600 : NO_COURSE;
  const altitude = Number.isFinite(fix.altitude)
    ? Math.max(-0x7fff, Math.min(0x7fff, Math.round(fix.altitude)))
    : NO_ALTITUDE;
  const satellites = fix.satellites >= 0 && fix.satellites < NO_SATELLITES ? fix.satellites : NO_SATELLITES;
  const sent =
    (speed === NO_SPEED ? 0 : SENT.speed) |
    (course === NO_COURSE ? 0 : SENT.course) |
    (altitude === NO_ALTITUDE ? 0 : SENT.altitude) |
    (satellites === NO_SATELLITES ? 0 : SENT.satellites);
  bytes.byte((head.flags & IN_PLACE) | (head.flags & TRACK_FLAG.completes ? COMPLETES : 0) | sent);
  bytes.byte(head.protocolCode);
  bytes.int32(head.longitude);
  bytes.int32(head.latitude);
  if (speed !== NO_SPEED) bytes.varint(speed);
  if (course !== NO_COURSE) bytes.varint(course);
  if (altitude !== NO_ALTITUDE) bytes.zigzag(altitude);
  if (satellites !== NO_SATELLITES) bytes.byte(satellites);
  let carries = sent;
  for (const [name, value] of fix.attributes) {
    if (bytes.length - start > LONGEST_RECORD - ROOM_FOR_TEXT) break;
    const id = packAttribute(bytes, name, value, names);
    if (id >= 0) carries = withCarried(carries, id);
  }
  bytes.patchUint16(start, bytes.length - start - 2);
  return carries;
}

/** FNV-1a over the numbers: reports of one device with the same figure carry the same values, in the same order. */
const withCarried = (carries: number, id: number): number => Math.imul(carries ^ id, 0x0100_0193) >>> 0;

function storedSpeed(speed: number): number {
  if (!Number.isFinite(speed) || speed < 0) return NO_SPEED;
  return Math.min(NO_SPEED - 1, Math.round(speed * SPEED_SCALE));
}

/** Answers the attribute's number, -1 where it is not stored. */
function packAttribute(
  bytes: PackedBytes,
  name: string,
  value: number | boolean | string,
  names: AttributeNames,
): number {
  const fixed = FIXED.get(name);
  const id = fixed ? fixed.id : names.idOf(name);
  if (id < 0) return -1;
  bytes.ensure(ROOM_FOR_TEXT);
  if (typeof value === 'boolean') {
    bytes.varint(id * 8 + (value ? FORM.yes : FORM.no));
  } else if (typeof value === 'string') {
    bytes.varint(id * 8 + FORM.text);
    bytes.text(value.length > LONGEST_TEXT ? value.slice(0, LONGEST_TEXT) : value);
  } else if (Number.isFinite(value)) {
    // A measure is rounded to its scale; a number that we know nothing about keeps every digit.
    const scaled = fixed ? Math.round(value * fixed.scale) : value;
    const whole = Math.abs(scaled) < LARGEST_WHOLE && (fixed !== undefined || Number.isInteger(value));
    bytes.varint(id * 8 + (whole ? FORM.whole : FORM.double));
    if (whole) bytes.zigzag(scaled);
    else bytes.double(value);
  } else {
    return -1;
  }
  return id;
}

/** Reads records; one reader goes over any number of them. */
export class RecordReader {
  readonly #names: AttributeNames;

  constructor(names: AttributeNames) {
    this.#names = names;
  }

  /** Adds the record's row to the builder: all of it, or as much of its attributes as the core of a block has. */
  unpack(source: RecordSource, offset: number, builder: TrackBuilder, columns: TrackPart = 'all'): void {
    const { bytes } = source;
    const end = recordEnd(bytes, offset);
    bytes.at = offset + 2;
    bytes.readVarint();
    const time = source.base + bytes.readZigzag();
    const delay = bytes.readZigzag();
    const flags = bytes.readByte();
    const protocol = bytes.readByte();
    const longitude = bytes.readInt32();
    const latitude = bytes.readInt32();
    const speed = flags & SENT.speed ? bytes.readVarint() : NO_SPEED;
    const course = flags & SENT.course ? bytes.readVarint() : NO_COURSE;
    const altitude = flags & SENT.altitude ? bytes.readZigzag() : NO_ALTITUDE;
    const satellites = flags & SENT.satellites ? bytes.readByte() : NO_SATELLITES;
    builder.add(
      time,
      longitude,
      latitude,
      speed,
      course,
      altitude,
      satellites,
      (flags & IN_PLACE) | (flags & COMPLETES ? TRACK_FLAG.completes : 0),
      protocol,
      Math.round(delay / 1000),
    );
    while (bytes.at < end) {
      if (columns === 'all') this.#unpackAttribute(bytes, builder);
      else unpackIgnition(bytes, builder);
    }
  }

  /** Every value that the record carries, by the name that sensors read it by. */
  values(source: RecordSource, offset: number): Map<string, AttributeValue> {
    const { bytes } = source;
    const values = new Map<string, AttributeValue>();
    const end = recordEnd(bytes, offset);
    const flags = toFields(source, offset);
    if (flags & SENT.speed) values.set('speed', bytes.readVarint() / SPEED_SCALE);
    if (flags & SENT.course) values.set('course', bytes.readVarint() / 10);
    if (flags & SENT.altitude) values.set('altitude', bytes.readZigzag());
    if (flags & SENT.satellites) values.set('sats', bytes.readByte());
    while (bytes.at < end) {
      const head = bytes.readVarint();
      const id = Math.floor(head / 8);
      values.set(this.#names.nameOf(id), readValue(bytes, id, head % 8));
    }
    return values;
  }

  #unpackAttribute(bytes: PackedBytes, builder: TrackBuilder): void {
    const head = bytes.readVarint();
    const id = Math.floor(head / 8);
    const form = head % 8;
    const name = this.#names.nameOf(id);
    if (form === FORM.no || form === FORM.yes) builder.addBoolean(id, name, form === FORM.yes);
    else if (form === FORM.whole)
      builder.addWhole(id, name, id < FIRST_DYNAMIC_ATTRIBUTE ? SCALES[id] : 1, bytes.readZigzag());
    else if (form === FORM.double) builder.addDouble(id, name, bytes.readDouble());
    else if (form === FORM.text) builder.addText(id, name, bytes.readText());
    else throw new RangeError(`Journal record has form ${form} in attribute ${name}`);
  }
}

/** Passes over the next attribute, unless it is the ignition. */
function unpackIgnition(bytes: PackedBytes, builder: TrackBuilder): void {
  const head = bytes.readVarint();
  if (head === IGNITION_HEADS[0] || head === IGNITION_HEADS[1])
    builder.addBoolean(ATTRIBUTES.ignition.id, 'ignition', head === IGNITION_HEADS[1]);
  else skipValue(bytes, head % 8);
}

/** Packed records with the time that theirs are relative to. */
export interface RecordSource {
  readonly bytes: PackedBytes;
  readonly base: Instant;
}

/** Where the record at `offset` ends. Throws a RangeError when that is beyond the bytes. */
export function recordEnd(bytes: PackedBytes, offset: number): number {
  const end = offset + 2 + bytes.uint16At(offset);
  if (end > bytes.length) throw new RangeError(`Journal record at ${offset} ends at ${end} of ${bytes.length}`);
  return end;
}

/** What the fold into the latest state and the tail need of a record. */
export interface RecordSummary {
  unitId: number;
  time: Instant;
  receivedAt: Instant;
  flags: number;
  longitude: number;
  latitude: number;
  /** km/h and degrees, NaN when not sent. */
  speed: number;
  course: number;
}

/** Reads a record's head into `into`. */
export function summarise(source: RecordSource, offset: number, into: RecordSummary): void {
  const { bytes } = source;
  bytes.at = offset + 2;
  into.unitId = bytes.readVarint();
  into.time = source.base + bytes.readZigzag();
  into.receivedAt = into.time + bytes.readZigzag();
  const flags = bytes.readByte();
  into.flags = flags & IN_PLACE;
  bytes.readByte();
  into.longitude = bytes.readInt32();
  into.latitude = bytes.readInt32();
  into.speed = flags & SENT.speed ? bytes.readVarint() / SPEED_SCALE : Number.NaN;
  into.course = flags & SENT.course ? bytes.readVarint() / 10 : Number.NaN;
}

/** The record's time alone. */
export function recordTime(source: RecordSource, offset: number): Instant {
  source.bytes.at = offset + 2;
  source.bytes.readVarint();
  return source.base + source.bytes.readZigzag();
}

const IGNITION_HEADS = [ATTRIBUTES.ignition.id * 8 + FORM.no, ATTRIBUTES.ignition.id * 8 + FORM.yes] as const;

/** What the record says of the ignition: false, true, or null when it says nothing. */
export function recordIgnition(source: RecordSource, offset: number): boolean | null {
  const { bytes } = source;
  const end = recordEnd(bytes, offset);
  skipFields(bytes, toFields(source, offset));
  while (bytes.at < end) {
    const head = bytes.readVarint();
    if (head === IGNITION_HEADS[0]) return false;
    if (head === IGNITION_HEADS[1]) return true;
    skipValue(bytes, head % 8);
  }
  return null;
}

/** One figure for which values the record carries, whatever they are: as {@link packRecord} answers it. */
export function recordCarries(source: RecordSource, offset: number): number {
  const { bytes } = source;
  const end = recordEnd(bytes, offset);
  const flags = toFields(source, offset);
  skipFields(bytes, flags);
  let carries = flags & ALL_SENT;
  while (bytes.at < end) {
    const head = bytes.readVarint();
    carries = withCarried(carries, Math.floor(head / 8));
    skipValue(bytes, head % 8);
  }
  return carries;
}

/** Goes to the fields that may be left out; answers the flags that say which are there. */
function toFields({ bytes }: RecordSource, offset: number): number {
  bytes.at = offset + 2;
  bytes.readVarint();
  bytes.readZigzag();
  bytes.readZigzag();
  const flags = bytes.readByte();
  bytes.at += 9;
  return flags;
}

function skipFields(bytes: PackedBytes, flags: number): void {
  if (flags & SENT.speed) bytes.readVarint();
  if (flags & SENT.course) bytes.readVarint();
  if (flags & SENT.altitude) bytes.readZigzag();
  if (flags & SENT.satellites) bytes.readByte();
}

function skipValue(bytes: PackedBytes, form: number): void {
  if (form === FORM.whole) bytes.readZigzag();
  else if (form === FORM.double) bytes.at += 8;
  else if (form === FORM.text) bytes.skipText();
}

function readValue(bytes: PackedBytes, id: number, form: number): AttributeValue {
  if (form === FORM.whole) return bytes.readZigzag() / (id < FIRST_DYNAMIC_ATTRIBUTE ? SCALES[id] : 1);
  if (form === FORM.double) return bytes.readDouble();
  return form === FORM.text ? bytes.readText() : form === FORM.yes;
}
