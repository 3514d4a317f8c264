import type { DeviceReport } from '../driving/index.ts';

/**
 * What the server's bytes mean to a device: nothing yet; it is known, or not; all of its last sending is
 * stored; or it is not, and has to be sent again.
 */
export type Answer = 'incomplete' | 'welcome' | 'refused' | 'stored' | 'lost';

/** A command as it came; `reference` is the protocol's own number of it, null where it has none. */
export interface HeardCommand {
  readonly reference: number | null;
  readonly text: string;
}

/** The device's side of a protocol on one connection. */
export interface Dialect {
  /** Most reports in one sending. */
  readonly capacity: number;
  /** Milliseconds without anything to say after which the device ends the connection, before the server does. */
  readonly patience: number;
  /** The first bytes of a connection; null when the protocol has no login. */
  hello(): Uint8Array | null;
  /** Bytes for the first `count` reports, as devices send them: oldest first. */
  encode(reports: readonly DeviceReport[], count: number): Uint8Array;
  /**
   * Takes the server's bytes as they come, in pieces or glued together; commands among them are reported to `heard`.
   */
  read(chunk: Uint8Array, heard: (command: HeardCommand) => void): Answer;
  /** Bytes that answer a command; null where the protocol has no answers. */
  reply(command: HeardCommand, text: string): Uint8Array | null;
}
