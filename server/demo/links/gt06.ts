import {
  encodeGt06Alarm,
  encodeGt06Heartbeat,
  encodeGt06Login,
  encodeGt06Position,
  encodeGt06Reply,
  measureGt06Frame,
  readGt06Command,
  readGt06Frame,
  type Gt06Status,
} from '../../ingest/protocols/gt06/index.ts';
import type { DeviceReport } from '../driving/index.ts';
import type { Answer, Dialect, HeardCommand } from './dialect.ts';
import { joinBytes } from './bytes.ts';

const LOGIN = 0x01;
/** What the server answers to a reply. */
const REPLY = 0x15;
const HEARTBEAT_EVERY = 5 * 60_000;
/** Of frames that say an alarm, as the manual has them. */
const ALARM_CODES = { sos: 0x01, power_cut: 0x02, tow: 0x09, hard_braking: 0x27 } as const;

/** GT06 family: a frame a report, and each is answered with its own serial. */
export class Gt06Dialect implements Dialect {
  readonly capacity = 120;
  readonly patience = 8 * 60_000;
  readonly #identifier: string;
  #serial = 1;
  #outstanding = 0;
  #kept = new Uint8Array(0);
  #lastHeartbeat = 0;
  #cut = false;

  constructor(identifier: string) {
    this.#identifier = identifier;
  }

  hello(): Uint8Array {
    this.#outstanding = 0;
    this.#kept = new Uint8Array(0);
    return encodeGt06Login(this.#identifier, this.#nextSerial());
  }

  encode(reports: readonly DeviceReport[], count: number): Uint8Array {
    const frames: Uint8Array[] = [];
    for (let index = 0; index < count; index++) {
      const { time, latitude, longitude, speed, course, satellites, valid, ignition, odometer, alarm } = reports[index];
      const position = { time, latitude, longitude, speed, course, satellites, fixed: valid, ignition, odometer };
      frames.push(
        alarm === ''
          ? encodeGt06Position(position, this.#nextSerial())
          : encodeGt06Alarm(position, statusOf(reports[index]), ALARM_CODES[alarm], this.#nextSerial()),
      );
    }
    const newest = reports[count - 1];
    // The relay's state is reported at once, whenever the next heartbeat were due.
    const isDue = newest.time - this.#lastHeartbeat >= HEARTBEAT_EVERY || newest.engineCut !== this.#cut;
    if (isDue && count < 10) {
      this.#lastHeartbeat = newest.time;
      this.#cut = newest.engineCut;
      frames.push(encodeGt06Heartbeat(statusOf(newest), this.#nextSerial()));
    }
    this.#outstanding = frames.length;
    return joinBytes(frames);
  }

  read(chunk: Uint8Array, heard: (command: HeardCommand) => void): Answer {
    const bytes = this.#kept.length === 0 ? chunk : joinBytes([this.#kept, chunk]);
    let at = 0;
    let answer: Answer = 'incomplete';
    while (at < bytes.length) {
      const length = measureGt06Frame(bytes, at, bytes.length);
      if (length === 0) break;
      const frame = length < 0 ? null : readGt06Frame(bytes, at, at + length);
      if (!frame) return 'lost';
      const command = readGt06Command(frame);
      if (command) heard(command);
      else if (frame.protocol === LOGIN) answer = 'welcome';
      else if (frame.protocol !== REPLY && --this.#outstanding === 0) answer = 'stored';
      at += length;
    }
    this.#kept = bytes.slice(at);
    return answer;
  }

  reply({ reference }: HeardCommand, text: string): Uint8Array {
    return encodeGt06Reply(reference ?? 0, text, this.#nextSerial());
  }

  #nextSerial(): number {
    const serial = this.#serial;
    this.#serial = serial === 0xffff ? 1 : serial + 1;
    return serial;
  }
}

function statusOf(report: DeviceReport): Gt06Status {
  return {
    ignition: report.ignition,
    cut: report.engineCut,
    charging: report.ignition,
    battery: 6,
    signal: Math.min(4, Math.max(1, Math.round(report.gsm / 25))),
  };
}
