import { SECOND, type Instant } from '../../base/index.ts';
import { IGNITION } from '../../telemetry/index.ts';
import type { Place } from '../../unitEvent/index.ts';
import type { DetectionPoint } from '../shared/index.ts';
import { isNoKey } from './keys.ts';

/** Why a key was no longer signed in. */
export type KeyEnd = 'otherKey' | 'signedOut' | 'ignitionOff';

/** A stretch of a unit's time in which one key was signed in. */
export interface KeySession {
  readonly key: string;
  readonly from: Instant;
  /** Null while it is. */
  readonly to: Instant | null;
  readonly ended: KeyEnd | null;
  /** Where the unit was when it was signed in. */
  readonly place: Place | null;
  /** Where it was at the end; null while it lasts. */
  readonly endPlace: Place | null;
}

/** The state after a report, as plain data. */
export interface KeyState {
  /** Empty while nobody is signed in. */
  readonly key: string;
  readonly from: Instant;
  readonly place: Place | null;
  /** Since when the ignition is known to be off; null: it is on, or nobody said so. */
  readonly offSince: Instant | null;
}

type Report = Pick<DetectionPoint, 'time' | 'driverKey' | 'ignition'>;

/**
 * Which driver keys were signed in at a unit, report after report in the order of their times (domain reference,
 * chapter 8). The same key again changes nothing; another one, an empty one or a long rest with the ignition off
 * ends it. A report that says nothing of a driver leaves who is signed in.
 */
export class KeyWatch {
  /** Milliseconds with the ignition off after which nobody is signed in; 0: never. */
  readonly #releaseAfter: number;
  #key: string;
  #from: Instant;
  #place: Place | null;
  #offSince: Instant | null;
  #ended: KeySession[] = [];
  #dirty: boolean;

  /** `releaseAfter` in seconds. `isStored`: there may be sessions in the store that this watch knows nothing of. */
  constructor(releaseAfter: number, state: KeyState | null = null, isStored = true) {
    this.#releaseAfter = releaseAfter * SECOND;
    this.#key = state?.key ?? '';
    this.#from = state?.from ?? 0;
    this.#place = state?.place ?? null;
    this.#offSince = state?.offSince ?? null;
    this.#dirty = isStored;
  }

  /**
   * Something was found since the last {@link written}; of a watch that begins, that it may find other things than are
   * stored.
   */
  get dirty(): boolean {
    return this.#dirty;
  }

  /** The key that is signed in, empty without. */
  get key(): string {
    return this.#key;
  }

  /** Since when it is. */
  get since(): Instant {
    return this.#from;
  }

  /** A report, which follows all those before. `placeOf` is asked where somebody signs in or out. */
  accept({ time, driverKey, ignition }: Report, placeOf: () => Place | null): void {
    const until = this.until();
    if (until !== null && until <= time) this.#end(until, 'ignitionOff', placeOf);
    if (ignition === IGNITION.on) this.#offSince = null;
    else if (ignition === IGNITION.off) this.#offSince ??= time;
    if (driverKey === null || driverKey === this.#key) return;
    if (isNoKey(driverKey)) {
      this.#end(time, 'signedOut', placeOf);
      return;
    }
    this.#end(time, 'otherKey', placeOf);
    this.#key = driverKey;
    this.#from = time;
    this.#place = placeOf();
    this.#dirty = true;
  }

  /**
   * Sessions since the state that it began with, and the one that was open then; an open one as of `now` if no other
   * report comes.
   */
  sessionsAt(now: Instant, placeOf: () => Place | null): readonly KeySession[] {
    if (this.#key === '') return this.#ended;
    const open = { key: this.#key, from: this.#from, place: this.#place };
    const until = this.until();
    return [
      ...this.#ended,
      until !== null && until <= now
        ? { ...open, to: until, ended: 'ignitionOff', endPlace: placeOf() }
        : { ...open, to: null, ended: null, endPlace: null },
    ];
  }

  /** When silence alone signs the driver out; null when it never does. */
  until(): Instant | null {
    if (this.#key === '' || this.#offSince === null || this.#releaseAfter === 0) return null;
    return Math.max(this.#offSince, this.#from) + this.#releaseAfter;
  }

  state(): KeyState {
    return { key: this.#key, from: this.#from, place: this.#place, offSince: this.#offSince };
  }

  /** All is stored; `since` the instant to which one may go back: what was over by then is forgotten. */
  written(since: Instant): void {
    this.#dirty = false;
    this.#ended = this.#ended.filter(({ to }) => to !== null && to > since);
  }

  #end(to: Instant, ended: KeyEnd, placeOf: () => Place | null): void {
    // Two keys of one instant: the first was never signed in.
    if (this.#key !== '' && to > this.#from)
      this.#ended.push({ key: this.#key, from: this.#from, to, ended, place: this.#place, endPlace: placeOf() });
    this.#dirty ||= this.#key !== '';
    this.#key = '';
  }
}
