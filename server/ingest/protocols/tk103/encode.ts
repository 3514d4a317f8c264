import { textPosition, type TextPosition } from '../shared/index.ts';

const encoder = new TextEncoder();

/** A position with what the wires say. */
export interface Tk103Position extends TextPosition {
  readonly ignition?: boolean;
  /** Metres. */
  readonly odometer?: number;
}

export function encodeTk103Handshake(identifier: string): Uint8Array {
  return encoder.encode(`(${identifier}BP00${identifier.padStart(15, '0')}HSO)`);
}

/** A position; `command` as in the manual: BR00 from time to time, BP05 at login, BO01 and a digit for an alarm. */
export function encodeTk103Position(identifier: string, position: Tk103Position, command = 'BR00'): Uint8Array {
  const { time, yearFirst, validity, latitude, north, longitude, east } = textPosition(position);
  const login = command === 'BP05' ? identifier.padStart(15, '0') : '';
  const place = `${yearFirst}${validity}${latitude.slice(0, 9)}${north}${longitude.slice(0, 10)}${east}`;
  const motion = `${position.speed.toFixed(1).padStart(5, '0')}${time}${position.course.toFixed(2).padStart(6, '0')}`;
  const mileage = Math.round(position.odometer ?? 0)
    .toString(16)
    .toUpperCase()
    .padStart(8, '0');
  return encoder.encode(
    `(${identifier}${command}${login}${place}${motion}0${position.ignition ? 1 : 0}000000L${mileage})`,
  );
}
