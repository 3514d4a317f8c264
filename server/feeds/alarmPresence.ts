import type { AlarmViewers } from '../../src/api/contract/index.ts';
import { mayHearOf } from '../../src/domain/events/index.ts';
import type { FeedSession } from './types.ts';
import type { Viewer } from './viewer.ts';

/** An alarm that somebody looks at, as far as the feed knows it. */
export interface SeenAlarm {
  readonly accountId: number;
  /** What the person who looks is called. */
  readonly name: string;
}

export interface AlarmPresenceOptions {
  /** The alarm, if it is of the accounts in the session's reach; null: there is none such. */
  lookUp(session: FeedSession, alarmId: number): Promise<SeenAlarm | null>;
  forEachViewer(visit: (viewer: Viewer) => void): void;
  readonly logger: { warn(details: object, message: string): void };
}

type Seen = SeenAlarm & { readonly alarmId: number };

/**
 * Who looks at which alarm at this moment. It is kept with the connection and ends with it; nothing is stored. Heard by
 * those who may read the alarms of its account.
 */
export class AlarmPresence {
  readonly #options: AlarmPresenceOptions;
  readonly #seen = new Map<Viewer, Seen>();
  /** What each asked for last; a look-up that is under way counts only where it is still wanted. */
  readonly #asked = new Map<Viewer, number | null>();
  readonly #looking = new Set<Viewer>();

  constructor(options: AlarmPresenceOptions) {
    this.#options = options;
  }

  /** The viewer looks at this alarm from now on, and at no other; null: at none. */
  view(viewer: Viewer, alarmId: number | null): void {
    this.#asked.set(viewer, alarmId);
    if (!this.#looking.has(viewer)) void this.#settle(viewer);
  }

  /** The connection ended. */
  leave(viewer: Viewer): void {
    this.#asked.delete(viewer);
    this.#change(viewer, null);
  }

  /** Sends a viewer who came who looks at what now. */
  greet(viewer: Viewer): void {
    const alarms = [...new Map([...this.#seen.values()].map((seen) => [seen.alarmId, seen])).values()];
    const heard = alarms.filter((seen) => hears(viewer, seen));
    if (heard.length > 0) viewer.wire.alarmViewers(heard.map((seen) => this.#viewersOf(seen.alarmId)));
  }

  async #settle(viewer: Viewer): Promise<void> {
    this.#looking.add(viewer);
    try {
      for (let isOpen = true; isOpen;) {
        const asked = this.#asked.get(viewer) ?? null;
        const found = asked === null ? null : await this.#options.lookUp(viewer.session, asked);
        isOpen = this.#asked.has(viewer) && this.#asked.get(viewer) !== asked;
        if (isOpen || !this.#asked.has(viewer)) continue;
        const isSeen = found !== null && asked !== null && hears(viewer, found);
        this.#change(viewer, isSeen ? { ...found, alarmId: asked } : null);
      }
    } catch (error) {
      // That somebody looks is of no account beside what they do: the next alarm is looked up again.
      this.#options.logger.warn({ error: String(error) }, 'who looks at an alarm could not be found out');
    } finally {
      this.#looking.delete(viewer);
    }
  }

  #change(viewer: Viewer, seen: Seen | null): void {
    const before = this.#seen.get(viewer);
    if (before?.alarmId === seen?.alarmId) return;
    if (seen === null) this.#seen.delete(viewer);
    else this.#seen.set(viewer, seen);
    if (before) this.#send(before);
    if (seen) this.#send(seen);
  }

  #send(seen: Seen): void {
    const viewers = [this.#viewersOf(seen.alarmId)];
    this.#options.forEachViewer((viewer) => {
      if (hears(viewer, seen)) viewer.wire.alarmViewers(viewers);
    });
  }

  /** A person who has it open in several windows is one. */
  #viewersOf(alarmId: number): AlarmViewers {
    const people = new Map<number, string>();
    for (const [viewer, seen] of this.#seen) if (seen.alarmId === alarmId) people.set(viewer.session.userId, seen.name);
    return { alarm_id: alarmId, people: [...people].map(([user_id, name]) => ({ user_id, name })) };
  }
}

const hears = ({ session, account }: Viewer, { accountId }: SeenAlarm): boolean =>
  session.reach.some((each) => each === accountId) && mayHearOf(session.permissions, account, accountId, 'alarm');
