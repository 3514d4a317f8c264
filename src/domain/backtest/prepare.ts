import { DAY, HOUR, RULE, SECOND } from '../base/index.ts';
import { placeSetOf, WatchLimits, type PlaceBook, type PlacedShape, type WatchedRule } from '../detection/index.ts';
import { probeOf } from '../geometry/index.ts';
import {
  attributesRead,
  conditionLeadIn,
  isLasting,
  leavesOf,
  type ConditionKindName,
  type RuleTest,
} from '../rule/index.ts';
import { nameKey, SensorSet, sensorsNeeded, type SensorDefinition, type SensorType } from '../sensor/index.ts';
import type { BacktestPlaces, BacktestSetup, TriedRule } from './types.ts';
import { asksForFacts } from './wanted.ts';

/** Fix filters look back for less than an hour. */
const SHORTEST_LEAD_IN = HOUR;
/**
 * Conditions that hold until a report says otherwise may have begun long ago; most units are somewhere else once a day.
 */
const LASTING_LEAD_IN = DAY;

/** What is decided by hours before. */
const SLOW: ReadonlySet<ConditionKindName> = new Set(['motion', 'silence', 'fix']);

/**
 * How long before an interval rules begin to listen, so that what they find in it does not depend on where it begins.
 * Milliseconds.
 */
export function leadInOf(rules: readonly TriedRule[]): number {
  return Math.max(...rules.map(leadIn));
}

function leadIn({ test, limits }: TriedRule): number {
  const isAnyLasting = leavesOf(test.conditions).some((each) => isLasting(each) || SLOW.has(each.kind));
  const lasting = isAnyLasting && !asksForFacts(test) ? LASTING_LEAD_IN : SHORTEST_LEAD_IN;
  // It may be held back by what fired the day before; what held that back in turn is left out.
  const before = limits.repeat_after > 0 || limits.most_a_day > 0 ? DAY : 0;
  const own = leavesOf(test.conditions).map(conditionLeadIn);
  return Math.max(lasting, (test.hold + 2 * RULE.memory) * SECOND, ...own) + before;
}

/** A rule with the geometry of its conditions and its limits. */
export interface PreparedRule {
  readonly test: RuleTest;
  readonly places: WatchedRule['places'];
  /** Units of a time zone share them. */
  readonly limitsIn: (timeZone: string) => WatchLimits | null;
}

/** Puts the geometry in the place of what rules name. */
export function prepareRules(rules: readonly TriedRule[], { zones, groups }: BacktestPlaces): PreparedRule[] {
  const shapes = new Map<number, PlacedShape>(
    zones.map(({ id, shape, speed_limit: limit }) => [id, { probe: probeOf(shape), limit }]),
  );
  const members = new Map(groups.map(({ id, zone_ids: ids }) => [id, ids]));
  const book: PlaceBook = {
    zone: (id) => shapes.get(id) ?? null,
    group: (id) =>
      members.get(id)?.flatMap((zone): PlacedShape[] => {
        const shape = shapes.get(zone);
        return shape ? [shape] : [];
      }) ?? null,
  };
  return rules.map(({ test, limits }) => {
    const made = new Map<string, WatchLimits | null>();
    return {
      test,
      places: leavesOf(test.conditions).map((condition) => placeSetOf(condition, book)),
      limitsIn(timeZone) {
        if (!made.has(timeZone)) made.set(timeZone, WatchLimits.of(limits, timeZone));
        return made.get(timeZone) ?? null;
      },
    };
  });
}

/** Groups that geofences are in, by the geofence. */
export function groupsByZone({ groups }: BacktestPlaces): ReadonlyMap<number, readonly number[]> {
  const pairs = groups.flatMap(({ id, zone_ids: zones }) => zones.map((zone) => ({ zone, id })));
  return new Map([...Map.groupBy(pairs, ({ zone }) => zone)].map(([zone, own]) => [zone, own.map(({ id }) => id)]));
}

/** A setup that is prepared for some rules: what they do not read of a report is left out. */
export interface PreparedSetup {
  readonly filters: BacktestSetup['filters'];
  readonly trips: BacktestSetup['trips'];
  readonly set: SensorSet;
  /** Attributes that rules ask for by their names. */
  readonly parameters: ReadonlySet<string>;
  /** Neither the ignition nor counters and what trips are made of are read. */
  readonly isPlain: boolean;
  /** Attributes of reports that are read. */
  readonly wants: (attribute: string) => boolean;
  /** Two runs in which it is the same read the same of reports. */
  readonly key: string;
}

/** Kinds of conditions that look neither at the ignition nor at counters or trips. */
const PLAIN: ReadonlySet<ConditionKindName> = new Set([
  'speed',
  'place',
  'sensor',
  'parameter',
  'alarm',
  'driver',
  'fact',
]);

/** Sensors and attributes that say what reports are read by, whatever a rule asks for. */
const READ_ALWAYS = { sensors: ['hdop'], attributes: ['alarm', 'approximate', 'hdop', 'accuracy'] } as const;
/** The same where a rule looks at more of a report. */
const READ_IN_MOTION = {
  sensors: ['ignition', 'engine_operation', 'mileage', 'relative_odometer', 'engine_hours'],
  attributes: ['ignition', 'odometer', 'engine_hours'],
} as const;

export function prepareSetup({ filters, trips, devices }: BacktestSetup, tests: readonly RuleTest[]): PreparedSetup {
  const conditions = tests.flatMap((test) => leavesOf(test.conditions));
  const parameters = new Set(conditions.flatMap(attributesRead));
  const asked = new Set(conditions.map(({ sensor }) => nameKey(sensor)));
  const isPlain = conditions.every(({ kind }) => PLAIN.has(kind));
  const read = [READ_ALWAYS, ...(isPlain ? [] : [READ_IN_MOTION])];
  const types = new Set<SensorType>(read.flatMap(({ sensors }) => sensors));
  const attributes = new Set<string>(read.flatMap((each) => each.attributes));
  const isNeeded = ({ type, name }: SensorDefinition): boolean => types.has(type) || asked.has(nameKey(name));
  // Of a name all are kept, so that the first of it is still the first.
  const needed = devices.map((sensors) => sensorsNeeded(sensors, isNeeded));
  const set = SensorSet.ofDevices(needed);
  return {
    key: JSON.stringify([filters, trips, needed, isPlain, [...parameters]]),
    filters,
    trips,
    set,
    parameters,
    isPlain,
    wants: (attribute) => attributes.has(attribute) || parameters.has(attribute) || set.reads(attribute),
  };
}
