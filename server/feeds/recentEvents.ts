import type { DomainEvent } from '../../src/domain/events/index.ts';
import { SECOND, type Instant } from '../../src/domain/base/index.ts';

/** Nobody reads for longer before the feed is joined, save over a line on which all is read again. */
const SPAN = 30 * SECOND;
/** More than a fleet of 100,000 tells in that time. Who joins beside a larger act reads again. */
const MOST = 20_000;

/** What was told a moment ago, for those who come: they read before they could hear. */
export class RecentEvents {
  #told: { readonly at: Instant; readonly events: readonly DomainEvent[] }[] = [];
  #count = 0;
  /** Everything that was told from here on is here. */
  #from: Instant;

  constructor(now: Instant) {
    this.#from = now;
  }

  push(events: readonly DomainEvent[], now: Instant): void {
    this.#told.push({ at: now, events });
    this.#count += events.length;
    while (this.#told.length > 0 && (this.#told[0].at < now - SPAN || this.#count > MOST)) this.#forget();
  }

  /** True when nothing was forgotten of what was told since the instant. */
  covers(since: Instant): boolean {
    return since >= this.#from;
  }

  /** What was told at the instant and later, in its order. */
  since(since: Instant): DomainEvent[] {
    return this.#told.filter(({ at }) => at >= since).flatMap(({ events }) => events);
  }

  #forget(): void {
    const [first] = this.#told.splice(0, 1);
    this.#count -= first.events.length;
    this.#from = first.at + 1;
  }
}
