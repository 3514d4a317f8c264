import type { Fix, ProtocolName } from '../../src/domain/telemetry/index.ts';
import type { Clue } from '../../src/domain/device/index.ts';
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
  /**
   * The unit that carries it, or 0 when it is in no unit (its reports are counted and not stored; the last are kept in
   * memory).
   */
  readonly unitId: number;
  /** Password that the device must send, or null when none is set. */
  readonly password: string | null;
  /**
   * Whose it is and by what it may report. Absent: it was let in before (messages that are read again), or a test
   * lets in all.
   */
  readonly lock?: DeviceLock;
  /** As its form says: a known model's code, or free text. Some vendors' additions can be read by it alone. */
  readonly model: string;
  /** Minutes east of UTC that its clock is set to, or null: what its protocol says. */
  readonly clockOffset: number | null;
}

/** What a device is let in by, beside its password. */
export interface DeviceLock {
  /** Another one where any of it is different: who is connected has to log in again. */
  readonly key: string;
  readonly accountId: number;
  /** True where the device may report by the protocol. */
  admitsProtocol(protocol: ProtocolName): boolean;
  /** True where the device may report from the address, which has no port. */
  admitsAddress(address: string): boolean;
}

/** What is shown for a device when it logs in. */
export interface Credentials {
  /**
   * The password that came with the report, null without one. Absent: the session compares it, or the protocol has
   * none.
   */
  readonly password?: string | null;
  /** Accounts for whose devices the sender may report. Absent: the door knows no sender. */
  readonly accounts?: readonly number[];
}

/** A command on its way to a device. */
export interface OutgoingCommand {
  /** Whole, 1 to 2^32 - 1, unique among the server's open commands. */
  readonly reference: number;
  /** As a person wrote it or the library holds it; what it may say is the protocol's business. */
  readonly text: string;
}

/** What became of a command: offline ones wait for the next contact; unsupported ones will never go this way. */
export type CommandOutcome = 'sent' | 'offline' | 'unsupported';

/** One connection of a device as the switchboard sees it. */
export interface Contact {
  /** Without its port; empty where it is not known. */
  readonly address: string;
  /** When it came. */
  readonly since: Instant;
  /** When it was heard last. */
  readonly heardAt: Instant;
  /** It lasts for one request. */
  readonly isMomentary?: boolean;
  send(command: OutgoingCommand): CommandOutcome;
  /** Ends it: another one took its place. */
  end(): void;
}

/** What a device said to a command. */
export interface CommandAnswer {
  /** The command's own, or null when the protocol does not say which: then the device's oldest open one is meant. */
  readonly reference: number | null;
  /** Null when the protocol has no yes or no: the text is all that is known. */
  readonly accepted: boolean | null;
  /** The device's words; empty when it sent none. */
  readonly text: string;
}

/** A message that is acknowledged and was not understood, wholly or in part. */
export interface UnreadMessage {
  /**
   * What the protocol calls such messages ("0x38", "GTXYZ", "IO 512"): they are counted by it. Short, and of few kinds.
   */
  readonly type: string;
  /** The whole frame with its marks and checksum, so that a later version can read it; copied at once. */
  readonly bytes: Uint8Array;
  /** What was not understood, for people. */
  readonly reason: string;
  /** True when the rest of the message was understood and handed over. */
  readonly part: boolean;
  /** Set by the listener, not by sessions: the frame came as a datagram. */
  readonly datagram?: boolean;
}

/** The rest of the server as a protocol sees it. */
export interface Intake {
  /**
   * Finds a registered device that may report here; null: refuse it as the protocol says. The intake counts the
   * attempt, and lists a device that is unknown as unclaimed. Case and characters of the identifier are kept.
   */
  login(identifier: string, protocol: ProtocolName, remote: string, shown?: Credentials): DeviceHandle | null;
  /**
   * Notes that a registered device was named while another connection speaks for it. Absent: there are no
   * connections.
   */
  secondConnection?(device: DeviceHandle, protocol: ProtocolName, remote: string): void;
  /** Notes that a registered device sent a wrong password, which its session has found. */
  wrongPassword?(device: DeviceHandle, protocol: ProtocolName, remote: string): void;
  /**
   * What a device that was refused lets on of its make; kept with it in the list of unclaimed devices. Absent: nobody
   * keeps it.
   */
  noteClues?(identifier: string, protocol: ProtocolName, clues: readonly Clue[]): void;
  /** Hands over one fix; it is copied at once. */
  accept(device: DeviceHandle, protocol: ProtocolName, fix: Fix): void;
  /** Calls back when all accepted so far is durable. False: not stored, do not acknowledge. */
  afterCommit(callback: (stored: boolean) => void): void;
  /** Counts and logs a frame that could not be read, with the reason; the connection goes on. */
  malformed(protocol: ProtocolName, remote: string, reason: string, bytes: Uint8Array): void;
  /**
   * Keeps a message that the protocol acknowledges without understanding all of it: counted, shown on the device's
   * Messages tab, and read again after an upgrade. Stored in the commit that the next `afterCommit` waits for.
   */
  unread(device: DeviceHandle, protocol: ProtocolName, message: UnreadMessage): void;
  /** Counts bytes that a device sent or was sent. Absent: nobody counts them. */
  noteTraffic?(device: DeviceHandle, bytes: number): void;
  /** Hands over what a device said to a command; `from` is the connection that it came by, where there is one. */
  commandAnswered(device: DeviceHandle, protocol: ProtocolName, answer: CommandAnswer, from?: Contact): void;
  now(): Instant;
}

/** One connection's decoder. It keeps what is left of a frame between chunks. */
export interface ProtocolSession {
  /** Bytes as they came; the chunk may hold part of a frame, or many. */
  receive(chunk: Uint8Array): void;
  /** The connection is gone. */
  closed(): void;
  /**
   * False while the device has named itself and is not let in yet (a password, a code). Absent: ready from the
   * intake's login on. Commands are handed over only when ready.
   */
  readonly ready?: boolean;
  /**
   * Goes on as if this device had logged in: a kept message is read again in a session of its own. Absent: every frame
   * names its device, or needs none.
   */
  resume?(device: DeviceHandle): void;
  /** Sends a command; false when the protocol cannot carry this text. Absent: the protocol has no commands. */
  command?(command: OutgoingCommand): boolean;
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
  /** Who asked, once let in: a command that waits for it goes out as the body of a 200 that has none. */
  readonly device?: DeviceHandle;
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
