import { deflateSync } from 'node:zlib';
import { concatBytes, crc16Ibm, minutesFromDegrees, type ReportedPlace } from '../shared/index.ts';
import { formatChecksum } from './packet.ts';

const encoder = new TextEncoder();

/** A message as a device sends it; what is left out goes as NA. */
export interface IpsMessage extends Omit<ReportedPlace, 'latitude' | 'longitude'> {
  /** Degrees; both or neither. */
  readonly latitude?: number;
  readonly longitude?: number;
  readonly satellites?: number;
  readonly hdop?: number;
  readonly inputs?: number;
  readonly outputs?: number;
  readonly analog?: readonly number[];
  readonly driverKey?: string;
  /** Numbers go as double or integer, text as text. */
  readonly parameters?: Readonly<Record<string, number | string>>;
}

const packet = (type: string, covered: string): Uint8Array => {
  const sum = encoder.encode(covered);
  return encoder.encode(`#${type}#${covered}${formatChecksum(crc16Ibm(sum, 0, sum.length))}\r\n`);
};

/** Login, version 2.0. */
export function encodeIpsLogin(identifier: string, password = 'NA'): Uint8Array {
  return packet('L', `2.0;${identifier};${password};`);
}

/** Short data. */
export function encodeIpsShort(message: IpsMessage): Uint8Array {
  return packet('SD', `${shortFields(message)};`);
}

/** Full data. */
export function encodeIpsData(message: IpsMessage): Uint8Array {
  return packet('D', `${longFields(message)};`);
}

/** Up to 5,000 messages in one packet. */
export function encodeIpsBatch(messages: readonly IpsMessage[]): Uint8Array {
  return packet('B', `${messages.map(longFields).join('|')}|`);
}

/** Text of the driver or the device, which is also how devices answer commands. */
export function encodeIpsText(text: string): Uint8Array {
  return packet('M', `${text};`);
}

/** The packet deflated, as devices send it to save traffic. */
export function compressIps(bytes: Uint8Array): Uint8Array {
  const data = deflateSync(bytes);
  return concatBytes(Uint8Array.of(0xff, data.length & 0xff, data.length >> 8), data);
}

const orUnknown = (value: number | string | undefined): string => (value === undefined ? 'NA' : String(value));
const two = (value: number): string => String(value).padStart(2, '0');

function shortFields(message: IpsMessage): string {
  const date = new Date(message.time);
  return [
    `${two(date.getUTCDate())}${two(date.getUTCMonth() + 1)}${two(date.getUTCFullYear() % 100)}`,
    `${two(date.getUTCHours())}${two(date.getUTCMinutes())}${two(date.getUTCSeconds())}`,
    ...placeFields(message),
    ...[message.speed, message.course, message.altitude, message.satellites].map(orUnknown),
  ].join(';');
}

function placeFields({ latitude, longitude }: IpsMessage): readonly string[] {
  if (latitude === undefined || longitude === undefined) return ['NA', 'NA', 'NA', 'NA'];
  return [
    minutesFromDegrees(latitude, 2),
    latitude < 0 ? 'S' : 'N',
    minutesFromDegrees(longitude, 3),
    longitude < 0 ? 'W' : 'E',
  ];
}

function longFields(message: IpsMessage): string {
  const parameters = Object.entries(message.parameters ?? {}).map(([name, value]) =>
    typeof value === 'string' ? `${name}:3:${value}` : `${name}:${Number.isInteger(value) ? 1 : 2}:${value}`,
  );
  return [
    shortFields(message),
    ...[message.hdop, message.inputs, message.outputs].map(orUnknown),
    (message.analog ?? []).join(','),
    orUnknown(message.driverKey),
    parameters.length > 0 ? parameters.join(',') : 'NA',
  ].join(';');
}
