import { UNREAD } from '../../src/domain/base/index.ts';
import type { ProtocolName } from '../../src/domain/telemetry/index.ts';

/** What one protocol did since the process started. */
export interface ProtocolCounters {
  /** Connections that are open now. */
  open: number;
  /** Connections that were closed at once, because there were too many. */
  turnedAway: number;
  /** Connections ever; a datagram and an HTTP connection count too. */
  connections: number;
  /** Reports handed over, stored or not. */
  messages: number;
  /** Reports with a position that went to the store. */
  positions: number;
  /** Frames that could not be read. */
  malformed: number;
  /** Messages that were acknowledged and not understood, wholly or in part. */
  unread: number;
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

/** Messages of one kind that were not understood since the process started. */
export interface UnreadKind {
  readonly protocol: ProtocolName;
  readonly model: string;
  readonly type: string;
  messages: number;
}

/** Where kinds past the bound are counted together. */
const OTHER = 'other';

/** Counters by protocol, for `/metrics`. */
export class IngestCounters {
  readonly #unread = new Map<string, UnreadKind>();
  readonly #counters = new Map<ProtocolName, ProtocolCounters>();

  /** The protocol's counters; the same object each time. */
  of(protocol: ProtocolName): ProtocolCounters {
    let counters = this.#counters.get(protocol);
    if (!counters) {
      counters = {
        open: 0,
        connections: 0,
        turnedAway: 0,
        messages: 0,
        positions: 0,
        malformed: 0,
        unread: 0,
        refused: 0,
        rejected: 0,
        unallocated: 0,
        commands: 0,
        commandAnswers: 0,
      };
      this.#counters.set(protocol, counters);
    }
    return counters;
  }

  /** Counts a message that was not understood. Types come from devices: past the bound they are counted together. */
  unread(protocol: ProtocolName, model: string, type: string): void {
    const known = this.#unread.get(unreadKey(protocol, model, type));
    const isFull = !known && this.#unread.size >= UNREAD.series;
    const kind = known ?? (isFull ? this.#unreadKind(protocol, OTHER, OTHER) : this.#unreadKind(protocol, model, type));
    kind.messages++;
  }

  unreadKinds(): Iterable<Readonly<UnreadKind>> {
    return this.#unread.values();
  }

  #unreadKind(protocol: ProtocolName, model: string, type: string): UnreadKind {
    const key = unreadKey(protocol, model, type);
    const kind = this.#unread.get(key) ?? { protocol, model, type, messages: 0 };
    this.#unread.set(key, kind);
    return kind;
  }

  /** Every protocol that was seen. */
  entries(): readonly (readonly [ProtocolName, Readonly<ProtocolCounters>])[] {
    return [...this.#counters];
  }
}

const unreadKey = (protocol: string, model: string, type: string): string => `${protocol}\n${model}\n${type}`;
