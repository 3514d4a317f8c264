import { connect, type Socket } from 'node:net';
import type { DeviceReport } from '../driving/index.ts';
import type { Answer, Dialect, HeardCommand } from './dialect.ts';

/** What a link reports to its device. */
export interface LinkListener {
  /** The server knows the device: reports may be sent. */
  ready(): void;
  /** Everything of the last sending is stored. */
  stored(): void;
  /** The connection is gone, or the server did not take the last sending: send it again. */
  lost(): void;
  /** The server wants something of the device. */
  commanded(command: HeardCommand): void;
}

/**
 * One device's connection. At most one sending is under way: the next waits for the server's answer, as in
 * real trackers, so that nothing can be lost and a slow server slows its devices down.
 */
export class DeviceLink {
  readonly #dialect: Dialect;
  readonly #address: { host: string; port: number };
  readonly #listener: LinkListener;
  #socket: Socket | null = null;
  #ready = false;
  #busy = false;

  constructor(dialect: Dialect, address: { host: string; port: number }, listener: LinkListener) {
    this.#dialect = dialect;
    this.#address = address;
    this.#listener = listener;
  }

  get capacity(): number {
    return this.#dialect.capacity;
  }
  /** See {@link Dialect.patience}. */
  get patience(): number {
    return this.#dialect.patience;
  }
  /** A connection exists or is being made. */
  get open(): boolean {
    return this.#socket !== null;
  }
  /** Reports can be sent now. */
  get idle(): boolean {
    return this.#ready && !this.#busy;
  }
  get busy(): boolean {
    return this.#busy;
  }

  connect(): void {
    if (this.#socket) return;
    const socket = connect(this.#address);
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('connect', () => {
      const hello = this.#dialect.hello();
      if (hello) socket.write(hello);
      else this.#welcome();
    });
    socket.on('data', (chunk) => this.#read(chunk));
    // The reason is of no use to a device: whatever it is, it calls again later.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      if (this.#socket === socket) this.#drop();
    });
  }

  /** Sends the first `count` reports as one. Only while {@link idle}. */
  send(reports: readonly DeviceReport[], count: number): void {
    this.#busy = true;
    this.#socket?.write(this.#dialect.encode(reports, count));
  }

  /** Answers a command, also while a sending is under way. */
  reply(command: HeardCommand, text: string): void {
    const bytes = this.#ready ? this.#dialect.reply(command, text) : null;
    if (bytes) this.#socket?.write(bytes);
  }

  /** Ends the connection for good; the listener hears no more. */
  close(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#ready = this.#busy = false;
    socket?.destroy();
  }

  /** Gives up on a server that does not answer. */
  hangUp(): void {
    this.#socket?.destroy();
  }

  #read(chunk: Uint8Array): void {
    const answer: Answer = this.#dialect.read(chunk, (command) => this.#listener.commanded(command));
    if (answer === 'welcome') this.#welcome();
    else if (answer === 'stored' && this.#busy) {
      this.#busy = false;
      this.#listener.stored();
    } else if (answer === 'lost' || answer === 'refused') this.#socket?.destroy();
  }

  #welcome(): void {
    this.#ready = true;
    this.#listener.ready();
  }

  #drop(): void {
    this.#socket = null;
    this.#ready = this.#busy = false;
    this.#listener.lost();
  }
}
