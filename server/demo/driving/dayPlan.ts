import { DAY, MINUTE, SECOND, type Instant, type Interval } from '../../../src/domain/base/index.ts';
import { between, chance } from '../random.ts';
import { STOP, type Planner, type Round } from './round.ts';

/** Seconds that the engine runs on after a stop, and before a start. */
const RUN_ON = 15;
const WARM_UP = 20;

/** Litres of fuel, as the day's book keeps them. */
export interface FuelRule {
  readonly tank: number;
  /** True on the days when the tank is filled whatever is left: from there the level is known again. */
  readonly fillAnyway: boolean;
  /** Litres that must be in the tank after the pump for the drives up to the next one. */
  readonly need: number;
  /** Litres that somebody takes in the night after the shift; mostly 0. */
  readonly theft: number;
}

/** Full is not to the brim. */
const FULL = 0.94;
const THEFT_DURATION = 4 * MINUTE;
/** The pump: begins after arrival, and takes a while. */
const PUMP_DELAY = 90 * SECOND;
const PUMP_DURATION = 3 * MINUTE;

/** One day of one vehicle on the clock. All instants are Unix milliseconds. */
export class DayPlan {
  readonly day: number;
  readonly variant: number;
  readonly round: Round;
  readonly start: Instant;
  /** Start of each drive and its end; the stop lasts to the next start. */
  readonly departures: Float64Array;
  readonly arrivals: Float64Array;
  /** How much slower or quicker than normal each drive goes. */
  readonly paces: Float32Array;
  /** Metres on the odometer at each departure, and at the end. */
  readonly odometers: Float64Array;
  /** Litres at each departure and arrival, refills included. */
  readonly fuelAtDeparture: Float32Array;
  readonly fuelAtArrival: Float32Array;
  /** Instant and litres of the night's theft; 0 when nothing was taken. */
  readonly theftAt: Instant;
  readonly theft: number;
  /** Litres left when the next day begins. */
  readonly fuelAtEnd: number;

  constructor(
    planner: Planner,
    round: Round,
    at: { day: number; variant: number; start: Instant },
    carried: { odometer: number; fuel: number },
    rule: FuelRule,
  ) {
    const legs = round.legs;
    this.day = at.day;
    this.variant = at.variant;
    this.round = round;
    this.start = at.start;
    this.departures = new Float64Array(legs);
    this.arrivals = new Float64Array(legs);
    this.paces = new Float32Array(legs);
    this.odometers = new Float64Array(legs + 1);
    this.fuelAtDeparture = new Float32Array(legs + 1);
    this.fuelAtArrival = new Float32Array(legs);
    let time = at.start;
    let odometer = carried.odometer;
    let fuel = carried.fuel;
    for (let leg = 0; leg < legs; leg++) {
      const pace = between(0.9, 1, planner.seed, at.day, leg);
      const dwell = round.dwell(leg) * between(0.75, 1.25, planner.seed, at.day, leg + 500);
      this.paces[leg] = pace;
      this.departures[leg] = time;
      this.odometers[leg] = odometer;
      this.fuelAtDeparture[leg] = fuel;
      fuel -= burntDriving(planner, round, leg);
      this.fuelAtArrival[leg] = fuel;
      time += Math.ceil(round.duration(leg) / pace) * SECOND;
      this.arrivals[leg] = time;
      time += Math.round(dwell) * SECOND;
      odometer += round.length(leg);
      if (isIdling(round, leg)) fuel -= (dwell / 3600) * planner.profile.idling;
      if (round.stop(leg) === STOP.refuel && (rule.fillAnyway || fuel < rule.need))
        fuel = Math.max(fuel, FULL * rule.tank);
    }
    this.odometers[legs] = odometer;
    this.fuelAtDeparture[legs] = fuel;
    const nightEnd = at.start + DAY;
    this.theft = nightEnd - time > 3 * 3600 * SECOND ? Math.min(rule.theft, fuel * 0.6) : 0;
    this.theftAt = this.theft > 0 ? time + Math.round((nightEnd - time) * 0.4) : 0;
    this.fuelAtEnd = fuel - this.theft;
  }

  /** The drive that the instant lies in, or whose stop it lies in; -1 before the first. */
  legAt(instant: Instant): number {
    let low = -1;
    let high = this.departures.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.departures[middle] <= instant) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** End of the stop after the drive; the last one lasts until the next day's plan takes over. */
  stopEnd(leg: number): Instant {
    return leg + 1 < this.departures.length ? this.departures[leg + 1] : this.start + 2 * DAY;
  }

  /** Litres at an instant of the stop after the drive. */
  fuelInStop(leg: number, instant: Instant): number {
    const from = this.fuelAtArrival[leg];
    const to = this.fuelAtDeparture[leg + 1];
    const elapsed = instant - this.arrivals[leg];
    const isLast = leg + 1 === this.departures.length;
    const span = isLast ? 1 : this.departures[leg + 1] - this.arrivals[leg];
    const part = to > from ? (elapsed - PUMP_DELAY) / PUMP_DURATION : elapsed / Math.max(1, span);
    const level = from + (to - from) * Math.min(1, Math.max(0, part));
    if (!isLast || this.theft === 0) return level;
    return level - this.theft * Math.min(1, Math.max(0, (instant - this.theftAt) / THEFT_DURATION));
  }

  /** While the level changes in the stop after the drive, by the pump or a thief. */
  fuelChanges(leg: number): readonly Interval[] {
    const pumps = this.fuelAtDeparture[leg + 1] > this.fuelAtArrival[leg];
    const begins = this.arrivals[leg] + PUMP_DELAY;
    const isLast = leg + 1 === this.departures.length;
    return [
      ...(pumps ? [{ from: begins, to: begins + PUMP_DURATION }] : []),
      ...(isLast && this.theft > 0 ? [{ from: this.theftAt, to: this.theftAt + THEFT_DURATION }] : []),
    ];
  }

  /** True when the engine runs at an instant of the stop after the drive. */
  ignitionInStop(leg: number, instant: Instant): boolean {
    if (isIdling(this.round, leg)) return true;
    return instant < this.arrivals[leg] + RUN_ON * SECOND || instant >= this.engineStart(leg);
  }

  /** When the engine is started for the next drive. */
  engineStart(leg: number): Instant {
    return leg + 1 < this.departures.length ? this.departures[leg + 1] - WARM_UP * SECOND : this.stopEnd(leg);
  }

  engineStop(leg: number): Instant {
    return this.arrivals[leg] + RUN_ON * SECOND;
  }
}

/** Short pauses, and work at the site, with the engine running. */
function isIdling(round: Round, leg: number): boolean {
  if (leg + 1 >= round.legs) return false;
  const stop = round.stop(leg);
  return stop === STOP.pause || stop === STOP.working;
}

/** Litres of one drive: by distance, a little more or less each time, and idling at lights. */
function burntDriving({ seed, profile }: Planner, round: Round, leg: number): number {
  const style = 0.93 + 0.14 * chance(seed, leg, 21);
  return (round.length(leg) / 100_000) * profile.consumption * style + (round.waiting(leg) / 3600) * profile.idling;
}

/** Litres of a whole round at normal pace, up to its pump and from there on. */
export function roundConsumption(planner: Planner, round: Round): { before: number; after: number } {
  let before = 0;
  let after = 0;
  let passed = false;
  for (let leg = 0; leg < round.legs; leg++) {
    const idle = isIdling(round, leg) ? (round.dwell(leg) / 3600) * planner.profile.idling : 0;
    const litres = burntDriving(planner, round, leg) + idle;
    if (passed) after += litres;
    else before += litres;
    passed ||= round.stop(leg) === STOP.refuel;
  }
  return { before, after };
}
