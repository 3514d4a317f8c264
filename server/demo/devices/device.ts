import { MINUTE, SECOND, type Instant } from '../../../src/domain/base/index.ts';
import { isReachable, LIVE_RULES, PHONE_RULES, TRAILER_RULES, Tracker, type DeviceReport, type ReportRules, type TrackerMark, type Vehicle } from '../driving/index.ts';
import type { DeviceLink, LinkListener } from '../links/index.ts';
import { chance } from '../random.ts';
import type { RosterEntry } from '../roster.ts';
import type { Backlog } from './backlog.ts';

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
  readonly #place: number;
  readonly #around: Surroundings;
  readonly #link: DeviceLink;
  readonly #tracker: Tracker | null;
  #stored: TrackerMark | null;
  #sent: TrackerMark | null = null;
  /** The tracker stands on a report that is not sent yet. */
  #pending = false;
  #sending: 'live' | 'backlog' | null = null;
  #sentCount = 0;
  #sentAt = 0;
  #calledAt = 0;
  #retry = FIRST_RETRY;
  /** The connection was made for history: it may go out at once. */
  #owesNow = false;

  /** `vehicle` null: the device is dead, and only owes history. `place` is its number on the time wheel. */
  constructor(
    entry: RosterEntry,
    place: number,
    around: Surroundings,
    openLink: (listener: LinkListener) => DeviceLink,
    live: { vehicle: Vehicle; from: Instant } | null,
    backlog: Backlog,
  ) {
    this.entry = entry;
    this.backlog = backlog;
    this.#place = place;
    this.#around = around;
    this.#link = openLink(this);
    this.#tracker = live && new Tracker(live.vehicle, entry.equipment, rulesOf(entry), live.from);
    this.#stored = this.#tracker?.mark() ?? null;
    this.#call();
  }

  /** The time wheel's call. */
  wake(): void {
    const now = this.#around.now();
    if (!this.#link.open) return this.#call();
    if (this.#link.busy && now - this.#sentAt >= ANSWER_TIMEOUT) return this.#link.hangUp();
    if (this.#link.busy) return this.#around.wakeAt(this.#place, this.#sentAt + ANSWER_TIMEOUT);
    if (this.#link.idle) return this.#sendLive(now);
    if (now - this.#calledAt >= ANSWER_TIMEOUT) return this.#link.hangUp();
    this.#around.wakeAt(this.#place, this.#calledAt + ANSWER_TIMEOUT);
  }

  /** It is the device's turn to send a piece of history; it calls first when it had hung up. */
  sendHistory(): void {
    if (this.backlog.done || this.#link.busy) return;
    if (this.#link.idle) this.#fillHistory();
    else if (!this.#link.open && this.#canCall()) {
      this.#owesNow = true;
      this.#call();
    }
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
    this.#sendLive(this.#around.now());
  }

  stored(): void {
    const now = this.#around.now();
    this.#retry = FIRST_RETRY;
    this.#around.stored(this.#sentCount, now - this.#sentAt, this.#sending === 'live');
    if (this.#sending === 'live') this.#stored = this.#sent;
    else this.backlog.stored();
    this.#sending = null;
    this.#sendLive(now);
  }

  lost(): void {
    this.#around.closed();
    if (this.#sending === 'backlog') this.backlog.lost();
    // Also a report that was found but not sent is found again.
    if (this.#tracker && this.#stored) this.#tracker.rewind(this.#stored);
    this.#pending = false;
    this.#sending = null;
    if (!this.#tracker && this.backlog.done) return;
    const wait = this.#retry * (0.7 + 0.6 * chance(this.entry.equipment.seed, this.#around.now()));
    this.#retry = Math.min(LONGEST_RETRY, this.#retry * 2);
    this.#around.wakeAt(this.#place, this.#around.now() + wait);
  }

  #canCall(): boolean {
    return this.#around.mayCall() && this.#isReachable(this.#around.now());
  }

  #call(): void {
    this.#calledAt = this.#around.now();
    if (!this.#canCall()) {
      const wait = QUEUE * (0.5 + chance(this.entry.equipment.seed, this.#calledAt));
      return this.#around.wakeAt(this.#place, this.#calledAt + wait);
    }
    this.#around.opened();
    this.#link.connect();
    this.#around.wakeAt(this.#place, this.#calledAt + ANSWER_TIMEOUT);
  }

  /** Sends all that happened up to now, as much as one sending holds; else sleeps until something happens. */
  #sendLive(now: Instant): void {
    const tracker = this.#tracker;
    if (!tracker) return this.#sendRemains();
    if (!this.#isReachable(now)) {
      this.close();
      return this.#around.wakeAt(this.#place, now + OUT_OF_REACH);
    }
    let count = 0;
    while (count < this.#link.capacity) {
      this.#pending ||= tracker.next(now + HORIZON);
      if (!this.#pending || tracker.instant > now) break;
      tracker.measure(this.#around.pool[count++]);
      this.#sent = tracker.mark();
      this.#pending = false;
    }
    if (count > 0) return this.#send('live', count);
    const due = this.#pending ? tracker.instant + this.#delay() : now + HORIZON / 2;
    if (this.#owesNow && this.#fillHistory()) return;
    if (due - now > this.#link.patience || !this.#around.mayStay(due - now)) this.close();
    this.#around.wakeAt(this.#place, Math.max(due, now + 1));
  }

  /** A dead device's server still gets what the device recorded while it lived. */
  #sendRemains(): void {
    if (this.#owesNow) this.#fillHistory();
    if (this.backlog.done && !this.#link.busy) this.close();
  }

  #send(kind: 'live' | 'backlog', count: number): void {
    this.#sending = kind;
    this.#sentCount = count;
    this.#sentAt = this.#around.now();
    this.#link.send(this.#around.pool, count);
    this.#around.wakeAt(this.#place, this.#sentAt + ANSWER_TIMEOUT);
  }

  #isReachable(now: Instant): boolean {
    return isReachable(this.entry.equipment.seed, now);
  }

  /** The radio takes its time; so not all devices speak on the second. */
  #delay(): number {
    return 150 + 1_200 * chance(this.entry.equipment.seed, 111);
  }
}
