import type { ProtocolName } from '../../src/domain/telemetry/index.ts';

/** What one protocol did since the process started. */
export interface ProtocolCounters {
  /** Connections that are open now. */
  open: number;
  /** Connections ever; a datagram and an HTTP connection count too. */
  connections: number;
  /** Reports handed over, stored or not. */
  messages: number;
  /** Reports with a position that went to the store. */
  positions: number;
  /** Frames that could not be read. */
  malformed: number;
  /** Logins of unknown devices. */
  refused: number;
  /** Reports that were read and are impossible: from the future, off the globe. */
  rejected: number;
  /** Reports of registered devices that are in no unit. */
  unallocated: number;
  /** Commands that went out. */
  commands: number;
  /** What devices said to commands. */
  commandAnswers: number;
}

/** Counters by protocol, for `/metrics`. */
export class IngestCounters {
  readonly #counters = new Map<ProtocolName, ProtocolCounters>();

  /** The protocol's counters; the same object each time. */
  of(protocol: ProtocolName): ProtocolCounters {
    let counters = this.#counters.get(protocol);
    if (!counters) {
      counters = { open: 0, connections: 0, messages: 0, positions: 0, malformed: 0, refused: 0, rejected: 0, unallocated: 0, commands: 0, commandAnswers: 0 };
      this.#counters.set(protocol, counters);
    }
    return counters;
  }

  /** Every protocol that was seen. */
  entries(): readonly (readonly [ProtocolName, Readonly<ProtocolCounters>])[] {
    return [...this.#counters];
  }
}
