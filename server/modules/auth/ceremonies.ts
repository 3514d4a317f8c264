import { randomBytes } from 'node:crypto';
import { MINUTE, type Instant } from '../../../src/domain/base/index.ts';

const LIFETIME = 5 * MINUTE;
const MAXIMUM_OPEN = 10_000;
const NAME_BYTES = 24;

/** A WebAuthn ceremony that was begun. */
export interface Ceremony {
  readonly challenge: string;
  readonly rpId: string;
  /** Who registers; null when somebody signs in, who is not known yet. */
  readonly userId: number | null;
}

/** Challenges on their way, in memory and bounded; each is answered once, within five minutes. */
export class Ceremonies {
  readonly #open = new Map<string, { ceremony: Ceremony; until: Instant }>();

  begin(ceremony: Ceremony, now: Instant): string {
    const name = randomBytes(NAME_BYTES).toString('base64url');
    this.#open.set(name, { ceremony, until: now + LIFETIME });
    for (const [key, { until }] of this.#open) {
      if (until > now && this.#open.size <= MAXIMUM_OPEN) break;
      this.#open.delete(key);
    }
    return name;
  }

  take(name: string, now: Instant): Ceremony | null {
    const found = this.#open.get(name);
    this.#open.delete(name);
    return found && found.until > now ? found.ceremony : null;
  }
}
