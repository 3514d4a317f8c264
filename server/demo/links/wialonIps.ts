import {
  encodeIpsBatch,
  encodeIpsData,
  encodeIpsLogin,
  encodeIpsText,
  type IpsMessage,
} from '../../ingest/protocols/wialon_ips/index.ts';
import type { DeviceReport } from '../driving/index.ts';
import { LineReader } from './bytes.ts';
import type { Answer, Dialect, HeardCommand } from './dialect.ts';

const MESSAGE = '#M#';
/** Behind a message from version 2.0 on. */
const CHECKSUM = /;[0-9A-F]{0,4}$/i;
const encoder = new TextEncoder();

/** Wialon IPS 2.0: one report as a D packet, several as a black-box B packet. */
export class WialonIpsDialect implements Dialect {
  readonly capacity = 250;
  readonly patience = 8 * 60_000;
  readonly #identifier: string;
  readonly #lines = new LineReader();
  #expected = '';

  constructor(identifier: string) {
    this.#identifier = identifier;
  }

  hello(): Uint8Array {
    this.#lines.reset();
    return encodeIpsLogin(this.#identifier);
  }

  encode(reports: readonly DeviceReport[], count: number): Uint8Array {
    if (count === 1) {
      this.#expected = '#AD#1';
      return encodeIpsData(toMessage(reports[0]));
    }
    this.#expected = `#AB#${count}`;
    return encodeIpsBatch(reports.slice(0, count).map(toMessage));
  }

  read(chunk: Uint8Array, heard: (command: HeardCommand) => void): Answer {
    let answer: Answer = 'incomplete';
    for (const line of this.#lines.take(chunk)) {
      if (line.startsWith('#AL#')) answer = line === '#AL#1' ? 'welcome' : 'refused';
      else if (line.startsWith('#AD#') || line.startsWith('#AB#')) answer = line === this.#expected ? 'stored' : 'lost';
      else if (line.startsWith(MESSAGE))
        heard({ reference: null, text: `text:${line.slice(MESSAGE.length).replace(CHECKSUM, '')}` });
      else if (line !== '' && !line.startsWith('#')) heard({ reference: null, text: line });
    }
    return answer;
  }

  /** A message for the driver is confirmed on the display; whatever else is asked is answered in words. */
  reply(command: HeardCommand, text: string): Uint8Array {
    return command.text.startsWith('text:') ? encoder.encode('#AM#1\r\n') : encodeIpsText(text);
  }
}

function toMessage(report: DeviceReport): IpsMessage {
  const { time, latitude, longitude, course, altitude, satellites, hdop } = report;
  const parameters: Record<string, number | string> = {
    ...(report.hasIgnition && { ignition: report.ignition ? 1 : 0 }),
    gsm_signal: report.gsm,
    odometer: report.odometer,
  };
  const add = (name: string, value: number, scale: number): void => {
    if (!Number.isNaN(value)) parameters[name] = Math.round(value * scale) / scale;
  };
  add('external_voltage', report.externalVoltage, 100);
  add('battery_voltage', report.batteryVoltage, 100);
  add('fuel_level', report.fuel, 10);
  add('temperature_1', report.temperature, 10);
  if (report.doorOpen) parameters.door = 1;
  if (report.alarm === 'sos') parameters.SOS = 1;
  else if (report.alarm !== '') parameters.alarm = report.alarm;
  return {
    time,
    latitude,
    longitude,
    course,
    altitude,
    satellites,
    hdop,
    parameters,
    outputs: report.engineCut ? 1 : 0,
    speed: Math.round(report.speed),
    ...(report.driverKey === '' ? {} : { driverKey: report.driverKey }),
  };
}
