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

/** One HTTP request of a device, its body read whole. */
export interface DeviceRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  /** Media type without parameters, lower case; empty when not sent. */
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly remote: string;
}

export interface DeviceAnswer {
  readonly status: number;
  readonly body: string;
}

/** A protocol whose devices speak HTTP to a port of its own. */
export interface HttpProtocol {
  readonly name: ProtocolName;
  readonly defaultPort: number;
  readonly transports: readonly ['http'];
  readonly idleTimeout: number;
  /** Largest body that is read, in bytes; a larger one is answered with 413. */
  readonly maximumBody: number;
  /** Answers after what the request brought is durable; 503 when it is not. */
  answer(request: DeviceRequest, intake: Intake): Promise<DeviceAnswer>;
}

/** Anything that the listeners can open. */
export type ListeningProtocol = Protocol | HttpProtocol;

/** True for protocols that speak HTTP. */
export function isHttpProtocol(protocol: ListeningProtocol): protocol is HttpProtocol {
  return protocol.transports[0] === 'http';
}
