import { SHARE, SECOND, Slots, type Instant, type TimeSource } from '../../src/domain/base/index.ts';
import type { ShareAuth } from '../../src/api/contract/index.ts';
import type { DomainEvent } from '../../src/domain/events/index.ts';
import type { SharedLocation } from '../../src/domain/share/index.ts';
import type { ShareWatch } from '../call/ports.ts';

/**
 * How often a share is read again without a reason: what ends an account's sight of a unit is no event of the share.
 */
const READ_AGAIN = 15 * SECOND;
/** Characters of a token, and of a visit. */
const LONGEST = { token: 200, visit: 1_000 } as const;

/** The connection of a page that looks at a share. */
export interface ShareWire {
  send(location: SharedLocation): void;
  /** Ends the connection. */
  end(): void;
}

/** Pages that look at one share: read once for all of them. */
interface Watched {
  readonly token: string;
  readonly shareId: number;
  readonly unitIds: readonly number[];
  readonly wires: Set<ShareWire>;
  reported: string;
  readAt: Instant;
  /** When it is over by the clock. */
  to: Instant;
  isReading: boolean;
}

export interface SharedFeedOptions {
  readonly shares: ShareWatch;
  readonly time: TimeSource;
  readonly logger: { warn(details: object, message: string): void };
}

/**
 * The live feed of location shares: sends pages what their link shows whenever one of its units has reported, at most
 * once a second, and ends with the share. Visitors get nothing else, and ask nothing.
 */
export class SharedFeed {
  readonly #options: SharedFeedOptions;
  readonly #watched = new Map<number, Watched>();
  readonly #slots = new Slots({ perSession: SHARE.viewers });

  constructor(options: SharedFeedOptions) {
    this.#options = options;
  }

  /** Lets a page in; answers how it leaves, or null where the link is not open or too many look at it. */
  async join(auth: unknown, address: string | null, wire: ShareWire): Promise<(() => void) | null> {
    const link = readShareAuth(auth);
    if (link === null) return null;
    const now = this.#options.time.now();
    const reported = (ids: readonly number[]): string => this.#options.shares.reported(ids);
    const opened = await this.#options.shares.open(link.token, link.visit, address, now);
    if (opened?.location.state !== 'active') return null;
    const { shareId, unitIds, location } = opened;
    const leaveSlot = this.#slots.take({ address: null, session: shareId });
    if (leaveSlot === null) return null;
    const known = this.#watched.get(shareId);
    const to = Date.parse(location.to);
    const watched: Watched = known ?? {
      token: link.token,
      shareId,
      unitIds,
      wires: new Set(),
      reported: reported(unitIds),
      readAt: now,
      to,
      isReading: false,
    };
    this.#watched.set(shareId, watched);
    watched.wires.add(wire);
    wire.send(location);
    return () => {
      leaveSlot();
      watched.wires.delete(wire);
      if (watched.wires.size === 0 && this.#watched.get(shareId) === watched) this.#watched.delete(shareId);
    };
  }

  /**
   * Once a second: reads the shares of which a unit has reported, and those that were not read for long or are over.
   */
  tick(): void {
    const now = this.#options.time.now();
    for (const watched of this.#watched.values()) {
      const isDue = now - watched.readAt >= READ_AGAIN || now >= watched.to;
      if (isDue || this.#options.shares.reported(watched.unitIds) !== watched.reported) void this.#read(watched);
    }
  }

  /** A share that was revoked ends at once. */
  publish(events: readonly DomainEvent[]): void {
    for (const { subject_type: type, subject_id: id } of events) {
      const watched = type === 'share' && typeof id === 'number' ? this.#watched.get(id) : undefined;
      if (watched) void this.#read(watched, true);
    }
  }

  close(): void {
    for (const { wires } of this.#watched.values()) for (const wire of wires) wire.end();
    this.#watched.clear();
  }

  async #read(watched: Watched, isForced = false): Promise<void> {
    if (watched.isReading && !isForced) return;
    const { shares, time, logger } = this.#options;
    watched.isReading = true;
    watched.reported = shares.reported(watched.unitIds);
    watched.readAt = time.now();
    try {
      this.#send(watched, await shares.read(watched.token, watched.readAt));
    } catch (error) {
      logger.warn({ error: String(error), share: watched.shareId }, 'location share could not be read, trying again');
    } finally {
      watched.isReading = false;
    }
  }

  #send(watched: Watched, location: SharedLocation): void {
    if (this.#watched.get(watched.shareId) !== watched) return;
    for (const wire of watched.wires) wire.send(location);
    if (location.state === 'active') return;
    this.#watched.delete(watched.shareId);
    for (const wire of watched.wires) wire.end();
  }
}

/** What a page shows for itself; null: none of ours. */
function readShareAuth(value: unknown): ShareAuth | null {
  if (typeof value !== 'object' || value === null) return null;
  const { token, visit } = value as Partial<Record<keyof ShareAuth, unknown>>;
  return isShort(token, LONGEST.token) && token !== '' && isShort(visit, LONGEST.visit) ? { token, visit } : null;
}

const isShort = (text: unknown, most: number): text is string => typeof text === 'string' && text.length <= most;
