import { SECOND, fromIso, type Instant } from '../../../domain/base/index.ts';
import { meetsCondition, type RuleTest } from '../../../domain/rule/index.ts';
import type { Sensor, SensorValue } from '../../../domain/sensor/index.ts';
import type { Position } from '../../../domain/telemetry/index.ts';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import type { ReadingsByUnit } from '../../shared/sensors/index.ts';

/**
 * The state of a unit for a rule: the rule would fire, its condition holds but not for long enough yet, or does
 * not; nothing is asked for yet; the report says no value; no sensor has the name; or it is not known yet.
 */
export type NowState = 'fires' | 'holds' | 'rests' | 'open' | 'awaited' | 'noValue' | 'noSensor';

/** A unit that a rule watches, as it is at this moment. */
export interface NowLine {
  readonly unit: UnitSummary;
  readonly sensor: Sensor | null;
  readonly value: SensorValue;
  /** Of the report; null where none came. */
  readonly time: Instant | null;
  readonly state: NowState;
  /** Since when the condition holds, as far as it was seen here. */
  readonly since: Instant | null;
}

/** What is asked of the units: which sensor, and what of it once that makes sense. */
export interface NowQuestion {
  readonly sensor: string;
  readonly test: RuleTest | null;
}

/** Since when a condition holds at units, as far as it was seen here: of what was before nobody here knows. */
export class Holding {
  readonly #since = new Map<number, Instant>();
  #condition = '';

  /** Another condition is looked at from its own beginning; for how long it has to last makes no other one. */
  follow({ sensor, test }: NowQuestion): void {
    const condition = JSON.stringify([sensor, test?.condition, test?.minimum, test?.maximum]);
    if (condition === this.#condition) return;
    this.#condition = condition;
    this.#since.clear();
  }

  /** Takes note of a report; the same one again changes nothing. */
  see(unitId: number, time: Instant, holds: boolean): Instant | null {
    if (!holds) {
      this.#since.delete(unitId);
      return null;
    }
    const since = Math.min(time, this.#since.get(unitId) ?? time);
    this.#since.set(unitId, since);
    return since;
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

/** How the units stand to what is asked of them: those at which it holds first, those that cannot say last; else in their order. */
export function nowLines(units: readonly UnitSummary[], question: NowQuestion, sources: NowSources): NowLine[] {
  sources.holding.follow(question);
  return units.map((unit) => lineOf(unit, question, sources)).sort((one, other) => RANK[one.state] - RANK[other.state]);
}

/** True where the condition holds. */
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
  { sensor: name, test }: NowQuestion,
  { readings, positions, hasReported, holding }: NowSources,
): NowLine {
  const reading = readings.get(unit.unit_id);
  const position = positions.get(unit.unit_id);
  const sensor = reading?.named(name) ?? null;
  const line = { unit, sensor, value: null, time: position === undefined ? null : fromIso(position.time), since: null };
  if (reading === undefined) return { ...line, state: 'awaited' };
  if (sensor === null) return { ...line, state: 'noSensor' };
  if (position === undefined) return { ...line, state: hasReported(unit.unit_id) ? 'awaited' : 'noValue' };
  reading.take(position);
  const figure = reading.numberOf(sensor.sensor_id);
  // A report that does not say the value changes nothing.
  if (Number.isNaN(figure)) return { ...line, state: 'noValue' };
  const value = reading.valueOf(sensor.sensor_id);
  if (test === null) return { ...line, value, state: 'open' };
  const time = fromIso(position.time);
  const since = holding.see(unit.unit_id, time, meetsCondition(test, figure));
  if (since === null) return { ...line, value, state: 'rests' };
  return { ...line, value, since, state: time - since >= test.hold * SECOND ? 'fires' : 'holds' };
}
