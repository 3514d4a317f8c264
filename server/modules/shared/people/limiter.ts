import { isIPv6 } from 'node:net';
import { HOUR, MINUTE, SECOND, type Instant } from '../../../../src/domain/base/index.ts';

/** How often one key may try, and how long it waits when it tried more often. */
export interface LimiterRule {
  /** Attempts allowed in `window`. */
  readonly attempts: number;
  /** Milliseconds. */
  readonly window: number;
  /** First wait, doubled each time the limit is hit again; up to `longestWait`. */
  readonly wait: number;
  readonly longestWait: number;
}

/** Attempts on one name (server measurements, chapter 6): 5 a minute, then longer and longer waits. */
export const NAME_RULE: LimiterRule = { attempts: 5, window: MINUTE, wait: 30 * SECOND, longestWait: 15 * MINUTE };
/** Attempts from one address: 30 a minute. Its wait does not grow, since many people may share it. */
export const ADDRESS_RULE: LimiterRule = { attempts: 30, window: MINUTE, wait: 30 * SECOND, longestWait: 30 * SECOND };
/** Failures of a name after which a captcha is asked for. */
export const FAILURES_BEFORE_CAPTCHA = 3;
/** A key that was quiet for so long starts afresh. */
const FORGET_AFTER = HOUR;
const MAXIMUM_KEYS = 20_000;

interface Entry {
  /** Instants of the attempts within the window, oldest first. */
  attempts: Instant[];
  failures: number;
  blockedUntil: Instant;
  /** How often the limit was hit in a row. */
  hits: number;
  last: Instant;
}

/** Counts attempts by key, in memory and bounded. */
export class AttemptLimiter {
  readonly #rule: LimiterRule;
  readonly #entries = new Map<string, Entry>();

  constructor(rule: LimiterRule) {
    this.#rule = rule;
  }

  /**
   * Books an attempt before it is made, so that a burst cannot slip through while passwords are
   * hashed. Answers 0, or the milliseconds to wait; a refused attempt is not booked.
   */
  attempt(key: string, now: Instant): number {
    const entry = this.#entry(key, now);
    if (now < entry.blockedUntil) return entry.blockedUntil - now;
    entry.attempts = entry.attempts.filter((instant) => instant > now - this.#rule.window);
    entry.last = now;
    if (entry.attempts.length >= this.#rule.attempts) {
      const wait = Math.min(this.#rule.longestWait, this.#rule.wait * 2 ** entry.hits);
      entry.hits++;
      entry.blockedUntil = now + wait;
      entry.attempts = [];
      return wait;
    }
    entry.attempts.push(now);
    return 0;
  }

  /** Notes that the booked attempt failed. */
  failed(key: string, now: Instant): void {
    this.#entry(key, now).failures++;
  }

  failures(key: string, now: Instant): number {
    return this.#entry(key, now).failures;
  }

  /** The key proved itself: nothing is held against it. */
  forget(key: string): void {
    this.#entries.delete(key);
  }

  /** Takes back the newest booked attempt: it was made rightly. */
  refund(key: string): void {
    this.#entries.get(key)?.attempts.pop();
  }

  #entry(key: string, now: Instant): Entry {
    const known = this.#entries.get(key);
    // Moved to the end on each use, so that the least used key leaves first.
    this.#entries.delete(key);
    const entry =
      known && now - known.last < FORGET_AFTER
        ? known
        : { attempts: [], failures: 0, blockedUntil: 0, hits: 0, last: now };
    this.#entries.set(key, entry);
    if (this.#entries.size > MAXIMUM_KEYS) this.#forgetOldest(now);
    return entry;
  }

  /**
   * One that is blocked stays: who is blocked could else come again by trying many other keys. Of those there are few,
   * as each took several attempts of an address that may make so many, and its wait ends.
   */
  #forgetOldest(now: Instant): void {
    let left = this.#entries.size;
    for (const [key, entry] of this.#entries) {
      if (left-- === 0) return;
      this.#entries.delete(key);
      if (entry.blockedUntil <= now) return;
      this.#entries.set(key, entry);
    }
  }
}

/** One key for an address: IPv4 as it is, IPv6 by its /64, which is what one customer is given. */
export function addressKey(remote: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(remote);
  if (mapped?.[1]) return mapped[1];
  const plain = remote.split('%')[0] ?? '';
  if (!isIPv6(plain)) return remote;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
