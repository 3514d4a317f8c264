import type { Socket } from 'node:net';
import { MINUTE, Slots, type Instant, type SlotBounds } from '../../src/domain/base/index.ts';
import { countedAddress } from './addresses.ts';
import type { ProtocolCounters } from './counters.ts';
import type { IngestLogger } from './intake.ts';

/** A flood is named in the log so often, not each of its connections. */
const NAMED_EVERY = MINUTE;

/**
 * Counts connections of devices, in all and of an address; what is beyond the bounds is closed before a byte is read.
 */
export class ConnectionSlots {
  readonly #slots: Slots;
  readonly #now: () => Instant;
  readonly #logger: IngestLogger;
  #namedAt = Number.NEGATIVE_INFINITY;

  constructor(bounds: SlotBounds, now: () => Instant, logger: IngestLogger) {
    this.#slots = new Slots(bounds);
    this.#now = now;
    this.#logger = logger;
  }

  /** False where the connection was closed because there are too many. */
  admit(socket: Socket, counters: ProtocolCounters): boolean {
    const leave = this.#slots.take({ address: countedAddress(socket.remoteAddress), session: null });
    if (leave) {
      socket.once('close', leave);
      return true;
    }
    counters.turnedAway++;
    const remote = socket.remoteAddress;
    socket.destroy();
    const now = this.#now();
    if (now - this.#namedAt >= NAMED_EVERY) {
      this.#namedAt = now;
      this.#logger.warn({ remote, open: this.#slots.taken }, 'too many device connections: new ones are closed');
    }
    return false;
  }
}
