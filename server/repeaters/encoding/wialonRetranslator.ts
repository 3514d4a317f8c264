import type { Message, RepeatedUnit } from '../message.ts';
import { figureOf, wialonName, wialonText, wialonValue } from './names.ts';

const FLAG = { position: 1, inputs: 2, outputs: 4, alarm: 0x10, driver: 0x20 } as const;
const TYPE = { text: 1, binary: 2, integer: 3, double: 4, long: 5 } as const;
const BLOCK = 0x0bbb;
const PLACE_BYTES = 29;
const SMALLEST = -0x8000_0000;
const LARGEST = 0x7fff_ffff;
/** Blocks that receivers know by their names, and do not list among parameters. */
const HIDDEN = new Set(['posinfo', 'avl_inputs', 'avl_outputs', 'avl_driver']);

/**
 * A report as a packet of Wialon Retranslator 1.0 (domain reference, chapter 5). Doubles and the packet's size have the
 * low byte first, all other numbers the high one.
 */
export function retranslatorPacket({ uid }: RepeatedUnit, message: Message): Buffer {
  const { place, attributes } = message;
  const inputs = maskOf(attributes, 'digital_inputs');
  const outputs = maskOf(attributes, 'digital_outputs');
  const { driver_key: key } = attributes;
  const blocks = [
    ...(place === null ? [] : [placeBlock(place, message)]),
    ...parameterBlocks(attributes, [
      'driver_key',
      ...(inputs === null ? [] : ['digital_inputs']),
      ...(outputs === null ? [] : ['digital_outputs']),
    ]),
    ...(inputs === null ? [] : [block('avl_inputs', TYPE.integer, int32(inputs))]),
    ...(outputs === null ? [] : [block('avl_outputs', TYPE.integer, int32(outputs))]),
    ...(key === undefined ? [] : [block('avl_driver', TYPE.text, text(wialonText(String(key))))]),
  ];
  const flags =
    (place === null ? 0 : FLAG.position) |
    (inputs === null ? 0 : FLAG.inputs) |
    (outputs === null ? 0 : FLAG.outputs) |
    (attributes.alarm === undefined ? 0 : FLAG.alarm) |
    (key === undefined ? 0 : FLAG.driver);
  const rest = Buffer.concat([text(uid), int32(Math.floor(message.time / 1000)), int32(flags), ...blocks]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(rest.length);
  return Buffer.concat([size, rest]);
}

const text = (value: string): Buffer => Buffer.from(`${value.replaceAll('\0', '')}\0`);

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

function block(name: string, type: number, value: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from([HIDDEN.has(name) ? 1 : 0, type]), text(name), value]);
  const head = Buffer.alloc(6);
  head.writeUInt16BE(BLOCK);
  head.writeUInt32BE(content.length, 2);
  return Buffer.concat([head, content]);
}

function placeBlock(place: NonNullable<Message['place']>, { altitude, speed, course, satellites }: Message): Buffer {
  const value = Buffer.alloc(PLACE_BYTES);
  value.writeDoubleLE(place.longitude);
  value.writeDoubleLE(place.latitude, 8);
  value.writeDoubleLE(altitude ?? 0, 16);
  value.writeInt16BE(Math.min(0x7fff, Math.round(speed ?? 0)), 24);
  value.writeInt16BE(Math.round(course ?? 0), 26);
  value.writeUInt8(Math.min(0xff, satellites ?? 0), 28);
  return block('posinfo', TYPE.binary, value);
}

/** Values as parameters, without those that have blocks of their own. */
function parameterBlocks(attributes: Message['attributes'], without: readonly string[]): Buffer[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    const plain = wialonValue(value);
    if (without.includes(name) || (typeof plain === 'number' && !Number.isFinite(plain))) return [];
    return [parameterBlock(wialonName(name), plain)];
  });
}

function parameterBlock(name: string, value: number | string): Buffer {
  if (typeof value === 'string') return block(name, TYPE.text, text(wialonText(value)));
  if (Number.isInteger(value) && value >= SMALLEST && value <= LARGEST) return block(name, TYPE.integer, int32(value));
  const bytes = Buffer.alloc(8);
  if (Number.isSafeInteger(value)) {
    bytes.writeBigInt64BE(BigInt(value));
    return block(name, TYPE.long, bytes);
  }
  bytes.writeDoubleLE(value);
  return block(name, TYPE.double, bytes);
}

function maskOf(attributes: Message['attributes'], name: string): number | null {
  const value = figureOf(attributes, name);
  return value !== undefined && Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff ? value : null;
}
