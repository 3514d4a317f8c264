import type { DomainEvent } from '../../../src/domain/events/index.ts';
import type { Permissions } from '../../../src/domain/access/index.ts';
import type { AccountId, Instant, UserId } from '../../../src/domain/base/index.ts';

/** What a live access token stands for. */
export interface CachedSession {
  readonly sessionId: number;
  readonly userId: UserId;
  readonly expiresAt: Instant;
  readonly provenAt: Instant;
  readonly readAt: Instant;
}

/** A user's status and roles. */
export interface CachedUser {
  readonly status: string;
  /** Role's permissions by account, before the account's own filter. */
  readonly grants: ReadonlyMap<AccountId, Permissions>;
  readonly readAt: Instant;
}

const MAXIMUM_ENTRIES = 20_000;

/**
 * Sessions and users in memory, bounded, dropped the moment an event or this process changes them.
 * `generation` grows with each drop: what was read before must not be kept after.
 */
export class SessionCache {
  readonly #sessions = new Map<string, CachedSession>();
  /** Each window of a session has a token of its own. */
  readonly #hashes = new Map<number, Set<string>>();
  readonly #users = new Map<UserId, CachedUser>();
  readonly #limit: number;
  generation = 0;

  constructor(limit = MAXIMUM_ENTRIES) {
    this.#limit = limit;
  }

  session(hash: string): CachedSession | undefined {
    return touch(this.#sessions, hash);
  }

  user(id: UserId): CachedUser | undefined {
    return touch(this.#users, id);
  }

  keepSession(hash: string, session: CachedSession): void {
    this.#sessions.set(hash, session);
    const hashes = this.#hashes.get(session.sessionId) ?? new Set();
    this.#hashes.set(session.sessionId, hashes.add(hash));
    if (this.#sessions.size <= this.#limit) return;
    const [oldest] = this.#sessions;
    if (oldest) this.#drop(oldest[0], oldest[1].sessionId);
  }

  keepUser(id: UserId, user: CachedUser): void {
    this.#users.set(id, user);
    if (this.#users.size <= this.#limit) return;
    const [oldest] = this.#users.keys();
    if (oldest !== undefined) this.#users.delete(oldest);
  }

  dropSession(sessionId: number): void {
    this.generation++;
    for (const hash of this.#hashes.get(sessionId) ?? []) this.#sessions.delete(hash);
    this.#hashes.delete(sessionId);
  }

  /** Forgets what the events say has changed. */
  apply(events: readonly DomainEvent[]): void {
    for (const event of events) {
      if (event.kind === 'sessionsEnded') event.data.session_ids.forEach((id) => this.dropSession(id));
      if (event.subject_type === 'user') {
        this.generation++;
        this.#users.delete(event.subject_id as UserId);
      } else if (event.subject_type === 'role' || event.subject_type === 'membership') {
        // Whoever holds the role; reading them again is cheap and roles seldom change.
        this.generation++;
        this.#users.clear();
      }
    }
  }

  #drop(hash: string, sessionId: number): void {
    this.#sessions.delete(hash);
    const hashes = this.#hashes.get(sessionId);
    hashes?.delete(hash);
    if (hashes?.size === 0) this.#hashes.delete(sessionId);
  }
}

/** Moves the entry to the end, so that the least used one leaves first. */
function touch<Key, Value>(map: Map<Key, Value>, key: Key): Value | undefined {
  const value = map.get(key);
  if (value === undefined) return undefined;
  map.delete(key);
  map.set(key, value);
  return value;
}
