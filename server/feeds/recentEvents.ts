import type { DomainEvent } from '../../src/domain/events/index.ts';
import { FEED, type Instant } from '../../src/domain/base/index.ts';

/** From where on a viewer lacks events: its place in the feed, or the instant at which it began to read. */
export type MissedFrom = { readonly place: string } | { readonly since: Instant };

interface Told {
  readonly at: Instant;
  /** Events that were told before these. */
  readonly before: number;
  readonly events: readonly DomainEvent[];
}

/**
 * What was told a moment ago, in the order in which all hear it: for those who come, and who read before they could
 * hear; and for those who come back. A place is a number of events told by this run of the server, and means nothing
 * to another.
 */
export class RecentEvents {
  readonly #run: string;
  #told: Told[] = [];
  #count = 0;
  /** Everything that was told from here on is here. */
  #from: Instant;
  #forgotten = 0;

  /** `run` names this run of the server. */
  constructor(run: string, now: Instant) {
    this.#run = run;
    this.#from = now;
  }

  /** The place after the last event. */
  get place(): string {
    return `${this.#run} ${this.#forgotten + this.#count}`;
  }

  push(events: readonly DomainEvent[], now: Instant): void {
    this.#told.push({ at: now, before: this.#forgotten + this.#count, events });
    this.#count += events.length;
    while (this.#told.length > 0 && (this.#told[0].at < now - FEED.recentSpan || this.#count > FEED.recentEvents))
      this.#forget();
  }

  /** What was told from there on, in its order; null when that is not known any more. */
  after(from: MissedFrom): DomainEvent[] | null {
    if ('since' in from)
      return from.since < this.#from
        ? null
        : this.#told.filter(({ at }) => at >= from.since).flatMap(({ events }) => events);
    const [run, text] = from.place.split(' ');
    const place = Number(text);
    if (
      run !== this.#run ||
      !Number.isInteger(place) ||
      place < this.#forgotten ||
      place > this.#forgotten + this.#count
    )
      return null;
    return this.#told.filter(({ before }) => before >= place).flatMap(({ events }) => events);
  }

  #forget(): void {
    const [first] = this.#told.splice(0, 1);
    this.#count -= first.events.length;
    this.#forgotten += first.events.length;
    this.#from = first.at + 1;
  }
}
