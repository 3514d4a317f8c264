import { encodeGt06Heartbeat, encodeGt06Login, encodeGt06Position } from '../../ingest/protocols/gt06/index.ts';
import type { DeviceReport } from '../driving/index.ts';
import type { Answer, Dialect } from './dialect.ts';
import { joinBytes } from './bytes.ts';

const LOGIN = 0x01;
/** Marks 2, length, protocol, serial 2, checksum 2, end 2. */
const ANSWER_LENGTH = 10;
const HEARTBEAT_EVERY = 5 * 60_000;

/** GT06 family: a frame a report, and each is answered with its own serial. */
export class Gt06Dialect implements Dialect {
  readonly capacity = 120;
  readonly patience = 8 * 60_000;
  readonly #identifier: string;
  #serial = 1;
  #outstanding = 0;
  #kept = new Uint8Array(0);
  #lastHeartbeat = 0;

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
      const { time, latitude, longitude, speed, course, satellites, valid, ignition, odometer } = reports[index];
      frames.push(encodeGt06Position({ time, latitude, longitude, speed, course, satellites, fixed: valid, ignition, odometer }, this.#nextSerial()));
    }
    const newest = reports[count - 1];
    if (newest.time - this.#lastHeartbeat >= HEARTBEAT_EVERY && count < 10) {
      this.#lastHeartbeat = newest.time;
      frames.push(encodeGt06Heartbeat(statusOf(newest), this.#nextSerial()));
    }
    this.#outstanding = frames.length;
    return joinBytes(frames);
  }

  read(chunk: Uint8Array): Answer {
    const bytes = this.#kept.length === 0 ? chunk : joinBytes([this.#kept, chunk]);
    let at = 0;
    let answer: Answer = 'incomplete';
    for (; at + ANSWER_LENGTH <= bytes.length; at += ANSWER_LENGTH) {
      if (bytes[at] !== 0x78 || bytes[at + 1] !== 0x78) return 'lost';
      if (bytes[at + 3] === LOGIN) answer = 'welcome';
      else if (--this.#outstanding === 0) answer = 'stored';
    }
    this.#kept = bytes.slice(at);
    return answer;
  }

  #nextSerial(): number {
    const serial = this.#serial;
    this.#serial = serial === 0xffff ? 1 : serial + 1;
    return serial;
  }
}

function statusOf(report: DeviceReport): { ignition: boolean; charging: boolean; battery: number; signal: number } {
  return { ignition: report.ignition, charging: report.ignition, battery: 6, signal: Math.min(4, Math.max(1, Math.round(report.gsm / 25))) };
}
