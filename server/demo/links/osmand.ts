import { encodeOsmandQuery, type OsmandReport } from '../../ingest/protocols/osmand/index.ts';
import type { DeviceReport } from '../driving/index.ts';
import { joinBytes } from './bytes.ts';
import type { Answer, Dialect, HeardCommand } from './dialect.ts';

const encoder = new TextEncoder();
const latin = new TextDecoder('latin1');
const utf8 = new TextDecoder();

/** A tracking app on a phone: a kept-alive HTTP connection, a request a report. */
export class OsmAndDialect implements Dialect {
  readonly capacity = 40;
  readonly patience = 25_000;
  readonly #identifier: string;
  readonly #host: string;
  #kept = new Uint8Array(0);
  #outstanding = 0;
  #refused = false;

  constructor(identifier: string, host: string) {
    this.#identifier = identifier;
    this.#host = host;
  }

  /** HTTP needs no login: the first request names the device. */
  hello(): null {
    this.#kept = new Uint8Array(0);
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

  read(chunk: Uint8Array, heard: (command: HeardCommand) => void): Answer {
    let bytes = joinBytes([this.#kept, chunk]);
    for (let response = readResponse(bytes); response; response = readResponse(bytes)) {
      this.#outstanding--;
      if (response.status !== 200) this.#refused = true;
      else if (response.body !== '') heard({ reference: null, text: response.body });
      bytes = bytes.subarray(response.length);
    }
    this.#kept = bytes.slice();
    if (this.#outstanding > 0) return 'incomplete';
    return this.#refused ? 'lost' : 'stored';
  }

  /** A phone has nowhere to answer to. */
  reply(): null {
    return null;
  }
}

/** The response that begins the bytes; null while it is not whole. */
function readResponse(bytes: Uint8Array): { status: number; body: string; length: number } | null {
  const head = latin.decode(bytes).split('\r\n\r\n', 1)[0];
  const from = head.length + 4;
  const length = from + Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  if (bytes.length < from || bytes.length < length) return null;
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
    body: utf8.decode(bytes.subarray(from, length)),
    length,
  };
}

function toReport(report: DeviceReport): OsmandReport {
  const { time, latitude, longitude, speed, course, altitude, ignition, odometer } = report;
  const parameters: Record<string, string | number | boolean> = {
    accuracy: report.hdop * 4,
    batt: report.batteryLevel,
    ignition,
    odometer,
  };
  if (!report.valid) parameters.valid = false;
  if (report.alarm !== '') parameters.alarm = report.alarm;
  return { time, latitude, longitude, speed, course, altitude, parameters };
}
