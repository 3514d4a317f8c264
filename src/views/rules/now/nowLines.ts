import { SECOND, fromIso, type Instant } from '../../../domain/base/index.ts';
import {
  ConditionMemory,
  createRuleReport,
  leavesOf,
  sensorPlaces,
  type RuleCondition,
  type RuleReport,
  type RuleTest,
  type TreeOf,
} from '../../../domain/rule/index.ts';
import type { Sensor, SensorValue } from '../../../domain/sensor/index.ts';
import { IGNITION, type Position } from '../../../domain/telemetry/index.ts';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import type { ReadingsByUnit, UnitReadings } from '../../shared/sensors/index.ts';

/**
 * The state of a unit for a rule: the rule would fire, it holds but not for long enough yet, or does not; nothing is
 * asked for yet; the report says nothing of it; a sensor that it needs is missing; or it is not known yet.
 */
export type NowState = 'fires' | 'holds' | 'rests' | 'open' | 'awaited' | 'noValue' | 'noSensor';

/** What the latest report says of a condition. */
export type NowFigure =
  | { readonly kind: 'sensor'; readonly sensor: Sensor; readonly value: SensorValue }
  | { readonly kind: 'speed'; readonly value: number }
  | { readonly kind: 'ignition'; readonly value: 'on' | 'off' }
  | { readonly kind: 'alarm'; readonly value: string };

/** A unit that a rule watches, as it is at this moment. */
export interface NowLine {
  readonly unit: UnitSummary;
  readonly figures: readonly NowFigure[];
  /** Of the report; null where none came. */
  readonly time: Instant | null;
  readonly state: NowState;
  /** Since when the rule holds, as far as it was seen here. */
  readonly since: Instant | null;
}

/** What a condition looks at. */
type Asked = Pick<RuleCondition, 'kind' | 'sensor' | 'limit_source'>;

/** The conditions without their groups. */
export const askedOf = (conditions: NowQuestion['conditions']): readonly Asked[] => leavesOf<Asked>(conditions);

/** What is asked of the units: what each condition looks at, and the whole once that makes sense. */
export interface NowQuestion {
  readonly match: RuleTest['match'];
  readonly conditions: readonly TreeOf<Asked>[];
  readonly test: RuleTest | null;
}

interface UnitMemory {
  readonly conditions: ConditionMemory;
  /** Since when the rule holds; null: it does not. */
  since: Instant | null;
}

/** Since when a rule holds at units, as far as it was seen here: what was before is not known. */
export class Holding {
  readonly #units = new Map<number, UnitMemory>();
  #asked = '';

  /** Other conditions are looked at from their own beginning; for how long they have to last makes no others. */
  follow({ test }: NowQuestion): void {
    const asked = JSON.stringify(test === null ? null : [test.match, test.conditions]);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#units.clear();
  }

  /**
   * Takes in a report; the same one again changes nothing. Answers since when the rule holds; null where it is not
   * known.
   */
  see(unitId: number, test: RuleTest, report: RuleReport, sensors: readonly number[]): UnitMemory | null {
    const memory = this.#units.get(unitId) ?? {
      conditions: new ConditionMemory(test, { truths: leavesOf(test.conditions).map(() => null) }),
      since: null,
    };
    this.#units.set(unitId, memory);
    const holds = memory.conditions.hear(report, sensors);
    if (holds === null) return null;
    memory.since = holds ? Math.min(report.time, memory.since ?? report.time) : null;
    return memory;
  }
}

export interface NowSources {
  readonly readings: ReadingsByUnit;
  /** The latest reports. */
  readonly positions: ReadonlyMap<number, Position>;
  /** Whether a unit reported at all: its report may still be on its way here. */
  readonly hasReported: (unitId: number) => boolean;
  readonly holding: Holding;
}

/**
 * How the units stand to what is asked of them: those at which it holds first, those that cannot say last; else in
 * their order.
 */
export function nowLines(units: readonly UnitSummary[], question: NowQuestion, sources: NowSources): NowLine[] {
  sources.holding.follow(question);
  return units.map((unit) => lineOf(unit, question, sources)).sort((one, other) => RANK[one.state] - RANK[other.state]);
}

/** True where the latest report alone does not say whether the rule holds. */
export const isUnseen = ({ conditions }: Pick<NowQuestion, 'conditions'>): boolean =>
  askedOf(conditions).some(
    ({ kind, limit_source: source }) => UNSEEN.has(kind) || (kind === 'roadLimit' && source !== 'device'),
  );

/**
 * What only the server knows: what detectors hold, geometry, roads, drivers, reports of before, and what others find.
 */
const UNSEEN: ReadonlySet<string> = new Set([
  'motion',
  'silence',
  'place',
  'driver',
  'driving',
  'counter',
  'rollback',
  'messages',
  'harsh',
  'fact',
]);

/** True where the rule holds. */
export const isMeeting = ({ state }: Pick<NowLine, 'state'>): boolean => state === 'fires' || state === 'holds';

const RANK: Readonly<Record<NowState, number>> = {
  fires: 0,
  holds: 1,
  rests: 2,
  open: 2,
  awaited: 2,
  noValue: 3,
  noSensor: 4,
};

function lineOf(
  unit: UnitSummary,
  question: NowQuestion,
  { readings, positions, hasReported, holding }: NowSources,
): NowLine {
  const { match, conditions, test } = question;
  const reading = readings.get(unit.unit_id);
  const position = positions.get(unit.unit_id);
  const time = position === undefined ? null : fromIso(position.time);
  const line = { unit, figures: [], time, since: null };
  if (reading === undefined) return { ...line, state: 'awaited' };
  // As the server chooses the units that a rule watches.
  const asked = { match, conditions } as Pick<RuleTest, 'match' | 'conditions'>;
  const sensors = sensorPlaces(asked, (name) => {
    const sensor = reading.named(name);
    return sensor === null ? -1 : reading.sensors.indexOf(sensor);
  });
  if (sensors === null) return { ...line, state: 'noSensor' };
  if (position === undefined) return { ...line, state: hasReported(unit.unit_id) ? 'awaited' : 'noValue' };
  reading.take(position);
  const report = reportOf(reading, position);
  const figures = figuresOf(askedOf(conditions), report, reading, sensors);
  if (test === null) return { ...line, figures, state: figures.length === 0 ? 'noValue' : 'open' };
  // Not every report comes here: they cannot be counted.
  if (leavesOf(test.conditions).some(({ kind }) => kind === 'messages')) return { ...line, figures, state: 'open' };
  const memory = holding.see(unit.unit_id, test, report, sensors);
  if (memory === null) return { ...line, figures, state: isUnseen(question) ? 'open' : 'noValue' };
  const { since } = memory;
  if (since === null) return { ...line, figures, state: 'rests' };
  const isEnough = memory.conditions.isByInstant || report.time - since >= test.hold * SECOND;
  return { ...line, figures, since, state: isEnough ? 'fires' : 'holds' };
}

/** The report as rules read it. */
function reportOf(reading: UnitReadings, { time, valid, speed, attributes }: Position): RuleReport {
  const wire = reading.ofType('ignition') ?? reading.ofType('engine_operation');
  const ignition = wire === null ? attributes.ignition : reading.numberOf(wire.sensor_id);
  return {
    ...createRuleReport(),
    time: fromIso(time),
    speed: valid ? speed : Number.NaN,
    ignition:
      ignition === undefined || Number.isNaN(Number(ignition))
        ? IGNITION.unknown
        : Number(ignition) > 0
          ? IGNITION.on
          : IGNITION.off,
    alarm: String(attributes.alarm ?? ''),
    columns: reading.sensors.map(({ sensor_id }) => [reading.numberOf(sensor_id)]),
    hasFix: valid,
    attribute: (name) => attributes[name],
  };
}

/** What the report says of the conditions, each figure once. */
function figuresOf(
  conditions: readonly Asked[],
  { speed, ignition, alarm }: RuleReport,
  reading: UnitReadings,
  sensors: readonly number[],
): NowFigure[] {
  const figures = new Map<string, NowFigure>();
  for (const [place, { kind }] of conditions.entries()) {
    const sensor = reading.sensors[sensors[place]] ?? null;
    const value = sensor === null ? null : reading.valueOf(sensor.sensor_id);
    if (kind === 'sensor' && sensor !== null && value !== null)
      figures.set(`sensor ${sensor.sensor_id}`, { kind, sensor, value });
    if (kind === 'speed' && !Number.isNaN(speed)) figures.set(kind, { kind, value: speed });
    if (kind === 'ignition' && ignition !== IGNITION.unknown)
      figures.set(kind, { kind, value: ignition === IGNITION.on ? 'on' : 'off' });
    if (kind === 'alarm' && alarm !== '') figures.set(kind, { kind, value: alarm });
  }
  return [...figures.values()];
}
