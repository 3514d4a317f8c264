import type { Socket } from 'node:net';
import type { Instant } from '../../src/domain/base/index.ts';
import type { Clue } from '../../src/domain/device/index.ts';
import type { Fix, ProtocolName } from '../../src/domain/telemetry/index.ts';
import { addressOf, remoteOf } from './addresses.ts';
import type { ProtocolCounters } from './counters.ts';
import type { Switchboard } from './deviceWire.ts';
import type {
  CommandAnswer,
  CommandOutcome,
  Contact,
  Credentials,
  DeviceHandle,
  Intake,
  OutgoingCommand,
  Protocol,
  ProtocolSession,
  UnreadMessage,
  Wire,
} from './types.ts';

/** Answers that a device does not read pile up in memory; past this many bytes it is cut off. */
const MOST_UNREAD = 64 * 1024;

/** What others see of a connection; it is heard with each chunk. */
type ConnectionContact = Contact & { heardAt: Instant };

/** What the connections of one port share. */
export interface ConnectionHost {
  readonly protocol: Protocol;
  readonly intake: Intake;
  /** Bad frames in a row after which a connection is closed. */
  readonly maximumBadFrames: number;
  readonly counters: ProtocolCounters;
  readonly switchboard: Switchboard;
  /** A bug in a decoder: it is logged, and costs this connection only. */
  onFault(error: unknown, remote: string, bytes: Uint8Array): void;
}

const admissionOf = ({ lock, password }: DeviceHandle): string => `${lock?.key ?? ''}\n${password ?? ''}`;

/** One TCP connection: the wire of its session, and the session's intake, so that it sees who logs in. */
export class Connection implements Wire, Intake {
  readonly remote: string;
  readonly #socket: Socket;
  readonly #host: ConnectionHost;
  readonly #session: ProtocolSession;
  readonly #contact: ConnectionContact;
  #device: DeviceHandle | null = null;
  /** The device that the switchboard knows to be here. */
  #attached: string | null = null;
  /** What the device was let in by. */
  #admission = '';
  #badFrames = 0;
  /** Bytes of before it was known whose they are. */
  #uncounted = 0;

  constructor(socket: Socket, host: ConnectionHost) {
    this.#socket = socket;
    this.#host = host;
    this.remote = remoteOf(socket.remoteAddress, socket.remotePort);
    const now = host.intake.now();
    this.#contact = {
      address: addressOf(this.remote),
      since: now,
      heardAt: now,
      send: (command) => this.#command(command),
      end: () => this.#socket.destroy(),
    };
    this.#session = host.protocol.open(this, 'tcp', this);
    socket.setNoDelay(true);
    socket.setTimeout(host.protocol.idleTimeout * 1000, () => socket.destroy());
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    // A connection that breaks off ends with 'close' as well; there is nothing else to do about it.
    socket.on('error', () => undefined);
    // One that has said all (`nc` does so) waits for the answers to it, which come once it is stored.
    socket.on('end', () => host.intake.afterCommit(() => socket.end()));
    socket.on('close', () => this.#closed());
  }

  #receive(chunk: Uint8Array): void {
    // Its password, lock or owner is another one since: it logs in again.
    if (this.#device && admissionOf(this.#device) !== this.#admission) return void this.#socket.destroy();
    this.#contact.heardAt = this.#host.intake.now();
    try {
      this.#session.receive(chunk);
    } catch (error) {
      this.#host.onFault(error, this.remote, chunk);
      this.#socket.destroy();
    }
    this.#count(chunk.length);
    this.#announce();
  }

  #count(bytes: number): void {
    this.#uncounted += bytes;
    if (!this.#device) return;
    this.#host.intake.noteTraffic?.(this.#device, this.#uncounted);
    this.#uncounted = 0;
  }

  #closed(): void {
    this.#session.closed();
    this.#leave();
  }

  /** Notifies the switchboard of a device that was let in. */
  #announce(): void {
    const device = this.#device;
    if (!device || this.#attached === device.identifier || this.#session.ready === false || !this.#socket.writable)
      return;
    this.#attached = device.identifier;
    const { switchboard, protocol, intake } = this.#host;
    if (switchboard.admits(device.identifier, this.#contact))
      return void switchboard.attach(device, protocol.name, this.#contact);
    // It named itself while nobody spoke for the device, or the other one fell silent for a while.
    intake.secondConnection?.(device, protocol.name, this.remote);
    this.#socket.destroy();
  }

  /** The connection speaks for its device no longer. */
  #leave(): void {
    if (this.#attached !== null) this.#host.switchboard.detach(this.#attached, this.#contact);
    this.#device = null;
    this.#attached = null;
  }

  #command(command: OutgoingCommand): CommandOutcome {
    if (!this.#socket.writable || this.#session.ready === false) return 'offline';
    if (!this.#session.command?.(command)) return 'unsupported';
    this.#host.counters.commands++;
    return 'sent';
  }

  send(bytes: Uint8Array): void {
    if (!this.#socket.writable) return;
    this.#socket.write(bytes);
    this.#count(bytes.length);
    if (this.#socket.writableLength > MOST_UNREAD) this.#socket.destroy();
  }

  end(): void {
    this.#socket.end();
  }

  /** Takes nothing more in; what was accepted is still answered. */
  pause(): void {
    this.#socket.pause();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  login(identifier: string, protocol: ProtocolName, remote: string, shown?: Credentials): DeviceHandle | null {
    const device = this.#host.intake.login(identifier, protocol, remote, shown);
    if (!device) return null;
    if (this.#device && this.#device.identifier !== identifier) this.#leave();
    if (!this.#host.switchboard.admits(identifier, this.#contact)) {
      this.#host.intake.secondConnection?.(device, protocol, remote);
      return null;
    }
    // The one before is ended when this one has proven as much: see `#announce`.
    this.#device = device;
    this.#admission = admissionOf(device);
    return device;
  }

  wrongPassword(device: DeviceHandle, protocol: ProtocolName, remote: string): void {
    this.#host.intake.wrongPassword?.(device, protocol, remote);
  }

  noteClues(identifier: string, protocol: ProtocolName, clues: readonly Clue[]): void {
    this.#host.intake.noteClues?.(identifier, protocol, clues);
  }

  accept(device: DeviceHandle, protocol: ProtocolName, fix: Fix): void {
    this.#badFrames = 0;
    this.#host.intake.accept(device, protocol, fix);
  }

  afterCommit(callback: (stored: boolean) => void): void {
    this.#host.intake.afterCommit(callback);
  }

  malformed(protocol: ProtocolName, remote: string, reason: string, bytes: Uint8Array): void {
    this.#host.intake.malformed(protocol, remote, reason, bytes);
    this.#badFrames++;
    if (this.#badFrames < this.#host.maximumBadFrames) return;
    this.#session.closed();
    this.#socket.destroySoon();
  }

  unread(device: DeviceHandle, protocol: ProtocolName, message: UnreadMessage): void {
    this.#badFrames = 0;
    this.#host.intake.unread(device, protocol, message);
  }

  commandAnswered(device: DeviceHandle, protocol: ProtocolName, answer: CommandAnswer): void {
    this.#host.intake.commandAnswered(device, protocol, answer, this.#contact);
  }

  now(): Instant {
    return this.#host.intake.now();
  }
}
