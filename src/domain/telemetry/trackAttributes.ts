import { ATTRIBUTES } from './attributes.ts';
import type { TrackReader, TrackWriter } from './trackBytes.ts';
import type { TrackAttribute } from './trackColumns.ts';
import { readPacked, writePacked } from './trackPacked.ts';

/**
 * An attribute in a block:
 *
 *     varint id | name (varint length, UTF-8; empty for a fixed number of domain/telemetry/attributes)
 *     u8 form (0 boolean, 1 whole number, 2 f64, 3 text) | varint scale
 *     u8 presence (0 every row, 1 bitmap) | bitmap of (count + 7) / 8 bytes, low bit first
 *     text only: varint number of texts | texts
 *     values of the rows that carry it: a column (trackPacked), or f64 one after another
 */
const FORM = { boolean: 0, whole: 1, double: 2, text: 3 } as const;

const FIXED_NAMES = new Map<number, string>(Object.entries(ATTRIBUTES).map(([name, { id }]) => [id, name]));

/** The fixed name of an attribute's number, or undefined for one that the store numbered. */
export const fixedAttributeName = (id: number): string | undefined => FIXED_NAMES.get(id);

export function writeAttribute(writer: TrackWriter, attribute: TrackAttribute, count: number, dense: Int32Array): void {
  writer.varint(attribute.id);
  writer.text(fixedAttributeName(attribute.id) === attribute.name ? '' : attribute.name);
  writer.byte(formOf(attribute));
  writer.varint(attribute.scale);
  const present = sparse(attribute, count);
  writer.byte(present ? 1 : 0);
  if (present) writeBitmap(writer, present, count);
  if (attribute.kind === 'text') writeTexts(writer, attribute.texts);
  if (attribute.values instanceof Float64Array) writeDoubles(writer, attribute.values, present, count);
  else writeWholes(writer, attribute.values, present, count, dense);
}

function formOf(attribute: TrackAttribute): number {
  if (attribute.kind === 'boolean') return FORM.boolean;
  if (attribute.kind === 'text') return FORM.text;
  return attribute.values instanceof Float64Array ? FORM.double : FORM.whole;
}

/** The presence marks, or null when every row carries the attribute. */
function sparse(attribute: TrackAttribute, count: number): Uint8Array | null {
  if (!attribute.present) return null;
  for (let row = 0; row < count; row++) if (attribute.present[row] === 0) return attribute.present;
  return null;
}

function writeBitmap(writer: TrackWriter, present: Uint8Array, count: number): void {
  const start = writer.reserve((count + 7) >> 3);
  writer.bytes.fill(0, start, writer.length);
  for (let row = 0; row < count; row++) {
    if (present[row] !== 0) writer.bytes[start + (row >> 3)] |= 1 << (row & 7);
  }
}

function writeTexts(writer: TrackWriter, texts: readonly string[]): void {
  writer.varint(texts.length);
  for (const text of texts) writer.text(text);
}

function writeDoubles(writer: TrackWriter, values: Float64Array, present: Uint8Array | null, count: number): void {
  for (let row = 0; row < count; row++) if (!present || present[row] !== 0) writer.double(values[row]);
}

function writeWholes(
  writer: TrackWriter,
  values: Int32Array,
  present: Uint8Array | null,
  count: number,
  dense: Int32Array,
): void {
  if (!present) {
    writePacked(writer, values.subarray(0, count));
    return;
  }
  let size = 0;
  for (let row = 0; row < count; row++) if (present[row] !== 0) dense[size++] = values[row];
  writePacked(writer, dense.subarray(0, size));
}

/** Reads the first `rows` of an attribute; null when the caller does not want it. */
export function readAttribute(
  reader: TrackReader,
  count: number,
  rows: number,
  dense: Int32Array,
  wanted: (name: string) => boolean,
): TrackAttribute | null {
  const id = reader.varint('attribute');
  const sent = reader.text('attribute name');
  const name = sent || fixedAttributeName(id);
  if (name === undefined) throw new RangeError(`Track block has attribute ${id} without a name`);
  const form = reader.byte(name);
  if (form > FORM.text) throw new RangeError(`Track block has form ${form} in attribute ${name}`);
  const scale = reader.varint(name);
  if (scale === 0) throw new RangeError(`Track block has scale 0 in attribute ${name}`);
  const presence = readPresence(reader, count, rows, name);
  const texts = form === FORM.text ? readTexts(reader, name) : [];
  const kind = form === FORM.boolean ? 'boolean' : form === FORM.text ? 'text' : 'number';
  if (!wanted(name)) {
    if (form === FORM.double) reader.take(presence.carried * 8, name);
    else readPacked(reader, presence.carried, 0, dense, 0, name);
    return null;
  }
  const values =
    form === FORM.double ? readDoubles(reader, presence, rows, name) : readWholes(reader, presence, rows, dense, name);
  if (form === FORM.text) checkTexts(values, texts, presence.marks, name);
  return { id, name, kind, scale, present: presence.marks, values, texts };
}

interface Presence {
  /** For the rows that are read; null when all carry the attribute. */
  readonly marks: Uint8Array | null;
  /** Rows of the block that carry it. */
  readonly carried: number;
  /** Of these, the ones that are read. */
  readonly read: number;
}

function readPresence(reader: TrackReader, count: number, rows: number, what: string): Presence {
  const mode = reader.byte(what);
  if (mode === 0) return { marks: null, carried: count, read: rows };
  if (mode !== 1) throw new RangeError(`Track block has presence ${mode} in attribute ${what}`);
  const start = reader.take((count + 7) >> 3, what);
  const marks = new Uint8Array(rows);
  let carried = 0;
  let read = 0;
  for (let row = 0; row < count; row++) {
    if ((reader.bytes[start + (row >> 3)] & (1 << (row & 7))) === 0) continue;
    carried++;
    if (row >= rows) continue;
    marks[row] = 1;
    read++;
  }
  return { marks, carried, read };
}

function readTexts(reader: TrackReader, what: string): string[] {
  const size = reader.varint(what);
  if (size > reader.bytes.length) throw new RangeError(`Track block has ${size} texts in attribute ${what}`);
  return Array.from({ length: size }, () => reader.text(what));
}

function readDoubles(reader: TrackReader, presence: Presence, rows: number, what: string): Float64Array {
  const values = new Float64Array(rows);
  const end = reader.at + presence.carried * 8;
  for (let row = 0; row < rows; row++) {
    if (!presence.marks || presence.marks[row] !== 0) values[row] = reader.double(what);
  }
  reader.take(end - reader.at, what);
  return values;
}

function readWholes(
  reader: TrackReader,
  presence: Presence,
  rows: number,
  dense: Int32Array,
  what: string,
): Int32Array {
  const values = new Int32Array(rows);
  if (!presence.marks) {
    readPacked(reader, presence.carried, rows, values, 0, what);
    return values;
  }
  readPacked(reader, presence.carried, presence.read, dense, 0, what);
  let next = 0;
  for (let row = 0; row < rows; row++) if (presence.marks[row] !== 0) values[row] = dense[next++];
  return values;
}

function checkTexts(
  values: Int32Array | Float64Array,
  texts: readonly string[],
  marks: Uint8Array | null,
  what: string,
): void {
  for (let row = 0; row < values.length; row++) {
    if (marks && marks[row] === 0) continue;
    if (values[row] < 0 || values[row] >= texts.length)
      throw new RangeError(`Track block names text ${values[row]} of ${texts.length} in attribute ${what}`);
  }
}
