/** A position as a Queclink tracker sends it. */
export interface QueclinkPosition {
  /** Unix milliseconds. */
  readonly time: number;
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** km/h, degrees, metres. */
  readonly speed: number;
  readonly course: number;
  readonly altitude: number;
  /** 0: no fix now, this is the last one. */
  readonly hdop?: number;
}

/** What a periodic report says of the vehicle. */
export interface QueclinkState {
  /** Metres. */
  readonly odometer?: number;
  readonly battery?: number;
  /** Six hex digits: state, inputs, outputs. */
  readonly status?: string;
  /** Volts. */
  readonly supply?: number;
}

/** Who sends: a model's version, the IMEI, and how many messages it sent before. */
export interface QueclinkSender {
  readonly identifier: string;
  readonly version?: string;
  readonly count: number;
  /** Sent from memory. */
  readonly stored?: boolean;
}

const encoder = new TextEncoder();

/** `yyyyMMddHHmmss` in UTC. */
export function queclinkTime(instant: number): string {
  return new Date(instant).toISOString().replaceAll(/[-:T]|\..*/g, '');
}

function block(position: QueclinkPosition): string {
  const { time, latitude, longitude, speed, course, altitude, hdop = 1 } = position;
  return [
    hdop,
    speed.toFixed(1),
    Math.round(course),
    altitude.toFixed(1),
    longitude.toFixed(6),
    latitude.toFixed(6),
    queclinkTime(time),
    '0262',
    '0001',
    '1932',
    '1BA4',
    '00',
  ].join(',');
}

const hex = (count: number): string => (count & 0xffff).toString(16).toUpperCase().padStart(4, '0');

function frame(
  head: string,
  { identifier, version = '060402', count }: QueclinkSender,
  body: string,
  time: number,
): Uint8Array {
  return encoder.encode(`${head},${version},${identifier},${body},${queclinkTime(time)},${hex(count)}$`);
}

/** A periodic report of up to fifteen positions. */
export function encodeQueclinkReport(
  sender: QueclinkSender,
  positions: readonly QueclinkPosition[],
  state: QueclinkState = {},
): Uint8Array {
  const { odometer, battery = '', status = '', supply } = state;
  const millivolts = supply === undefined ? '' : Math.round(supply * 1000);
  const kilometres = odometer === undefined ? '' : (odometer / 1000).toFixed(1);
  const body = `,,${millivolts},10,${positions.length},${positions.map(block).join(',')},${kilometres},,,,${battery},${status},,,`;
  return frame(`+${sender.stored ? 'BUFF' : 'RESP'}:GTFRI`, sender, body.slice(1), positions.at(-1)?.time ?? 0);
}

/** A report of another kind: the fields before and behind its position. */
export function encodeQueclinkEvent(
  type: string,
  sender: QueclinkSender,
  before: string,
  position: QueclinkPosition,
  behind = '',
): Uint8Array {
  return frame(
    `+${sender.stored ? 'BUFF' : 'RESP'}:GT${type}`,
    sender,
    `,${before},${block(position)},${behind}`,
    position.time,
  );
}

export function encodeQueclinkHeartbeat(sender: QueclinkSender, time: number): Uint8Array {
  return frame('+ACK:GTHBD', sender, '', time);
}

/** What a device says to a command: its three letters, serial, and a word of some commands. */
export function encodeQueclinkAcknowledgement(
  type: string,
  serial: string,
  sender: QueclinkSender,
  time: number,
  word = '',
): Uint8Array {
  return frame(`+ACK:GT${type}`, sender, `,${word},${serial}`, time);
}
