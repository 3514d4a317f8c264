import { DAY, HOUR, SECOND, type Instant, type Interval } from '../../src/domain/base/index.ts';
import {
  createPoint,
  DEFAULT_FUEL,
  detectFuel,
  detectTrips,
  fuelSeriesOf,
  pointsOf,
  type DetectionPoint,
  type FuelEvent,
  type Trip,
} from '../../src/domain/detection/index.ts';
import { IGNITION } from '../../src/domain/telemetry/index.ts';
import { rulesOf } from '../../server/demo/devices/device.ts';
import {
  createReport,
  economyOf,
  Tracker,
  Vehicle,
  type DayPlan,
  type DeviceReport,
} from '../../server/demo/driving/index.ts';
import { tripDetectorOf } from '../../server/demo/fitting.ts';
import { loadNetworks, REGION_KEYS } from '../../server/demo/geography/index.ts';
import type { RosterEntry } from '../../server/demo/roster.ts';

/** What a driver did: drives with the stops between them, and where fuel came and went. */
export interface DrivenPlan {
  readonly drives: readonly PlannedDrive[];
  readonly fuel: readonly PlannedFuel[];
}

interface PlannedDrive extends Interval {
  /** Metres. */
  readonly distance: number;
}

export interface PlannedFuel extends Interval {
  readonly kind: FuelEvent['kind'];
  readonly litres: number;
}

/** What was made of the reports. */
export interface Found {
  readonly trips: readonly Trip[];
  readonly fuel: readonly FuelEvent[];
}

export function vehicleOf(entry: RosterEntry): Vehicle {
  const network = loadNetworks(REGION_KEYS).get(entry.region);
  if (!network) throw new Error(entry.region);
  return new Vehicle(entry.vehicle, network);
}

/** The driver's book of an interval. */
export function planOf(vehicle: Vehicle, { from, to }: Interval): DrivenPlan {
  const drives: PlannedDrive[] = [];
  const fuel: PlannedFuel[] = [];
  for (const plan of daysOf(vehicle, { from, to })) {
    for (let leg = 0; leg < plan.departures.length; leg++) {
      drives.push({
        from: plan.departures[leg],
        to: plan.arrivals[leg],
        distance: plan.odometers[leg + 1] - plan.odometers[leg],
      });
      const filled = plan.fuelAtDeparture[leg + 1] - plan.fuelAtArrival[leg];
      const changes = plan.fuelChanges(leg);
      if (filled > 0) fuel.push({ kind: 'refill', litres: filled, ...changes[0] });
      if (leg + 1 === plan.departures.length && plan.theft > 0)
        fuel.push({ kind: 'theft', litres: plan.theft, ...changes[changes.length - 1] });
    }
  }
  const inside = (span: Interval): boolean => span.to > from && span.from < to;
  return { drives: drives.filter(inside), fuel: fuel.filter(inside) };
}

function daysOf(vehicle: Vehicle, { from, to }: Interval): DayPlan[] {
  const plans = new Map<number, DayPlan>();
  for (let at: Instant = from - DAY; at < to + DAY; at += 6 * HOUR) {
    const plan = vehicle.planAt(at);
    plans.set(plan.day, plan);
  }
  return [...plans.values()].toSorted((one, other) => one.day - other.day);
}

/** What the product's detectors find in the reports of the unit's device; `economy` as older history is sent. */
export function foundIn(entry: RosterEntry, { from, to }: Interval, economy: boolean): Found {
  const rules = rulesOf(entry);
  const tracker = new Tracker(vehicleOf(entry), entry.equipment, economy ? economyOf(rules) : rules, from);
  const points: DetectionPoint[] = [];
  const report = createReport();
  while (tracker.next(to)) {
    tracker.measure(report);
    points.push(pointOf(report));
  }
  const settings = tripDetectorOf(entry);
  const series = fuelSeriesOf(pointsOf(points), {
    threshold: null,
    movingSpeed: settings.min_m_speed,
    minimumSatellites: settings.min_satellites,
  });
  return { trips: detectTrips(pointsOf(points), settings).trips, fuel: detectFuel(series, DEFAULT_FUEL).events };
}

function pointOf(report: DeviceReport): DetectionPoint {
  const { time, valid, latitude, longitude, speed, satellites, hdop, odometer } = report;
  return {
    ...createPoint(),
    time,
    hasPosition: true,
    valid,
    latitude,
    longitude,
    speed: Math.round(speed),
    satellites,
    hdop,
    odometer,
    ignition: report.ignition ? IGNITION.on : IGNITION.off,
    fuelLevels: Number.isNaN(report.fuel) ? [] : [report.fuel],
  };
}

/**
 * Times that differ by less are the same: reports lie seconds apart when something happens, and a machine takes as long
 * to move at all.
 */
export const TIME_TOLERANCE = 30 * SECOND;
/** In a garage the last fix is the one before the door. */
export const GARAGE_TOLERANCE = 60 * SECOND;

/**
 * Drives without a parking between them: one trip, unless a stop may be taken either way, or they are too short to
 * count.
 */
export interface Journey extends Interval {
  readonly trips: 'one' | 'none' | 'some';
}

/** The journeys that a parking of `parkingTime` s splits the plan into; those that lie whole within the interval. */
export function journeysOf(
  plan: DrivenPlan,
  { from, to }: Interval,
  settings: { min_park_time: number; min_trip_time: number; min_trip_dist: number },
): Journey[] {
  const journeys: Journey[] = [];
  const parking = settings.min_park_time * SECOND;
  let drives: PlannedDrive[] = [];
  let isSure = true;
  for (const [index, drive] of plan.drives.entries()) {
    drives.push(drive);
    const next = plan.drives[index + 1];
    const stood = next ? next.from - drive.to : Number.POSITIVE_INFINITY;
    if (Math.abs(stood - parking) < TIME_TOLERANCE) isSure = false;
    if (stood < parking + TIME_TOLERANCE) continue;
    journeys.push(journeyOf(drives, isSure, settings));
    drives = [];
    isSure = true;
  }
  return journeys.filter((journey) => journey.from > from && journey.to < to);
}

function journeyOf(
  drives: readonly PlannedDrive[],
  isSure: boolean,
  { min_trip_time, min_trip_dist }: { min_trip_time: number; min_trip_dist: number },
): Journey {
  const span = { from: drives[0].from, to: drives[drives.length - 1].to };
  const distance = drives.reduce((sum, drive) => sum + drive.distance, 0);
  const seconds = (span.to - span.from) / SECOND;
  const isLong = distance > min_trip_dist * 1.15 && seconds > min_trip_time * 1.15;
  if (isLong) return { ...span, trips: isSure ? 'one' : 'some' };
  return { ...span, trips: distance < min_trip_dist * 0.85 || seconds < min_trip_time * 0.85 ? 'none' : 'some' };
}

/** What was found against what was driven, in words; empty when all of it agrees. */
export function differencesOfTrips(
  journeys: readonly Journey[],
  trips: readonly Interval[],
  endTolerance: number,
): string[] {
  const differences: string[] = [];
  const known = new Set<Interval>();
  for (const { from, to, trips: expected } of journeys) {
    const own = trips.filter((trip) => trip.to > from && trip.from < to);
    for (const trip of own) known.add(trip);
    const described = `${at(from)} to ${at(to)}`;
    if (expected !== 'some' && own.length !== (expected === 'one' ? 1 : 0))
      differences.push(`${own.length} trips instead of ${expected}: ${described}`);
    else if (expected === 'one' && Math.abs(own[0].from - from) > TIME_TOLERANCE)
      differences.push(`begun at ${at(own[0].from)} instead of ${described}`);
    else if (expected === 'one' && Math.abs(own[0].to - to) > endTolerance)
      differences.push(`ended at ${at(own[0].to)} instead of ${described}`);
  }
  if (journeys.length === 0) return differences;
  const all = { from: journeys[0].from, to: journeys[journeys.length - 1].to };
  for (const trip of trips)
    if (!known.has(trip) && trip.from >= all.from && trip.to <= all.to)
      differences.push(`a trip that nobody drove: ${at(trip.from)}`);
  return differences;
}

/** Litres may be off by so much, or by this share of a large filling. */
const LITRES = 4;
const SHARE = 0.03;
/**
 * A change begins with the lowest or highest level of the observed time, and ends when nothing is added for as long.
 */
const OBSERVED = 5 * 60 * SECOND;

export interface FoundFuel extends Interval {
  readonly kind: FuelEvent['kind'];
  readonly volume: number;
  readonly confidence: FuelEvent['confidence'];
}

/** As {@link differencesOfTrips}, of refills and thefts. */
export function differencesOfFuel(planned: readonly PlannedFuel[], found: readonly FoundFuel[]): string[] {
  const differences: string[] = [];
  const left = new Set(found);
  for (const { kind, litres, from, to } of planned) {
    const described = `${kind} of ${litres.toFixed(1)} L at ${at(from)}`;
    const event = [...left].find((each) => each.kind === kind && each.from < to && each.to > from);
    if (!event) differences.push(`missed: ${described}`);
    else {
      left.delete(event);
      if (Math.abs(event.volume - litres) > Math.max(LITRES, litres * SHARE))
        differences.push(`${event.volume.toFixed(1)} L found: ${described}`);
      if (event.from < from - OBSERVED || event.to > to + 2 * OBSERVED)
        differences.push(`found ${at(event.from)} to ${at(event.to)}: ${described}`);
      if (event.confidence === 'low') differences.push(`doubted: ${described}`);
    }
  }
  for (const { kind, volume, from } of left)
    differences.push(`invented: ${kind} of ${volume.toFixed(1)} L at ${at(from)}`);
  return differences;
}

const at = (instant: Instant): string => new Date(instant).toISOString().slice(5, 19);
