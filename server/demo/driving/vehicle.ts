import { DAY, HOUR, MINUTE, SECOND, type Instant } from '../../../src/domain/base/index.ts';
import type { Network, Region } from '../geography/index.ts';
import { between, chance, hash } from '../random.ts';
import { DayPlan, roundConsumption, type FuelRule } from './dayPlan.ts';
import { Drive, type DriveState } from './drive.ts';
import { Holds } from './holds.ts';
import { KIND_PROFILES, type DrivenKind } from './kinds.ts';
import { drawLeg, legSeed, planRound, STOP, type Planner, type Round } from './round.ts';
import { placeIn } from './route.ts';

/** Who a vehicle is; everything it ever does follows from this. */
export interface VehicleIdentity {
  readonly seed: number;
  readonly kind: DrivenKind;
  /** How many different working days it has; which one a day brings is drawn. */
  readonly rounds: number;
}

/** Odometers count from here. */
const EPOCH_DAY = Math.floor(Date.UTC(2026, 0, 1) / DAY);
/** Every so many days the tank is filled whatever is left, so that a level needs no longer memory. */
const FILL_CYCLE = 7;
/**
 * Thieves come back: of the lorries and machines this part is where it is known to be easy, and one night in so many is
 * theirs.
 */
const EASY_PREY = 0.3;
const THEFT_CHANCE = 1 / 9;
/** m/s */
const CRAWL = 0.8;

/** Core of a moment: what a tracker looks at every second. */
export interface Moment extends DriveState {
  instant: Instant;
  driving: boolean;
  ignition: boolean;
}

/**
 * A vehicle that can be asked for any instant, in any order; quickest when instants grow. It keeps its rounds, the plan
 * of one day and the path of one drive; the latter two are drawn again from the seed when another is asked for.
 */
export class Vehicle {
  readonly identity: VehicleIdentity;
  readonly network: Network;
  readonly tank: number;
  readonly moment: Moment = {
    instant: 0,
    x: 0,
    y: 0,
    speed: 0,
    heading: 0,
    travelled: 0,
    driving: false,
    ignition: false,
  };
  readonly holds: Holds;
  readonly #planner: Planner;
  readonly #offset: number;
  readonly #rounds: readonly Round[];
  readonly #consumption: readonly { before: number; after: number }[];
  #plan: DayPlan | null = null;
  #drive: Drive | null = null;
  #driveKey = '';
  #leg = -1;
  /** The instant of the plan that {@link moment} shows, and whether the plan drives then. */
  #planned: Instant = 0;
  #drives = false;

  /** `holds` may be shared: what is ordered of one counts for all that share them. */
  constructor(identity: VehicleIdentity, network: Network, holds = new Holds()) {
    this.holds = holds;
    this.identity = identity;
    this.network = network;
    const { seed } = identity;
    const profile = KIND_PROFILES[identity.kind];
    this.#planner = {
      seed,
      network,
      profile,
      home: placeIn(network, homeTown(network, seed, profile.duty === 'line'), hash(seed, 8), 0.9),
    };
    this.#offset = startOfShift(identity, network.region);
    this.#rounds = Array.from({ length: identity.rounds }, (_, variant) => planRound(this.#planner, variant));
    this.#consumption = this.#rounds.map((round) => roundConsumption(this.#planner, round));
    const daily = Math.max(...this.#consumption.map(({ before, after }) => before + after));
    this.tank =
      profile.tank === 0 ? 0 : Math.max(profile.tank, Math.ceil((daily * 2.3 + reserveOf(identity.kind)) / 5) * 5);
  }

  /** Puts {@link moment} to the instant. */
  locate(instant: Instant): Moment {
    const planned = (this.#planned = this.holds.planned(instant));
    const isKeptParked = this.holds.isKeptParked(instant);
    const plan = this.planAt(planned);
    const { moment } = this;
    moment.instant = instant;
    const leg = (this.#leg = plan.legAt(planned));
    this.#drives = leg >= 0 && planned < plan.arrivals[leg];
    moment.driving = this.#drives && !isKeptParked;
    const drive = this.#driveOf(plan, Math.max(0, leg));
    drive.stateAt(leg < 0 ? 0 : ((planned - plan.departures[leg]) / SECOND) * plan.paces[leg], moment);
    if (moment.driving) moment.speed *= plan.paces[leg];
    else moment.speed = 0;
    const runs = this.#drives || (leg >= 0 && plan.ignitionInStop(leg, planned));
    moment.ignition = this.identity.kind !== 'asset' && runs && !isKeptParked;
    return moment;
  }

  /** While the vehicle is stopped: the next instant at which it starts, or its engine starts or stops. */
  quietUntil(): Instant {
    const { instant, driving } = this.moment;
    if (driving) return instant;
    const ordered = this.holds.nextChange(instant);
    if (this.holds.isKeptParked(instant)) return ordered;
    return Math.min(ordered, this.#nextPlanned() + instant - this.#planned);
  }

  #nextPlanned(): Instant {
    const plan = this.planAt(this.#planned);
    const leg = this.#leg;
    if (leg < 0) return plan.departures[0];
    const changes = [
      plan.engineStop(leg),
      plan.engineStart(leg),
      plan.stopEnd(leg),
      this.#startOf(plan.day + 1),
      ...plan.fuelChanges(leg).flatMap(({ from, to }) => [from, to]),
    ];
    return Math.min(...changes.filter((change) => change > this.#planned));
  }

  /** The instant from `at` on at which the vehicle is stopped or all but is: where an open relay can stop it safely. */
  parksFrom(at: Instant): Instant {
    let instant = at;
    for (; this.locate(instant).driving && this.moment.speed > CRAWL; instant += SECOND);
    return instant;
  }

  /** Metres; grows with every metre driven since the vehicle was new. */
  get odometer(): number {
    const plan = this.planAt(this.#planned);
    return plan.odometers[Math.max(0, this.#leg)] + (this.#leg < 0 ? 0 : this.moment.travelled);
  }

  /** Litres in the tank. */
  get fuel(): number {
    const plan = this.planAt(this.#planned);
    const leg = this.#leg;
    if (leg < 0) return plan.fuelAtDeparture[0];
    if (!this.#drives) return plan.fuelInStop(leg, this.#planned);
    const part = this.moment.travelled / Math.max(1, plan.round.length(leg));
    return plan.fuelAtDeparture[leg] + (plan.fuelAtArrival[leg] - plan.fuelAtDeparture[leg]) * Math.min(1, part);
  }

  /** The tank is being filled or robbed. */
  get tankChanges(): boolean {
    if (this.#leg < 0 || this.#drives) return false;
    return this.planAt(this.#planned)
      .fuelChanges(this.#leg)
      .some(({ from, to }) => this.#planned >= from && this.#planned < to);
  }

  /** Minutes since the doors were last opened at a delivery, and whether they are open now. */
  get doors(): { open: boolean; minutesSince: number } {
    const instant = this.#planned;
    const driving = this.#drives;
    const plan = this.planAt(instant);
    const leg = this.#leg;
    if (leg >= 0 && !driving && plan.round.stop(leg) === STOP.delivery)
      return { open: true, minutesSince: (instant - plan.arrivals[leg]) / MINUTE };
    if (leg >= 1 && driving && plan.round.stop(leg - 1) === STOP.delivery)
      return { open: false, minutesSince: (instant - plan.departures[leg]) / MINUTE };
    return { open: false, minutesSince: 24 * 60 };
  }

  /** Which drive of which day: names a trip, and changes when the next begins. */
  get trip(): number {
    return this.planAt(this.#planned).day * 1000 + Math.max(0, this.#leg);
  }

  /** Minutes into the present drive; 0 while standing. */
  get minutesDriven(): number {
    if (!this.moment.driving) return 0;
    return (this.#planned - this.planAt(this.#planned).departures[this.#leg]) / MINUTE;
  }

  /** True while the vehicle rests at home after its work. */
  get atHome(): boolean {
    const plan = this.planAt(this.#planned);
    return !this.#drives && (this.#leg < 0 || this.#leg === plan.round.legs - 1);
  }

  #driveOf(plan: DayPlan, leg: number): Drive {
    const key = `${plan.variant}:${leg}`;
    if (this.#drive && this.#driveKey === key) return this.#drive;
    const path = drawLeg(this.#planner, plan.variant, leg, plan.round.place(leg - 1), plan.round.place(leg));
    this.#driveKey = key;
    return (this.#drive = new Drive(path, this.#planner.profile, legSeed(this.#planner, plan.variant, leg)));
  }

  #variantOf(day: number): number {
    return hash(this.identity.seed, day, 4) % this.identity.rounds;
  }

  #startOf(day: number): Instant {
    return day * DAY + this.#offset + Math.floor(between(0, 12, this.identity.seed, day, 6)) * MINUTE;
  }

  /** The day's plan that an instant of the plan lies in; until the next one begins it is still the last. */
  planAt(instant: Instant): DayPlan {
    const { seed } = this.identity;
    let day = Math.floor((instant - this.#offset) / DAY);
    if (this.#plan && (this.#plan.day === day || this.#plan.day === day - 1) && instant >= this.#plan.start) {
      if (this.#plan.day === day || instant < this.#startOf(day)) return this.#plan;
    }
    if (instant < this.#startOf(day)) day--;
    if (this.#plan?.day === day) return this.#plan;
    if (this.#plan?.day === day - 1) {
      const before = this.#plan;
      return (this.#plan = this.#makePlan(day, before.odometers[before.round.legs], before.fuelAtEnd));
    }
    let fillDay = day - 1;
    while ((fillDay + seed) % FILL_CYCLE !== 0) fillDay--;
    let plan = this.#makePlan(fillDay, this.#odometerAt(fillDay), this.tank * 0.5);
    for (let next = fillDay + 1; next <= day; next++) {
      plan = this.#makePlan(next, plan.odometers[plan.round.legs], plan.fuelAtEnd);
    }
    return (this.#plan = plan);
  }

  #makePlan(day: number, odometer: number, fuel: number): DayPlan {
    const variant = this.#variantOf(day);
    const at = { day, variant, start: this.#startOf(day) };
    return new DayPlan(this.#planner, this.#rounds[variant], at, { odometer, fuel }, this.#fuelRule(day, variant));
  }

  #fuelRule(day: number, variant: number): FuelRule {
    const { seed, kind } = this.identity;
    const robbed = reserveOf(kind) > 0 && chance(seed, 33) < EASY_PREY && chance(seed, day, 31) < THEFT_CHANCE;
    const next = this.#consumption[variant].after + this.#consumption[this.#variantOf(day + 1)].before;
    return {
      tank: this.tank,
      fillAnyway: (day + seed) % FILL_CYCLE === 0,
      need: next * 1.15 + this.tank * 0.06 + reserveOf(kind),
      theft: robbed ? between(22, 48, seed, day, 32) : 0,
    };
  }

  #odometerAt(day: number): number {
    let metres = Math.floor(between(9_000, 140_000, this.identity.seed, 41)) * 1000;
    for (let passed = EPOCH_DAY; passed < day; passed++) metres += this.#rounds[this.#variantOf(passed)].distance;
    for (let ahead = day; ahead < EPOCH_DAY; ahead++) metres -= this.#rounds[this.#variantOf(ahead)].distance;
    return metres;
  }
}

/** Litres kept for what may be stolen: only tanks that stand about outside town are worth a thief's night. */
const reserveOf = (kind: DrivenKind): number => (kind === 'truck' || kind === 'machine' ? 50 : 0);

/** Bigger towns are home to more vehicles; lines need streets enough for a round. */
function homeTown(network: Network, seed: number, forLine: boolean): number {
  const weights = network.towns.map((town) => (forLine && town.reach < 4 ? 0 : town.population ** 0.62));
  let left = chance(seed, 51) * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [town, weight] of weights.entries()) {
    left -= weight;
    if (left <= 0 && weight > 0) return town;
  }
  return 0;
}

/**
 * Milliseconds after midnight UTC at which the vehicle's day begins. Buses begin before dawn where they
 * run; the rest is spread over the clock, so that somebody is on the road at every hour.
 */
function startOfShift({ seed, kind }: VehicleIdentity, region: Region): number {
  if (kind === 'bus') {
    const local = between(3, 6, seed, 61) * HOUR - region.utcOffset * HOUR;
    return Math.floor((((local % DAY) + DAY) % DAY) / MINUTE) * MINUTE;
  }
  // Lorries drive through the night and rest by day more often than not, which makes up for the buses' night.
  const night = kind === 'truck' && chance(seed, 62) < 0.35;
  const part = night ? between(15, 22, seed, 61) / 24 : chance(seed, 61);
  return Math.floor((part * DAY) / MINUTE) * MINUTE;
}
