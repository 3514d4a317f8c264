import type net from 'node:net';
import { REPEATER } from '../../../src/domain/base/index.ts';
import { TargetFailure } from './types.ts';

/** Answers are short: who sends more than this does not speak the protocol. */
const LONGEST_ANSWER = 64 * 1024;
const NEWLINE = 0x0a;

interface Waiting {
  readonly take: (bytes: Buffer) => number;
  readonly done: (answer: Buffer) => void;
  readonly fail: (error: Error) => void;
}

/** A connection on which messages are followed by answers. */
export class Wire {
  readonly #socket: net.Socket;
  #bytes: Buffer = Buffer.alloc(0);
  #waiting: Waiting | null = null;
  #failure: Error | null = null;

  constructor(socket: net.Socket) {
    this.#socket = socket;
    socket.on('data', (bytes: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, bytes]);
      this.#look();
      if (this.#bytes.length > LONGEST_ANSWER) this.#fail(new TargetFailure('answered', 'too much'));
    });
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new TargetFailure('closed', '')));
  }

  get isOpen(): boolean {
    return this.#failure === null;
  }

  write(bytes: Uint8Array): void {
    if (this.#failure === null) this.#socket.write(bytes);
  }

  /** The next line without its end. */
  async line(): Promise<string> {
    const bytes = await this.#next((buffered) => buffered.indexOf(NEWLINE) + 1);
    return bytes.toString().trim();
  }

  /** The next byte. */
  async byte(): Promise<number> {
    const [byte] = await this.#next((buffered) => Math.min(1, buffered.length));
    return byte;
  }

  close(): void {
    this.#fail(new TargetFailure('closed', ''));
  }

  /** `take` says how many of the bytes are the answer; 0: not all of it is there. */
  #next(take: Waiting['take']): Promise<Buffer> {
    return new Promise((done, fail) => {
      if (this.#failure !== null && this.#bytes.length === 0) return void fail(this.#failure);
      const timer = setTimeout(() => this.#fail(new TargetFailure('noAnswer', '')), REPEATER.patience);
      this.#waiting = {
        take,
        done: (answer) => (clearTimeout(timer), done(answer)),
        fail: (error) => (clearTimeout(timer), fail(error)),
      };
      this.#look();
      if (this.#failure !== null) this.#fail(this.#failure);
    });
  }

  #look(): void {
    const waiting = this.#waiting;
    const length = waiting?.take(this.#bytes) ?? 0;
    if (!waiting || length === 0) return;
    const answer = this.#bytes.subarray(0, length);
    this.#bytes = this.#bytes.subarray(length);
    this.#waiting = null;
    waiting.done(answer);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#socket.destroy();
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.fail(this.#failure);
  }
}
