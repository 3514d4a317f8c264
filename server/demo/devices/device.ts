import { MINUTE, SECOND, type Instant } from '../../../src/domain/base/index.ts';
import {
  isReachable,
  LIVE_RULES,
  PHONE_RULES,
  TRAILER_RULES,
  Tracker,
  type DeviceReport,
  type ReportRules,
  type TrackerMark,
  type Vehicle,
} from '../driving/index.ts';
import type { DeviceLink, HeardCommand, LinkListener } from '../links/index.ts';
import { chance } from '../random.ts';
import type { RosterEntry } from '../roster.ts';
import type { Backlog } from './backlog.ts';
import { CommandResponder } from './commandResponder.ts';
import type { DeviceMemory } from './memory.ts';

/** How far ahead a device looks for its next report. */
const HORIZON = 8 * MINUTE;
const ANSWER_TIMEOUT = 30 * SECOND;
const FIRST_RETRY = 2 * SECOND;
const LONGEST_RETRY = MINUTE;
const OUT_OF_REACH = 15 * SECOND;
/** When no connection is to be had, the device tries again after about so long. */
const QUEUE = 4 * SECOND;

/** What a device needs of the fleet. */
export interface Surroundings {
  now(): Instant;
  /** Asks to be woken. */
  wakeAt(index: number, at: Instant): void;
  /** Reports to fill and send at once; shared by all devices. */
  readonly pool: readonly DeviceReport[];
  /** True when one more connection may be opened; else the device tries later, and keeps its reports. */
  mayCall(): boolean;
  /** True when a device that has nothing to say for so many milliseconds may keep its connection. */
  mayStay(idle: number): boolean;
  opened(): void;
  closed(): void;
  /** So many reports were stored, so many milliseconds after they were sent. */
  stored(count: number, latency: number, live: boolean): void;
  /** So many reports of history go out. */
  spend(count: number): void;
}

/** How the unit's device is configured. */
export function rulesOf(entry: RosterEntry): ReportRules {
  if (entry.vehicle.kind === 'asset') return TRAILER_RULES;
  return entry.equipment.phone ? PHONE_RULES : LIVE_RULES;
}

/**
 * A device at work: reports what its vehicle does as it happens, keeps what it cannot send, and sends old
 * history when it has nothing better to do. It keeps no reports, only how far they are stored: what was not
 * acknowledged is made again.
 */
export class DemoDevice implements LinkListener {
  readonly entry: RosterEntry;
  readonly backlog: Backlog;
  readonly memory: DeviceMemory;
  readonly #place: number;
  readonly #around: Surroundings;
  readonly #link: DeviceLink;
  readonly #tracker: Tracker | null;
  #stored: TrackerMark | null;
  #sent: TrackerMark | null = null;
  /** The tracker is on a report that is not sent yet. */
  #pending = false;
  /** Where the tracker goes back to when what is pending is of no account any more. */
  #reported: TrackerMark | null;
  /** Somebody asked for a report. */
  #asked = false;
  /** Hangs up once it has answered. */
  #restarting = false;
  /** Created by the first command: most devices never get one. */
  #responder: CommandResponder | null = null;
  readonly #open: (() => Vehicle) | null;
  #sending: 'live' | 'backlog' | null = null;
  #sentCount = 0;
  #sentAt = 0;
  #calledAt = 0;
  #retry = FIRST_RETRY;
  /** The connection was made for history: it may go out at once. */
  #owesNow = false;

  /** `live` null: the device is dead, and only owes history. `place` is its number on the time wheel. */
  constructor(
    entry: RosterEntry,
    place: number,
    around: Surroundings,
    openLink: (listener: LinkListener) => DeviceLink,
    live: { open: () => Vehicle; from: Instant } | null,
    backlog: Backlog,
    memory: DeviceMemory,
  ) {
    this.memory = memory;
    this.entry = entry;
    this.backlog = backlog;
    this.#place = place;
    this.#around = around;
    this.#link = openLink(this);
    this.#tracker =
      live && new Tracker(live.open(), entry.equipment, { ...rulesOf(entry), ...memory.intervals }, live.from);
    this.#open = live?.open ?? null;
    this.#stored = this.#reported = this.#tracker?.mark() ?? null;
    this.#call();
  }

  /** The time wheel's call. */
  wake(): void {
    const now = this.now();
    for (const { command, text } of this.#responder?.collect() ?? []) this.#link.reply(command, text);
    if (this.#restarting && !this.#speaks) return this.#hangUpOnOrder();
    if (!this.#link.open) return this.#call();
    if (this.#link.busy && now - this.#sentAt >= ANSWER_TIMEOUT) return this.#link.hangUp();
    if (this.#link.busy) return this.#wakeAt(this.#sentAt + ANSWER_TIMEOUT);
    if (this.#link.idle) return this.#sendLive(now);
    if (now - this.#calledAt >= ANSWER_TIMEOUT) return this.#link.hangUp();
    this.#wakeAt(this.#calledAt + ANSWER_TIMEOUT);
  }

  /**
   * It is the device's turn to send a piece of history; it calls first when it had hung up. False when it cannot for
   * now.
   */
  sendHistory(): boolean {
    if (this.backlog.done || this.#link.busy) return true;
    if (this.#link.idle) return this.#fillHistory();
    if (this.#link.open) return true;
    if (!this.#canCall()) return false;
    this.#owesNow = true;
    this.#call();
    return true;
  }

  /** False when nothing was left after all. */
  #fillHistory(): boolean {
    this.#owesNow = false;
    const count = this.backlog.fill(this.#around.pool, this.#link.capacity);
    this.#around.spend(count);
    if (count > 0) this.#send('backlog', count);
    return count > 0;
  }

  close(): void {
    if (this.#link.open) this.#around.closed();
    this.#link.close();
  }

  ready(): void {
    this.#sendLive(this.now());
  }

  stored(): void {
    const now = this.now();
    this.#retry = FIRST_RETRY;
    this.#around.stored(this.#sentCount, now - this.#sentAt, this.#sending === 'live');
    if (this.#sending === 'live') this.#stored = this.#sent;
    else this.backlog.stored();
    this.#sending = null;
    this.#sendLive(now);
  }

  lost(): void {
    this.#around.closed();
    this.#responder?.forget();
    if (this.#sending === 'backlog') this.backlog.lost();
    this.#reported = this.#stored;
    this.#lookAgain();
    this.#sending = null;
    if (!this.#tracker && this.backlog.done) return;
    const wait = this.#retry * (0.7 + 0.6 * chance(this.entry.equipment.seed, this.now()));
    this.#retry = Math.min(LONGEST_RETRY, this.#retry * 2);
    this.#wakeAt(this.now() + wait);
  }

  commanded(command: HeardCommand): void {
    if (!this.#open) return;
    this.#responder ??= new CommandResponder(this.entry, this.#open(), this.memory, rulesOf(this.entry), this);
    this.#responder.take(command);
    // The answer takes its time; what was ordered is seen at once.
    this.#wakeAt(this.#link.idle ? this.now() : this.#sentAt + ANSWER_TIMEOUT);
  }

  now(): Instant {
    return this.#around.now();
  }

  configured(): void {
    this.#tracker?.configure({ ...rulesOf(this.entry), ...this.memory.intervals });
    this.#lookAgain();
  }

  reportNow(): void {
    this.#asked = true;
    this.#lookAgain();
  }

  restart(): void {
    this.#restarting = true;
  }

  /** Also a report that was found but not sent is found again. */
  #lookAgain(): void {
    if (this.#tracker && this.#reported) this.#tracker.rewind(this.#reported);
    this.#pending = false;
  }

  /** The next report: one that is due, else the one that was asked for. */
  #nextReport(tracker: Tracker, now: Instant): boolean {
    this.#pending ||= tracker.next(now + HORIZON);
    if (this.#pending && tracker.instant <= now) return true;
    if (!this.#asked) return false;
    this.#lookAgain();
    if (!tracker.report(now)) return false;
    this.#asked = false;
    return true;
  }

  /** An answer is on its way. */
  get #speaks(): boolean {
    return this.#responder !== null && this.#responder.due < Number.POSITIVE_INFINITY;
  }

  #hangUpOnOrder(): void {
    this.#restarting = false;
    this.#link.hangUp();
  }

  #wakeAt(at: Instant): void {
    this.#around.wakeAt(this.#place, Math.min(at, this.#responder?.due ?? at));
  }

  #canCall(): boolean {
    return this.#around.mayCall() && this.#isReachable(this.now());
  }

  #call(): void {
    this.#calledAt = this.now();
    if (!this.#canCall()) {
      const wait = QUEUE * (0.5 + chance(this.entry.equipment.seed, this.#calledAt));
      return this.#wakeAt(this.#calledAt + wait);
    }
    this.#around.opened();
    this.#link.connect();
    this.#wakeAt(this.#calledAt + ANSWER_TIMEOUT);
  }

  /** Sends all that happened up to now, as much as one sending holds; else sleeps until something happens. */
  #sendLive(now: Instant): void {
    const tracker = this.#tracker;
    if (!tracker) return this.#sendRemains();
    if (!this.#isReachable(now)) {
      this.close();
      return this.#wakeAt(now + OUT_OF_REACH);
    }
    let count = 0;
    while (count < this.#link.capacity) {
      if (!this.#nextReport(tracker, now)) break;
      tracker.measure(this.#around.pool[count++]);
      this.#sent = this.#reported = tracker.mark();
      this.#pending = false;
    }
    if (count > 0) return this.#send('live', count);
    const next = this.#pending ? tracker.instant + this.#delay() : now + HORIZON / 2;
    const due = this.#asked ? now + SECOND : next;
    if (this.#owesNow && this.#fillHistory()) return;
    if (this.#speaks) return this.#wakeAt(Math.max(due, now + 1));
    if (due - now > this.#link.patience || !this.#around.mayStay(due - now)) this.close();
    this.#wakeAt(Math.max(due, now + 1));
  }

  /** A dead device's server still gets what the device recorded while it lived. */
  #sendRemains(): void {
    if (this.#owesNow) this.#fillHistory();
    if (this.backlog.done && !this.#link.busy) this.close();
  }

  #send(kind: 'live' | 'backlog', count: number): void {
    this.#sending = kind;
    this.#sentCount = count;
    this.#sentAt = this.now();
    this.#link.send(this.#around.pool, count);
    this.#wakeAt(this.#sentAt + ANSWER_TIMEOUT);
  }

  #isReachable(now: Instant): boolean {
    return isReachable(this.entry.equipment.seed, now);
  }

  /** The radio takes its time; so not all devices speak on the second. */
  #delay(): number {
    return 150 + 1_200 * chance(this.entry.equipment.seed, 111);
  }
}
