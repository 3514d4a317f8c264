import { textPosition, type TextPosition } from '../shared/index.ts';

const encoder = new TextEncoder();

/** A position with what the wires say. */
export interface Gps103Position extends TextPosition {
  /** Milliseconds east of UTC that the device's own date is in. */
  readonly zone?: number;
  readonly ignition?: boolean;
  readonly fuelPercent?: number;
}

export function encodeGps103Login(identifier: string): Uint8Array {
  return encoder.encode(`##,imei:${identifier},A;`);
}

export function encodeGps103Heartbeat(identifier: string): Uint8Array {
  return encoder.encode(`${identifier};`);
}

/** A position; `keyword` as in the manual (tracker, help me, ac alarm, ...). */
export function encodeGps103Position(identifier: string, position: Gps103Position, keyword = 'tracker'): Uint8Array {
  const { time, validity, latitude, north, longitude, east, knots } = textPosition(position);
  const local = textPosition({ ...position, time: position.time + (position.zone ?? 0) });
  const ignition = position.ignition === undefined ? '' : Number(position.ignition);
  const fuel = position.fuelPercent === undefined ? '' : `${position.fuelPercent.toFixed(2)}%`;
  const head = `imei:${identifier},${keyword},${local.yearFirst}${local.time},,F,${time}.000,${validity}`;
  const motion = `${knots.toFixed(2)},${Math.round(position.course)}`;
  return encoder.encode(`${head},${latitude},${north},${longitude},${east},${motion},,${ignition},,${fuel},,;`);
}
