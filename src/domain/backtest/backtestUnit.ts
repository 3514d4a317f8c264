import { DAY, HOUR, RULE, SECOND, type Instant, type Interval } from '../base/index.ts';
import {
  createPoint,
  createRuleReport,
  placeSetOf,
  ReportReader,
  RuleWatch,
  TripDetector,
  type Firing,
  type PlaceBook,
  type WatchedRule,
} from '../detection/index.ts';
import { probeOf, type ShapeProbe } from '../geometry/index.ts';
import { isLasting, sensorPlaces, type ConditionKindName, type RuleCondition, type RuleTest } from '../rule/index.ts';
import { nameKey, SensorSet, sensorsNeeded, type SensorDefinition, type SensorType } from '../sensor/index.ts';
import type { TrackColumns } from '../telemetry/index.ts';
import type { BacktestPlaces, BacktestSetup, PastFiring, UnitFound, UnitPast } from './types.ts';

/** Fix filters look back for less than an hour. */
const SHORTEST_LEAD_IN = HOUR;
/** What holds until a report says otherwise may have begun long ago; most units are somewhere else once a day. */
const LASTING_LEAD_IN = DAY;

/** What is decided by hours before. */
const SLOW: ReadonlySet<ConditionKindName> = new Set(['motion', 'silence', 'fix']);

/** Firings of a rule at a unit that are shown, at most. */
const MOST_FIRINGS = 2_000;

/**
 * How long before an interval rules begin to listen, so that what they find in it does not depend on where it begins.
 * Milliseconds.
 */
export function leadInOf(tests: readonly RuleTest[]): number {
  const isAnyLasting = tests.some(({ conditions }) =>
    conditions.some((each) => isLasting(each) || SLOW.has(each.kind)),
  );
  const holds = tests.map(({ hold }) => (hold + 2 * RULE.memory) * SECOND);
  return Math.max(isAnyLasting ? LASTING_LEAD_IN : SHORTEST_LEAD_IN, ...holds);
}

/** What the stored reports alone say; the others ask for what the server's detectors found. */
const SAID_BY_REPORTS: ReadonlySet<ConditionKindName> = new Set([
  'sensor',
  'speed',
  'ignition',
  'alarm',
  'place',
  'motion',
  'silence',
  'fix',
  'parameter',
]);

/** Whether a condition can be tried on stored reports. */
export const isSaidByReports = ({ kind }: Pick<RuleCondition, 'kind'>): boolean => SAID_BY_REPORTS.has(kind);

/** A rule with the geometry of its conditions. */
export interface TriedRule {
  readonly test: RuleTest;
  readonly places: WatchedRule['places'];
}

/** Puts the geometry in the place of what rules name. */
export function prepareRules(tests: readonly RuleTest[], { zones, groups }: BacktestPlaces): TriedRule[] {
  const probes = new Map(zones.map(({ id, shape }) => [id, probeOf(shape)]));
  const members = new Map(groups.map(({ id, zone_ids: ids }) => [id, ids]));
  const book: PlaceBook = {
    zone: (id) => probes.get(id) ?? null,
    group: (id) =>
      members.get(id)?.flatMap((zone): ShapeProbe[] => {
        const probe = probes.get(zone);
        return probe ? [probe] : [];
      }) ?? null,
  };
  return tests.map((test) => ({ test, places: test.conditions.map((condition) => placeSetOf(condition, book)) }));
}

/** A setup that is prepared for some rules: what they do not read of a report is left out. */
export interface PreparedSetup {
  readonly filters: BacktestSetup['filters'];
  readonly trips: BacktestSetup['trips'];
  readonly set: SensorSet;
  /** Attributes that rules ask for by their names. */
  readonly parameters: ReadonlySet<string>;
  /** Attributes of reports that are read. */
  readonly wants: (attribute: string) => boolean;
}

/** Sensors that say what reports are read by, whatever a rule asks for. */
const READ_ALWAYS: readonly SensorType[] = ['ignition', 'engine_operation', 'hdop', 'mileage', 'relative_odometer'];
/** The same of attributes. */
const WANTED_ALWAYS: ReadonlySet<string> = new Set([
  'alarm',
  'approximate',
  'ignition',
  'hdop',
  'accuracy',
  'odometer',
]);

export function prepareSetup({ filters, trips, devices }: BacktestSetup, tests: readonly RuleTest[]): PreparedSetup {
  const parameters = new Set(tests.flatMap(({ conditions }) => conditions.map(({ parameter }) => parameter)));
  const asked = new Set(tests.flatMap(({ conditions }) => conditions.map(({ sensor }) => nameKey(sensor))));
  const isNeeded = ({ type, name }: SensorDefinition): boolean =>
    READ_ALWAYS.includes(type) || asked.has(nameKey(name));
  // Of a name all are kept, so that the first of it is still the first.
  const set = SensorSet.ofDevices(devices.map((sensors) => sensorsNeeded(sensors, isNeeded)));
  return {
    filters,
    trips,
    set,
    parameters,
    wants: (attribute) => WANTED_ALWAYS.has(attribute) || parameters.has(attribute) || set.reads(attribute),
  };
}

/**
 * Runs rules over the stored reports of a unit, as the server's detection does over those that come. `track` begins
 * {@link leadInOf} before the interval.
 */
export function backtestUnit(
  track: TrackColumns,
  setup: PreparedSetup,
  rules: readonly TriedRule[],
  interval: Interval,
): UnitPast {
  const from = interval.from - leadInOf(rules.map(({ test }) => test));
  const watched = rules.map(({ test, places }, ruleId): WatchedRule | null => {
    const sensors = sensorPlaces(test, (sensor) => setup.set.placeOf(sensor));
    return sensors && { ruleId, from, test, sensors, places: places ?? [], sight: null };
  });
  const watch = new RuleWatch(watched.filter((rule) => rule !== null));
  const read = readInto(track, setup, watch, interval);
  const { unitId } = track;
  const begin = track.count > 0 ? track.times[0] : interval.to;
  return {
    unitId,
    ...read,
    found: watched.map((rule, ruleId) => foundBy(ruleId, rule !== null, unitId, watch, interval, begin)),
  };
}

type Span = Pick<UnitPast, 'reports' | 'first' | 'last'>;

function readInto(track: TrackColumns, setup: PreparedSetup, watch: RuleWatch, { from, to }: Interval): Span {
  const reader = new ReportReader(setup);
  const opened = reader.open(track, watch.rules.length > 0);
  const [point, report] = [createPoint(), createRuleReport()];
  const asksMotion = watch.rules.some(({ test }) => test.conditions.some(({ kind }) => kind === 'motion'));
  const trips = asksMotion ? new TripDetector(setup.trips, () => undefined) : null;
  let reports = 0;
  let first: Instant | null = null;
  let last: Instant | null = null;
  for (let row = 0; row < track.count && track.times[row] < to; row++) {
    if (!reader.read(opened, row, point)) continue;
    if (point.time >= from) {
      reports++;
      first ??= point.time;
      last = point.time;
    }
    trips?.accept(point);
    reader.fillRuleReport(opened, row, point, report);
    trips?.fillMotion(report.motion);
    watch.accept(report, reader.place);
  }
  // What becomes true while the unit is silent.
  watch.advance(to);
  return { reports, first, last };
}

function foundBy(
  ruleId: number,
  isWatched: boolean,
  unitId: number,
  { found }: RuleWatch,
  { from, to }: Interval,
  begin: Instant,
): UnitFound {
  // How long a unit had been silent before its first report is not known.
  const own = found.filter(
    ({ at, end, ...firing }) => firing.ruleId === ruleId && at >= begin && at < to && (end ?? to) >= from,
  );
  const count = own.filter(({ at }) => at >= from).length;
  const lasting = own.reduce((sum, { at, end }) => sum + Math.min(end ?? to, to) - Math.max(at, from), 0);
  const firings = own.slice(-MOST_FIRINGS).map((firing) => toPast(unitId, firing));
  return { isWatched, count, firings, lasting };
}

const toPast = (unitId: number, { since, at, end, value, place }: Firing): PastFiring => ({
  unitId,
  since,
  at,
  end,
  value,
  place,
});
