import { concatBytes, fromHex } from '../shared/index.ts';
import { writeDate } from './blocks.ts';
import { buildFrame } from './framing.ts';

/** A position as a GT06 tracker sends it (0x12, or 0x22 with ignition). */
export interface Gt06Position {
  /** Unix milliseconds. */
  readonly time: number;
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** km/h, degrees. */
  readonly speed: number;
  readonly course: number;
  readonly satellites: number;
  readonly fixed?: boolean;
  /** Sent as 0x22 when given. */
  readonly ignition?: boolean;
  /** Metres, with {@link Gt06Position.ignition} only. */
  readonly odometer?: number;
  readonly cell?: { readonly mcc: number; readonly mnc: number; readonly lac: number; readonly cid: number };
}

/** What a heartbeat (0x13) says. */
export interface Gt06Status {
  readonly ignition: boolean;
  readonly charging: boolean;
  readonly armed?: boolean;
  /** The relay has cut fuel or power. */
  readonly cut?: boolean;
  /** Levels 0–6 and 0–4. */
  readonly battery: number;
  readonly signal: number;
}

/** Login of a connection; the identifier has up to 16 digits. `zone` is minutes east of UTC. */
export function encodeGt06Login(identifier: string, serial: number, zone?: number): Uint8Array {
  const imei = fromHex(identifier.padStart(16, '0'));
  if (zone === undefined) return buildFrame(0x01, imei, serial);
  const minutes = Math.abs(zone);
  const word = ((Math.floor(minutes / 60) * 100 + (minutes % 60)) << 4) | (zone < 0 ? 8 : 0);
  return buildFrame(0x01, concatBytes(imei, word16(0), word16(word)), serial);
}

export function encodeGt06Position(position: Gt06Position, serial: number): Uint8Array {
  const parts = [gpsBlock(position), cellBlock(position)];
  if (position.ignition === undefined) return buildFrame(0x12, concatBytes(...parts), serial);
  parts.push(Uint8Array.of(position.ignition ? 1 : 0, 0, 0));
  if (position.odometer !== undefined) parts.push(word32(position.odometer));
  return buildFrame(0x22, concatBytes(...parts), serial);
}

/** An alarm (0x16) with position and state; `code` as in the manual (01 SOS, 02 power cut, ...). */
export function encodeGt06Alarm(position: Gt06Position, status: Gt06Status, code: number, serial: number): Uint8Array {
  const content = concatBytes(
    gpsBlock(position),
    Uint8Array.of(9),
    cellBlock(position),
    Uint8Array.of(information(status), status.battery, status.signal, code, 2),
  );
  return buildFrame(0x16, content, serial);
}

export function encodeGt06Heartbeat(status: Gt06Status, serial: number): Uint8Array {
  return buildFrame(0x13, Uint8Array.of(information(status), status.battery, status.signal, 0, 2), serial);
}

function information(status: Gt06Status): number {
  return (
    (status.armed ? 1 : 0) | (status.ignition ? 2 : 0) | (status.charging ? 4 : 0) | 0x40 | (status.cut ? 0x80 : 0)
  );
}

const word16 = (value: number): Uint8Array => Uint8Array.of(value >> 8, value & 0xff);
const word32 = (value: number): Uint8Array =>
  concatBytes(word16(Math.floor(value / 0x1_0000)), word16(value % 0x1_0000));

function gpsBlock(position: Gt06Position): Uint8Array {
  const status =
    (Math.round(position.course) % 360) |
    (position.latitude >= 0 ? 1 << 10 : 0) |
    (position.longitude < 0 ? 1 << 11 : 0) |
    (position.fixed === false ? 0 : 1 << 12);
  return concatBytes(
    writeDate(position.time),
    Uint8Array.of(0xc0 | Math.min(15, position.satellites)),
    word32(Math.round(Math.abs(position.latitude) * 1_800_000)),
    word32(Math.round(Math.abs(position.longitude) * 1_800_000)),
    Uint8Array.of(Math.min(255, Math.round(position.speed))),
    word16(status),
  );
}

function cellBlock({ cell }: Gt06Position): Uint8Array {
  if (!cell) return new Uint8Array(8);
  return concatBytes(word16(cell.mcc), Uint8Array.of(cell.mnc), word16(cell.lac), word32(cell.cid).subarray(1));
}
