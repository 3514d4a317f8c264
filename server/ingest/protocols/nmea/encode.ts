import { textPosition, type TextPosition } from '../shared/index.ts';

const encoder = new TextEncoder();

/** A fix as a receiver says it in two sentences. */
export interface NmeaFix extends TextPosition {
  /** Metres. */
  readonly altitude: number;
  readonly satellites: number;
  readonly hdop: number;
}

/** A sentence with its checksum and end of line; `body` is what is between `$` and `*`. */
export function encodeNmeaSentence(body: string): Uint8Array {
  let sum = 0;
  for (const byte of encoder.encode(body)) sum ^= byte;
  return encoder.encode(`$${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}\r\n`);
}

export function encodeNmeaIdentifier(identifier: string): Uint8Array {
  return encodeNmeaSentence(`PGID,${identifier}`);
}

export function encodeRmc(position: TextPosition): Uint8Array {
  const { time, validity, latitude, north, longitude, east, knots, dayFirst } = textPosition(position);
  const place = `${latitude},${north},${longitude},${east}`;
  return encodeNmeaSentence(
    `GPRMC,${time}.00,${validity},${place},${knots.toFixed(3)},${position.course.toFixed(1)},${dayFirst},,`,
  );
}

export function encodeGga(fix: NmeaFix): Uint8Array {
  const { time, validity, latitude, north, longitude, east } = textPosition(fix);
  const place = `${latitude},${north},${longitude},${east}`;
  const quality = validity === 'A' ? 1 : 0;
  return encodeNmeaSentence(
    `GPGGA,${time}.00,${place},${quality},${fix.satellites},${fix.hdop},${fix.altitude.toFixed(1)},M,0.0,M,,`,
  );
}
