import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import { polygon } from '@turf/helpers';
import { DateTime } from 'luxon';
import { MINUTE, SECOND } from '../../src/domain/base/index.ts';
import type { LonLat } from '../../src/domain/geometry/index.ts';
import type { RuleCondition } from '../../src/domain/rule/index.ts';
import { nameKey, sensorColumns, type SensorSet } from '../../src/domain/sensor/index.ts';
import { trackPosition, type Position, type TrackColumns } from '../../src/domain/telemetry/index.ts';
import type { MixedRule } from '../support/mixedRules.ts';

interface RuleState {
  readonly since: number | null;
  readonly fired: boolean;
  readonly lastFired: number | null;
}

/**
 * Rules as servers usually evaluate them: each report becomes an object with its attributes, and a loop over all rules
 * evaluates each condition of it, with a state by unit and rule in a map. It knows no restart, no late reports and no
 * time between reports, and what needs the trip detector is left out, so that it does less.
 */
export class UsualRules {
  readonly #rules: readonly MixedRule[];
  readonly #polygons: ReadonlyMap<number, ReturnType<typeof polygon>>;
  readonly #set: SensorSet;
  readonly #states = new Map<string, RuleState>();
  readonly #last = new Map<number, Position>();
  firings = 0;

  constructor(rules: readonly MixedRule[], rings: readonly LonLat[][], set: SensorSet) {
    this.#rules = rules;
    this.#set = set;
    const named = new Set(rules.flatMap(({ test }) => test.conditions.flatMap(({ zone_ids: ids }) => ids)));
    this.#polygons = new Map([...named].map((id) => [id, polygon([rings[id].map((place) => [...place])])]));
  }

  accept(track: TrackColumns): void {
    const columns = sensorColumns(track, this.#set);
    for (let row = 0; row < track.count; row++) {
      const position = trackPosition(track, row);
      const sensors = new Map(this.#set.sensors.map(({ name }, place) => [nameKey(name), columns[place][row]]));
      const before = this.#last.get(track.unitId);
      for (const [id, rule] of this.#rules.entries())
        this.#evaluate(track.unitId, id, rule, { position, before, sensors, time: track.times[row] });
      this.#last.set(track.unitId, position);
    }
  }

  #evaluate(unitId: number, ruleId: number, { test, rawLimits }: MixedRule, report: Report): void {
    const key = `${unitId}:${ruleId}`;
    const state = this.#states.get(key) ?? { since: null, fired: false, lastFired: null };
    const hold = (condition: RuleCondition): boolean => this.#holds(condition, report) !== condition.negated;
    const holds = test.match === 'all' ? test.conditions.every(hold) : test.conditions.some(hold);
    if (!holds || !isOpen(rawLimits, report.time)) {
      if (state.since !== null) this.#states.set(key, { ...state, since: null, fired: false });
      return;
    }
    const since = state.since ?? report.time;
    const isAllowed = state.lastFired === null || report.time - state.lastFired >= rawLimits.repeat_after * MINUTE;
    const fires = !state.fired && isAllowed && report.time - since >= test.hold * SECOND;
    if (fires) this.firings++;
    this.#states.set(key, { since, fired: state.fired || fires, lastFired: fires ? report.time : state.lastFired });
  }

  #holds(condition: RuleCondition, { position, before, sensors }: Report): boolean {
    const { attributes } = position;
    switch (condition.kind) {
      case 'speed':
        return condition.comparison === 'over'
          ? position.speed > (condition.limit ?? 0)
          : position.speed < (condition.limit ?? 0);
      case 'sensor': {
        const value = sensors.get(nameKey(condition.sensor)) ?? Number.NaN;
        return value < (condition.minimum ?? -Infinity) || value > (condition.maximum ?? Infinity);
      }
      case 'ignition':
        return attributes.ignition === (condition.ignition === 'on');
      case 'alarm':
        return condition.alarm === '' ? attributes.alarm !== undefined : attributes.alarm === condition.alarm;
      case 'place':
        return condition.zone_ids.some((id) => {
          const ring = this.#polygons.get(id);
          return ring !== undefined && booleanPointInPolygon([position.longitude, position.latitude], ring);
        });
      case 'parameter':
        return String(attributes[condition.parameter] ?? '') === condition.parameter_text;
      case 'input':
        return (Number(attributes.digital_inputs ?? 0) & (1 << ((condition.input ?? 1) - 1))) !== 0;
      case 'harsh':
        return before !== undefined && Math.abs(position.speed - before.speed) / 35.3 > (condition.force ?? 1);
      case 'counter':
        return reached(before, position, condition.counter_at ?? 1);
      case 'rollback':
        return Number(before?.attributes.odometer ?? 0) > Number(attributes.odometer ?? 0);
      case 'fix':
        return !position.valid;
      case 'motion':
        return condition.motion === 'moving' && position.speed > 3;
      default:
        return false;
    }
  }
}

interface Report {
  readonly position: Position;
  readonly before: Position | undefined;
  readonly sensors: ReadonlyMap<string, number>;
  readonly time: number;
}

const reached = (before: Position | undefined, { attributes }: Position, at: number): boolean =>
  before !== undefined &&
  Math.floor(Number(attributes.odometer) / 1_000 / at) > Math.floor(Number(before.attributes.odometer) / 1_000 / at);

/** By the clock of the account. */
function isOpen({ during, hours }: MixedRule['rawLimits'], time: number): boolean {
  if (during === 'always') return true;
  const now = DateTime.fromMillis(time, { zone: 'Europe/Berlin' });
  const clock = now.toFormat('HH:mm');
  const isIn = hours.some(({ days, from, until }) => days.includes(now.weekday) && clock >= from && clock < until);
  return isIn === (during === 'inside');
}
