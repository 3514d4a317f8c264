import { MINUTE, SECOND, type Instant } from '../../../src/domain/base/index.ts';
import type { DeviceReport } from './report.ts';
import { measure, type Equipment } from './sensors.ts';
import { wrap } from './drive.ts';
import type { Vehicle } from './vehicle.ts';

/** When a device reports, as it is configured. */
export interface ReportRules {
  /** Milliseconds between reports while moving, with the engine idling, and parked. */
  readonly moving: number;
  readonly idling: number;
  readonly parked: number;
  /** A report on a turn of so many degrees; not within `turnGap` milliseconds of the last. */
  readonly turn: number;
  readonly turnGap: number;
  /**
   * A report when the tank of a standing vehicle changed by so many litres; not within `fuelGap` milliseconds of the
   * last.
   */
  readonly fuel: number;
  readonly fuelGap: number;
}

/**
 * A probe's event: pumps give and thieves take this much in a few seconds, an idling engine in a quarter of an hour.
 */
const FUEL_EVENT = { fuel: 2, fuelGap: 15 * SECOND };

export const LIVE_RULES: ReportRules = {
  moving: 10 * SECOND,
  idling: MINUTE,
  parked: 5 * MINUTE,
  turn: 20,
  turnGap: 2 * SECOND,
  ...FUEL_EVENT,
};
/** A trailer's battery has to last for years. */
export const TRAILER_RULES: ReportRules = {
  moving: 10 * MINUTE,
  idling: 10 * MINUTE,
  parked: 55 * MINUTE,
  turn: 360,
  turnGap: MINUTE,
  ...FUEL_EVENT,
};
/** Phones look at the clock, not at the wheel. */
export const PHONE_RULES: ReportRules = {
  moving: 12 * SECOND,
  idling: MINUTE,
  parked: 5 * MINUTE,
  turn: 360,
  turnGap: MINUTE,
  ...FUEL_EVENT,
};

/** Older history is sparser, as if recorded in the device's economy mode: corners stay, straights are thinned out. */
export function economyOf(rules: ReportRules): ReportRules {
  return {
    moving: Math.max(rules.moving, MINUTE),
    idling: Math.max(rules.idling, 5 * MINUTE),
    parked: rules.parked,
    turn: rules.turn + 15,
    turnGap: Math.max(rules.turnGap, 8 * SECOND),
    fuel: rules.fuel,
    fuelGap: Math.max(rules.fuelGap, 30 * SECOND),
  };
}

/** Slower than this (m/s) the heading says nothing. */
const TURNING_SPEED = 1.5;
const MOVING_SPEED = 3 / 3.6;
/** A vehicle that was stopped for this long reports at once when it moves: at lights it would be too much. */
const STOOD = 15 * SECOND;

/** Where a tracker is in its sequence of reports; enough to go on from there. */
export interface TrackerMark {
  readonly instant: Instant;
  readonly heading: number;
  readonly ignition: boolean;
  readonly moving: boolean;
  /** Litres. */
  readonly fuel: number;
}

/**
 * The device in the vehicle: looks at it every second and decides when to report. The sequence depends on
 * the vehicle and the mark it goes on from, never on when it is asked: reports that were lost can be made again.
 */
export class Tracker {
  readonly #vehicle: Vehicle;
  readonly #equipment: Equipment;
  #rules: ReportRules;
  #turn = 0;
  #instant: Instant;
  #heading = 0;
  #ignition = false;
  #moving = false;
  #fuel = 0;
  /** Looked at up to here without a reason to report. */
  #looked: Instant;

  /** Begins after `from`: its first report is at the next whole second that has a reason. */
  constructor(vehicle: Vehicle, equipment: Equipment, rules: ReportRules, from: Instant) {
    this.#vehicle = vehicle;
    this.#equipment = equipment;
    this.#rules = rules;
    this.configure(rules);
    this.#instant = this.#looked = Math.floor(from / SECOND) * SECOND;
    this.#take();
  }

  /** The instant of the last report. */
  get instant(): Instant {
    return this.#instant;
  }

  mark(): TrackerMark {
    return {
      instant: this.#instant,
      heading: this.#heading,
      ignition: this.#ignition,
      moving: this.#moving,
      fuel: this.#fuel,
    };
  }

  /** Goes back to a mark: what was reported after it is reported again, the same. */
  rewind(mark: TrackerMark): void {
    this.#instant = this.#looked = mark.instant;
    this.#heading = mark.heading;
    this.#ignition = mark.ignition;
    this.#moving = mark.moving;
    this.#fuel = mark.fuel;
  }

  /** Reports by other rules from here on. */
  configure(rules: ReportRules): void {
    this.#rules = rules;
    this.#turn = (rules.turn * Math.PI) / 180;
  }

  /** Moves on to a report at the instant, without a reason of its own; false where the last one is as recent. */
  report(at: Instant): boolean {
    const instant = Math.floor(at / SECOND) * SECOND;
    if (instant <= this.#instant) return false;
    this.#instant = this.#looked = instant;
    this.#take();
    return true;
  }

  /** Moves on to the next report, if there is one up to `limit`; {@link measure} then says what it says. */
  next(limit: Instant): boolean {
    const vehicle = this.#vehicle;
    for (let at = this.#looked + SECOND; at <= limit; at += SECOND) {
      const moment = vehicle.locate(at);
      if (this.#hasReason(at)) {
        this.#instant = this.#looked = at;
        this.#take();
        return true;
      }
      this.#looked = at;
      if (moment.driving || moment.speed > 0) continue;
      // While the level changes, every second counts; else nothing happens before the vehicle stirs or the interval is
      // over.
      if (this.#equipment.fuelProbe && vehicle.tankChanges) continue;
      const due = this.#instant + (moment.ignition ? this.#rules.idling : this.#rules.parked);
      const idleUntil = Math.min(due, Math.ceil(vehicle.quietUntil() / SECOND) * SECOND, limit + SECOND);
      if (idleUntil - SECOND > at) at = this.#looked = idleUntil - SECOND;
    }
    return false;
  }

  /** When to look again at the earliest: nothing can be due before. */
  get nextLook(): Instant {
    return this.#looked + SECOND;
  }

  /** Writes what the device says in the report that {@link next} found. */
  measure(into: DeviceReport): void {
    if (this.#vehicle.moment.instant !== this.#instant) this.#vehicle.locate(this.#instant);
    measure(this.#vehicle, this.#equipment, into);
  }

  #hasReason(at: Instant): boolean {
    const { moment } = this.#vehicle;
    const rules = this.#rules;
    const elapsed = at - this.#instant;
    if (moment.ignition !== this.#ignition) return true;
    const moving = moment.speed >= MOVING_SPEED;
    if (moving) {
      if (elapsed >= rules.moving || (!this.#moving && elapsed >= STOOD)) return true;
      if (elapsed < rules.turnGap || moment.speed < TURNING_SPEED) return false;
      return Math.abs(wrap(moment.heading - this.#heading)) >= this.#turn;
    }
    if (this.#tankChanged(elapsed)) return true;
    if (this.#moving && moment.speed === 0 && elapsed >= Math.min(rules.turnGap, rules.moving)) return true;
    return elapsed >= (moment.ignition || moment.driving ? rules.idling : rules.parked);
  }

  #tankChanged(elapsed: number): boolean {
    if (!this.#equipment.fuelProbe || this.#vehicle.moment.driving || elapsed < this.#rules.fuelGap) return false;
    return Math.abs(this.#vehicle.fuel - this.#fuel) >= this.#rules.fuel;
  }

  #take(): void {
    const { moment } = this.#vehicle;
    if (moment.instant !== this.#instant) this.#vehicle.locate(this.#instant);
    this.#heading = moment.heading;
    this.#ignition = moment.ignition;
    this.#moving = moment.speed >= MOVING_SPEED;
    this.#fuel = this.#equipment.fuelProbe ? this.#vehicle.fuel : 0;
  }
}
