import type { AttributeValue } from '../telemetry/index.ts';
import { Calibration } from './calibration.ts';
import {
  evaluate,
  parseExpression,
  walkExpression,
  type Expression,
  type ExpressionProblem,
  type Slot,
} from './expression/index.ts';
import { readParameter, type SensorMessage } from './message.ts';
import { bindParameter } from './parameters.ts';
import { nameKey } from './references.ts';
import type { SensorDefinition, SensorValue } from './sensor.ts';
import { SensorSet } from './sensorSet.ts';
import { sensorsNeeded } from './sensorsNeeded.ts';
import { clampsToEnds, digitalValue, numberOf, type XyPoint } from './table.ts';

/** Why a sensor has no value. */
export type NoValue = 'expression' | 'missing' | 'notNumber' | 'gap' | 'below' | 'above';

/** What the expression read. */
type ExplainedPart =
  | (Slot & { readonly kind: 'parameter'; readonly value: AttributeValue | null })
  | { readonly kind: 'sensor'; readonly name: string; readonly value: SensorValue };

/** One step from the report to the value, as data; the interface puts it into words. */
export type ExplanationStep =
  | { readonly step: 'raw'; readonly parts: readonly ExplainedPart[]; readonly value: number | string | null }
  | { readonly step: 'multiplied'; readonly multiplier: number; readonly value: number }
  | {
      readonly step: 'xy';
      /** The points whose line it lies on: this row and the next. */
      readonly row: number;
      /** Beyond the first or the last point. */
      readonly beyond: 'first' | 'last' | null;
      /** True: beyond the ends, where the end's value holds. */
      readonly clamped: boolean;
      readonly value: number;
    }
  | { readonly step: 'range'; readonly row: number | null; readonly value: number | string | null }
  | { readonly step: 'digital'; readonly value: boolean }
  | {
      readonly step: 'bounds';
      readonly minimum: number | null;
      readonly maximum: number | null;
      readonly verdict: 'within' | 'below' | 'above';
    };

export interface Explanation {
  readonly steps: readonly ExplanationStep[];
  readonly value: SensorValue;
  /** Set where the value is null. */
  readonly reason: NoValue | null;
  /** What is wrong with the expression, when that is the reason. */
  readonly problem: ExpressionProblem | null;
}

/** How the sensor comes to its value on a report: for the preview beside its form. `all` are the device's sensors. */
export function explain(
  sensor: SensorDefinition,
  all: readonly SensorDefinition[],
  message: SensorMessage,
  previous: SensorMessage | null = null,
): Explanation {
  const parsed = parseExpression(sensor.parameter);
  if (!parsed.ok) return { steps: [], value: null, reason: 'expression', problem: parsed.error };
  const needed = sensorsNeeded(
    [sensor, ...all.filter((other) => nameKey(other.name) !== nameKey(sensor.name))],
    (each) => each === sensor,
  );
  const others = SensorSet.compile(needed).evaluate(message, previous);
  const value = (name: string, from: SensorMessage | null) =>
    from ? readParameter(from, bindParameter(name)) : undefined;
  const other = (name: string): SensorValue => {
    const place = others.placeOf(name);
    return place < 0 ? null : others.value(place);
  };
  const raw = evaluate(parsed.value, {
    value: (name) => value(name, message),
    previous: (name) => value(name, previous),
    sensor: other,
  });
  const parts = partsOf(parsed.value, (slot) => value(slot.name, slot.previous ? previous : message) ?? null, other);
  const steps: ExplanationStep[] = [{ step: 'raw', parts, value: raw }];
  // A sensor that needs itself has no value, whatever its expression would make of that.
  if (raw === null || !others.resolves(0)) return { steps, value: null, reason: 'missing', problem: null };
  const reason = calibrate(sensor, raw, steps);
  return { steps, value: reason === null ? others.value(0) : null, reason, problem: null };
}

function partsOf(
  expression: Expression,
  value: (slot: Slot) => AttributeValue | null,
  other: (name: string) => SensorValue,
): ExplainedPart[] {
  const parts = new Map<string, ExplainedPart>();
  walkExpression(expression, (part) => {
    if (part.kind === 'parameter') {
      const { name, previous } = part;
      parts.set(`${previous ? '#' : ''}${name}`, {
        kind: 'parameter',
        name,
        previous,
        value: value({ name, previous }),
      });
    } else if (part.kind === 'sensor')
      parts.set(`[${part.name}]`, { kind: 'sensor', name: part.name, value: other(part.name) });
  });
  return [...parts.values()];
}

/** Adds the steps after the raw value; returns why there is no value, or null. */
function calibrate(sensor: SensorDefinition, raw: number | string, steps: ExplanationStep[]): NoValue | null {
  const calibration = new Calibration(sensor);
  const number = rawNumber(sensor, raw, steps);
  const asItIs = sensor.data_type === 'text' && sensor.table.kind !== 'range';
  if (asItIs && typeof raw === 'string') return null;
  if (number === null) return 'notNumber';
  // A word is on or off already: the factor is for figures.
  const word = typeof raw === 'string' && numberOf(raw) === null;
  const scaled = word ? number : calibration.scaled(number);
  if (!word && sensor.multiplier !== 1)
    steps.push({ step: 'multiplied', multiplier: sensor.multiplier, value: scaled });
  if (asItIs) return null;
  const value = calibration.tabled(scaled);
  if (sensor.table.kind === 'xy') steps.push(xyStep(sensor, scaled, value));
  if (sensor.table.kind === 'range') {
    const row = calibration.rangeRow(scaled);
    steps.push({ step: 'range', row: row < 0 ? null : row, value: sensor.table.rows?.[row]?.value ?? null });
    if (row < 0) return 'gap';
  }
  if (sensor.data_type === 'text') return null;
  if (Number.isNaN(value)) return 'notNumber';
  if (sensor.data_type === 'number') return boundsStep(sensor, value, steps);
  steps.push({ step: 'digital', value: value !== 0 });
  return null;
}

/** The number that goes on; for a switch the words on and off are one. */
function rawNumber(sensor: SensorDefinition, raw: number | string, steps: ExplanationStep[]): number | null {
  const number = typeof raw === 'number' ? raw : numberOf(raw);
  if (number !== null || sensor.data_type !== 'boolean') return number;
  const word = digitalValue(raw);
  if (word === null) return null;
  steps.push({ step: 'digital', value: word });
  return word ? 1 : 0;
}

function xyStep(sensor: SensorDefinition, x: number, value: number): ExplanationStep {
  const points: readonly XyPoint[] = sensor.table.points ?? [];
  const last = points.length - 1;
  const beyond = x < points[0].x ? 'first' : x > points[last].x ? 'last' : null;
  const after = points.findIndex((point) => point.x > x);
  const row = after < 0 ? last - 1 : Math.max(0, after - 1);
  return { step: 'xy', row, beyond, clamped: beyond !== null && clampsToEnds(sensor.type), value };
}

function boundsStep(sensor: SensorDefinition, value: number, steps: ExplanationStep[]): NoValue | null {
  const { minimum, maximum } = sensor;
  if (minimum === null && maximum === null) return null;
  const verdict =
    minimum !== null && value < minimum ? 'below' : maximum !== null && value > maximum ? 'above' : 'within';
  steps.push({ step: 'bounds', minimum, maximum, verdict });
  return verdict === 'within' ? null : verdict;
}
