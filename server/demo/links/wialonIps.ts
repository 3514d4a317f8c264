import { encodeIpsBatch, encodeIpsData, encodeIpsLogin, type IpsMessage } from '../../ingest/protocols/wialon_ips/index.ts';
import type { DeviceReport } from '../driving/index.ts';
import { LineReader } from './bytes.ts';
import type { Answer, Dialect } from './dialect.ts';

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

  read(chunk: Uint8Array): Answer {
    let answer: Answer = 'incomplete';
    for (const line of this.#lines.take(chunk)) {
      if (line.startsWith('#AL#')) answer = line === '#AL#1' ? 'welcome' : 'refused';
      else if (line.startsWith('#AD#') || line.startsWith('#AB#')) answer = line === this.#expected ? 'stored' : 'lost';
    }
    return answer;
  }
}

function toMessage(report: DeviceReport): IpsMessage {
  const { time, latitude, longitude, course, altitude, satellites, hdop } = report;
  const parameters: Record<string, number | string> = {
    ignition: report.ignition ? 1 : 0,
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
  return {
    time, latitude, longitude, course, altitude, satellites, hdop, parameters,
    speed: Math.round(report.speed),
    ...(report.driverKey === '' ? {} : { driverKey: report.driverKey }),
  };
}
