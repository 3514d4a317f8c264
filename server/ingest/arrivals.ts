import { CONNECTION, type Instant } from '../../src/domain/base/index.ts';
import type { Contact } from './types.ts';

interface Arrival {
  address: string;
  /** Since when it comes from this address; a device that speaks HTTP makes a connection for each report. */
  since: Instant;
  /** When it last came from another address than before; -Infinity: never since the server started. */
  movedAt: Instant;
}

/** Devices whose last address is remembered. */
const CAPACITY = 100_000;

/** From where each device came, and since when: a command that is dangerous does not go to one that just turned up. */
export class Arrivals {
  readonly #byIdentifier = new Map<string, Arrival>();

  note(identifier: string, { address, since }: Pick<Contact, 'address' | 'since'>, now: Instant): void {
    const known = this.#byIdentifier.get(identifier);
    if (known?.address === address) return;
    this.#byIdentifier.delete(identifier);
    this.#byIdentifier.set(identifier, { address, since, movedAt: known ? now : Number.NEGATIVE_INFINITY });
    if (this.#byIdentifier.size > CAPACITY)
      this.#byIdentifier.delete(this.#byIdentifier.keys().next().value ?? identifier);
  }

  /** True of a contact that is younger than a minute, or whose address has just changed. */
  isUnsettled(identifier: string, contact: Pick<Contact, 'since' | 'isMomentary'>, now: Instant): boolean {
    const arrival = this.#byIdentifier.get(identifier);
    const since = contact.isMomentary ? (arrival?.since ?? contact.since) : contact.since;
    return now - since < CONNECTION.youth || now - (arrival?.movedAt ?? now) < CONNECTION.newAddress;
  }
}
