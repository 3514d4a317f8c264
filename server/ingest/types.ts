import type { Fix, ProtocolName } from '../../src/domain/telemetry/index.ts';
import type { Instant } from '../../src/domain/base/index.ts';

/** The wire to one device: a TCP connection, or the sender of a UDP datagram. */
export interface Wire {
  /** Address and port, for logs. */
  readonly remote: string;
  send(bytes: Uint8Array): void;
  /** Ends the connection after what was sent. Does nothing on UDP. */
  end(): void;
}

/** A registered device; the intake hands it out at login. */
export interface DeviceHandle {
  readonly identifier: string;
  readonly deviceId: number;
  /** The unit that carries it, or 0 when it is in no unit (its reports are counted, not stored). */
  readonly unitId: number;
  /** Password that the device must send, or null when none is set. */
  readonly password: string | null;
}

/** The rest of the server as a protocol sees it. */
export interface Intake {
  /**
   * Finds a registered device; null = unknown: refuse it as the protocol says. The intake counts the
   * attempt and lists the device as unclaimed. Case and characters of the identifier are kept.
   */
  login(identifier: string, protocol: ProtocolName, remote: string): DeviceHandle | null;
  /** Hands over one fix; it is copied at once. */
  accept(device: DeviceHandle, protocol: ProtocolName, fix: Fix): void;
  /** Calls back when all accepted so far is durable. False: not stored, do not acknowledge. */
  afterCommit(callback: (stored: boolean) => void): void;
  /** Counts and logs a frame that could not be read, with the reason; the connection goes on. */
  malformed(protocol: ProtocolName, remote: string, reason: string, bytes: Uint8Array): void;
  now(): Instant;
}

/** One connection's decoder. It keeps what is left of a frame between chunks. */
export interface ProtocolSession {
  /** Bytes as they came; the chunk may hold part of a frame, or many. */
  receive(chunk: Uint8Array): void;
  /** The connection is gone. */
  closed(): void;
}

/** A protocol that listens on a port of its own. */
export interface Protocol {
  readonly name: ProtocolName;
  /** As device installers know it; INGEST_PORT_<NAME> changes it, 0 switches it off. */
  readonly defaultPort: number;
  /** On UDP every datagram is a session of its own that may keep nothing. */
  readonly transports: readonly ('tcp' | 'udp')[];
  /** Seconds of silence after which a TCP connection is closed. */
  readonly idleTimeout: number;
  open(wire: Wire, transport: 'tcp' | 'udp', intake: Intake): ProtocolSession;
}
