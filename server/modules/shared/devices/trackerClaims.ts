import { HOUR, TRACKER_CLAIM, type AccountId, type Instant } from '../../../../src/domain/base/index.ts';
import type { TrackerClaimState } from '../../../../src/domain/device/index.ts';

interface Claim {
  readonly since: Instant;
  provenAt: Instant | null;
}

/** Claims kept in all: the oldest make room. */
const CAPACITY = 10_000;

/** Entries in order of their coming, at most so many. */
class Recent<Value> {
  readonly #values = new Map<string, Value>();

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size <= CAPACITY) return;
    const [oldest] = this.#values.keys();
    this.#values.delete(oldest);
  }
}

/**
 * Who is about to claim which tracker, and which numbers a person has named, in memory alone: a claim lasts for
 * minutes. A tracker that reports after its claim began, and within a minute, belongs to who is beside it.
 */
export class TrackerClaims {
  readonly #claims = new Recent<Claim>();
  /** By person, the numbers that they named with when. */
  readonly #named = new Recent<Map<string, Instant>>();

  /** Asks for the proof; from now on the tracker's next report is it. */
  start(account: AccountId, identifier: string, now: Instant): void {
    this.#claims.set(keyOf(account, identifier), { since: now, provenAt: null });
  }

  /** `heardAt`: when the tracker was heard last, null for never. */
  state(account: AccountId, identifier: string, heardAt: Instant | null, now: Instant): TrackerClaimState {
    const claim = this.#claims.get(keyOf(account, identifier));
    if (!claim) return 'none';
    const until = claim.since + TRACKER_CLAIM.proof;
    if (claim.provenAt === null && heardAt !== null && heardAt > claim.since && heardAt <= until)
      claim.provenAt = heardAt;
    if (claim.provenAt !== null) return now - claim.provenAt < TRACKER_CLAIM.proven ? 'proven' : 'none';
    return now <= until ? 'waiting' : 'failed';
  }

  /** Milliseconds that are left for the report. */
  remaining(account: AccountId, identifier: string, now: Instant): number {
    const claim = this.#claims.get(keyOf(account, identifier));
    return claim ? Math.max(0, claim.since + TRACKER_CLAIM.proof - now) : 0;
  }

  /** False where the person has named so many numbers lately that they seem to be trying them out. */
  mayName(userId: number, identifier: string, now: Instant): boolean {
    const key = String(userId);
    const named = this.#named.get(key) ?? new Map<string, Instant>();
    for (const [number, at] of named) if (now - at >= HOUR) named.delete(number);
    if (!named.has(identifier) && named.size >= TRACKER_CLAIM.numbersPerHour) return false;
    named.set(identifier, now);
    this.#named.set(key, named);
    return true;
  }
}

const keyOf = (account: AccountId, identifier: string): string => `${account}\n${identifier}`;
