import { encodeOsmandQuery, type OsmandReport } from '../../ingest/protocols/osmand/index.ts';
import type { DeviceReport } from '../driving/index.ts';
import { LineReader } from './bytes.ts';
import type { Answer, Dialect } from './dialect.ts';

const encoder = new TextEncoder();

/** A tracking app on a phone: a kept-alive HTTP connection, a request a report. */
export class OsmAndDialect implements Dialect {
  readonly capacity = 40;
  readonly patience = 25_000;
  readonly #identifier: string;
  readonly #host: string;
  readonly #lines = new LineReader();
  #outstanding = 0;
  #refused = false;

  constructor(identifier: string, host: string) {
    this.#identifier = identifier;
    this.#host = host;
  }

  /** HTTP needs no login: the first request names the device. */
  hello(): null {
    this.#lines.reset();
    this.#outstanding = 0;
    return null;
  }

  encode(reports: readonly DeviceReport[], count: number): Uint8Array {
    let text = '';
    for (let index = 0; index < count; index++) {
      text += `POST ${encodeOsmandQuery(this.#identifier, toReport(reports[index]))} HTTP/1.1\r\nHost: ${this.#host}\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n`;
    }
    this.#outstanding = count;
    this.#refused = false;
    return encoder.encode(text);
  }

  read(chunk: Uint8Array): Answer {
    for (const line of this.#lines.take(chunk)) {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(line)?.[1];
      if (status === undefined) continue;
      this.#outstanding--;
      if (status !== '200') this.#refused = true;
    }
    if (this.#outstanding > 0) return 'incomplete';
    return this.#refused ? 'lost' : 'stored';
  }
}

function toReport(report: DeviceReport): OsmandReport {
  const { time, latitude, longitude, speed, course, altitude, ignition, odometer } = report;
  const parameters: Record<string, string | number | boolean> = { accuracy: report.hdop * 4, batt: report.batteryLevel, ignition, odometer };
  if (!report.valid) parameters.valid = false;
  return { time, latitude, longitude, speed, course, altitude, parameters };
}
