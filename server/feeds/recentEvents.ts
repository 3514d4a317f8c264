import type { DomainEvent } from '../../src/domain/events/index.ts';
import { FEED, type Instant } from '../../src/domain/base/index.ts';

/** From where on a viewer lacks events: its place in the feed, or the instant at which it began to read. */
export type MissedFrom = { readonly place: string } | { readonly since: Instant };

/** Events that were published together. */
interface Batch {
  readonly at: Instant;
  /** How many were published before these. */
  readonly before: number;
  readonly events: readonly DomainEvent[];
}

/**
 * The events of the last minutes, in the order in which all viewers get them: for those who connect, and began to
 * read before; and for those who come back. A place counts the events that this run of the server published, and
 * means nothing to another.
 */
export class RecentEvents {
  readonly #run: string;
  #batches: Batch[] = [];
  #count = 0;
  /** Everything that was published from here on is here. */
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
    this.#batches.push({ at: now, before: this.#forgotten + this.#count, events });
    this.#count += events.length;
    while (this.#batches.length > 0 && (this.#batches[0].at < now - FEED.recentSpan || this.#count > FEED.recentEvents))
      this.#forget();
  }

  /** What was published from there on, in its order; null when that is not known any more. */
  after(from: MissedFrom): DomainEvent[] | null {
    if ('since' in from)
      return from.since < this.#from
        ? null
        : this.#batches.filter(({ at }) => at >= from.since).flatMap(({ events }) => events);
    const [run, text] = from.place.split(' ');
    const place = Number(text);
    if (
      run !== this.#run ||
      !Number.isInteger(place) ||
      place < this.#forgotten ||
      place > this.#forgotten + this.#count
    )
      return null;
    return this.#batches.filter(({ before }) => before >= place).flatMap(({ events }) => events);
  }

  #forget(): void {
    const [first] = this.#batches.splice(0, 1);
    this.#count -= first.events.length;
    this.#forgotten += first.events.length;
    this.#from = first.at + 1;
  }
}
