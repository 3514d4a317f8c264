/**
 * Trackers on TCP, Teltonika codec 8 Extended, in a process of their own. One message at a time is under way on a
 * connection, as in real trackers.
 */
import { connect, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import {
  encodeTeltonikaLogin,
  encodeTeltonikaPacket,
  type TeltonikaRecord,
} from '../../server/ingest/protocols/teltonika/index.ts';
import { answerCommands } from '../support/child.ts';
import { imeiOf } from './imei.ts';

export type DevicesCommand =
  | {
      readonly type: 'open';
      readonly port: number;
      readonly devices: number;
      readonly records: number;
      readonly messages: number;
      readonly since: number;
    }
  /** Every device sends all its messages as quickly as they are acknowledged. */
  | { readonly type: 'burst' }
  /** Every device sends one message a second. */
  | { readonly type: 'steady' }
  | { readonly type: 'close' };

export interface DevicesAnswer {
  /** Positions acknowledged. */
  readonly positions: number;
  readonly seconds: number;
  /** Milliseconds from sending to acknowledgement. */
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds that this process itself was late, p99. */
  readonly late: number;
}

const SECOND = 1_000;
/** Connections that are being made at a time. */
const CALLING = 200;
/** Messages of each device before a steady fleet is measured. */
const WARM_UP = 2;

class Device {
  readonly #messages: readonly Uint8Array[];
  readonly #records: number;
  readonly #socket: Socket;
  #answered: () => void = () => undefined;
  #login = true;
  /** Bytes of an answer that came in part. */
  #pending: Buffer = Buffer.alloc(0);

  constructor(port: number, device: number, messages: readonly Uint8Array[], records: number) {
    this.#messages = messages;
    this.#records = records;
    this.#socket = connect({ port, host: '127.0.0.1' });
    this.#socket.setNoDelay(true);
    this.#socket.on('error', (error) => {
      throw error;
    });
    this.#socket.on('data', (chunk) => this.#read(chunk));
    this.#socket.on('connect', () => this.#socket.write(encodeTeltonikaLogin(imeiOf(device))));
  }

  /** Resolves with the next answer. */
  answer(): Promise<void> {
    return new Promise((resolve) => {
      this.#answered = resolve;
    });
  }

  get messages(): number {
    return this.#messages.length;
  }

  async send(message: number): Promise<void> {
    const answered = this.answer();
    this.#socket.write(this.#messages[message]);
    await answered;
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    if (this.#pending.length < (this.#login ? 1 : 4)) return;
    const right = this.#login ? this.#pending[0] === 1 : this.#pending.readUInt32BE(0) === this.#records;
    if (!right) throw new Error('The server refused a device or a message');
    this.#login = false;
    this.#pending = Buffer.alloc(0);
    this.#answered();
  }
}

let devices: Device[] = [];
let recordsEach = 1;

function record(device: number, place: number, since: number): TeltonikaRecord {
  return {
    time: since + place * SECOND,
    latitude: 48 + device * 0.0007 + place * 0.0001,
    longitude: 9 + device * 0.0003 + place * 0.0001,
    altitude: 112,
    course: (place * 7) % 360,
    speed: 60,
    satellites: 11,
    io: [
      { id: 239, size: 1, value: 1 },
      { id: 240, size: 1, value: 1 },
      { id: 21, size: 1, value: 4 },
      { id: 66, size: 2, value: 13_900 + (place % 3) * 10 },
      { id: 16, size: 4, value: 104_000_000 + place * 16 },
    ],
  };
}

async function open({
  port,
  devices: count,
  records,
  messages,
  since,
}: Extract<DevicesCommand, { type: 'open' }>): Promise<void> {
  recordsEach = records;
  devices = [];
  for (let start = 0; start < count; start += CALLING) {
    const some = Array.from({ length: Math.min(CALLING, count - start) }, (_, index) => {
      const device = start + index;
      const packets = Array.from({ length: messages }, (_message, message) =>
        encodeTeltonikaPacket(
          Array.from({ length: records }, (_record, place) => record(device, message * records + place, since)),
        ),
      );
      return new Device(port, device, packets, records);
    });
    await Promise.all(some.map((device) => device.answer()));
    devices.push(...some);
  }
}

async function burst(): Promise<void> {
  await Promise.all(
    devices.map(async (device) => {
      for (let message = 0; message < device.messages; message++) await device.send(message);
    }),
  );
}

/** Each device at a phase of its own; answers the waits, sorted, without those of the first messages. */
async function steady(): Promise<number[]> {
  const waits: number[] = [];
  const began = performance.now();
  await Promise.all(
    devices.map(async (device, index) => {
      for (let message = 0; message < device.messages; message++) {
        const at = began + (index / devices.length + message) * SECOND;
        await pause(Math.max(0, at - performance.now()));
        const sent = performance.now();
        await device.send(message);
        if (message >= WARM_UP) waits.push(performance.now() - sent);
      }
    }),
  );
  return waits.toSorted((a, b) => a - b);
}

answerCommands<DevicesCommand>(async (command) => {
  const started = performance.now();
  const lateness = monitorEventLoopDelay({ resolution: 1 });
  lateness.enable();
  let waits: number[] = [];
  if (command.type === 'open') await open(command);
  else if (command.type === 'burst') await burst();
  else if (command.type === 'steady') waits = await steady();
  else devices.forEach((device) => device.close());
  const positions = devices.reduce((sum, device) => sum + device.messages, 0) * recordsEach;
  const at = (part: number): number => waits[Math.floor(waits.length * part)] ?? 0;
  return {
    positions,
    seconds: (performance.now() - started) / SECOND,
    p50: at(0.5),
    p99: at(0.99),
    late: lateness.percentile(99) / 1e6,
  } satisfies DevicesAnswer;
});
