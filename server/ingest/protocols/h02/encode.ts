import { concatBytes, fromHex, textPosition, type TextPosition } from '../shared/index.ts';

const encoder = new TextEncoder();

/** A position with the 32 bits of state; all ones is a device without an alarm whose ignition is on. */
export interface H02Position extends TextPosition {
  readonly status?: number;
}

const ALL_WELL = 0xffffffff;
const hex32 = (value: number): string => (value >>> 0).toString(16).toUpperCase().padStart(8, '0');

/** A position as text (V1); `type` for its relatives. */
export function encodeH02Position(identifier: string, position: H02Position, type = 'V1'): Uint8Array {
  const { time, validity, latitude, north, longitude, east, knots, dayFirst } = textPosition(position);
  const place = [time, validity, latitude, north, longitude, east].join(',');
  const motion = [knots.toFixed(2), Math.round(position.course), dayFirst, hex32(position.status ?? ALL_WELL)].join(
    ',',
  );
  return encoder.encode(`*HQ,${identifier},${type},${place},${motion}#`);
}

/** A position in binary, 32 bytes; the identifier has 10 digits. `battery` is a step of 1 to 6. */
export function encodeH02Binary(identifier: string, position: H02Position, battery = 6): Uint8Array {
  const { time, validity, latitude, north, longitude, east, knots, dayFirst } = textPosition(position);
  // Four decimals of a minute are all that the digits hold; cut, so that 59.99999 does not become 60.
  const digits = (text: string, whole: number): string => text.replace('.', '').slice(0, whole + 4);
  const flags = ((validity === 'A' ? 2 : 0) | (north === 'N' ? 4 : 0) | (east === 'E' ? 8 : 0)).toString(16);
  const three = (value: number): string => String(Math.round(value)).padStart(3, '0');
  return concatBytes(
    fromHex(
      `24${identifier.padStart(10, '0')}${time}${dayFirst}${digits(latitude, 4)}${battery.toString(16).padStart(2, '0')}` +
        `${digits(longitude, 5)}${flags}${three(knots)}${three(position.course)}${hex32(position.status ?? ALL_WELL)}`,
    ),
    Uint8Array.of(0xff, 0, 0),
  );
}

export function encodeH02Heartbeat(identifier: string, battery?: number): Uint8Array {
  return encoder.encode(`*HQ,${identifier},HTBT${battery === undefined ? '' : `,${battery}`}#`);
}
