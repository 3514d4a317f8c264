import { PlaceSet, WatchLimits, type WatchedRule } from '../../src/domain/detection/index.ts';
import type { ShapeProbe } from '../../src/domain/geometry/index.ts';
import {
  NO_LIMITS,
  newCondition,
  type RuleCondition,
  type RuleLimits,
  type RuleTest,
} from '../../src/domain/rule/index.ts';

/** A rule of the bench, with the zones of each of its conditions. */
export interface MixedRule {
  readonly test: Omit<RuleTest, 'conditions'> & { readonly conditions: readonly RuleCondition[] };
  readonly places: WatchedRule['places'];
  readonly limits: WatchLimits | null;
  readonly rawLimits: RuleLimits;
}

type Part = Partial<RuleCondition> & Pick<RuleCondition, 'kind'>;
type Maker = (turn: number, zones: readonly number[]) => { readonly parts: readonly Part[]; readonly hold?: number };

/** What fleets ask for, roughly as often as they do: speed, places and sensors most. */
const MAKERS: readonly Maker[] = [
  (turn) => ({ parts: [{ kind: 'speed', limit: 60 + turn * 2 }], hold: 10 }),
  (turn, zones) => ({ parts: [{ kind: 'speed', limit: 30 + turn }, inside(zones)], hold: 10 }),
  (_, zones) => ({ parts: [{ ...inside(zones), crossing: true }] }),
  (_, zones) => ({ parts: [{ ...inside(zones), crossing: true, negated: true }] }),
  (_, zones) => ({ parts: [inside(zones)], hold: 3_600 }),
  (turn) => ({ parts: [{ kind: 'sensor', sensor: 'Coolant', maximum: 95 + turn }], hold: 60 }),
  (turn) => ({ parts: [{ kind: 'sensor', sensor: 'Cargo', minimum: -22, maximum: -17.5 + turn / 4 }], hold: 300 }),
  (turn) => ({ parts: [{ kind: 'sensor', sensor: 'Tank', minimum: 10 + turn }] }),
  (turn) => ({ parts: [{ kind: 'sensor', sensor: 'Power', minimum: 23 + turn / 10 }] }),
  (turn) => ({ parts: [{ kind: 'ignition', ignition: turn % 2 === 0 ? 'on' : 'off' }] }),
  () => ({
    parts: [
      { kind: 'speed', limit: 10 },
      { kind: 'ignition', ignition: 'off' },
    ],
    hold: 60,
  }),
  (turn) => ({ parts: [{ kind: 'alarm', alarm: ['sos', 'tow', 'power_cut', 'jamming', ''][turn % 5] }] }),
  (turn) => ({
    parts: [{ kind: 'motion', motion: (['idling', 'parked', 'trip', 'moving'] as const)[turn % 4] }],
    hold: 300,
  }),
  () => ({ parts: [{ kind: 'silence', silence: 600 }] }),
  (turn) => ({
    parts: [{ kind: 'harsh', harsh: (['braking', 'acceleration', 'cornering', 'crash'] as const)[turn % 4] }],
  }),
  (turn) => ({ parts: [{ kind: 'parameter', parameter: turn % 2 === 0 ? 'door' : 'hdop', parameter_text: 'true' }] }),
  (turn) => ({ parts: [{ kind: 'input', input: 1 + (turn % 4), input_state: turn % 2 === 0 ? 'on' : 'changed' }] }),
  (turn) => ({ parts: [{ kind: 'counter', counter_at: 100 * (turn + 1) }, { kind: 'rollback' }] }),
  () => ({ parts: [{ kind: 'fix' }], hold: 300 }),
  (turn) => ({
    parts: [turn % 3 === 0 ? { kind: 'driving' } : turn % 3 === 1 ? { kind: 'messages' } : { kind: 'roadLimit' }],
  }),
];

const inside = (zones: readonly number[]): Part => ({ kind: 'place', zone_ids: [...zones] });

/** Rules of mixed kinds; every tenth only at certain hours, every seventh at most so often. */
export function mixedRules(count: number, zones: number): readonly RuleTestWithLimits[] {
  return Array.from({ length: count }, (_, index) => {
    const turn = Math.floor(index / MAKERS.length);
    const named = Array.from({ length: 1 + (turn % 5) }, (_unused, place) => (index * 37 + place * 211) % zones);
    const { parts, hold = 0 } = MAKERS[index % MAKERS.length](turn, named);
    const conditions = parts.map((part) => ({ ...newCondition(part.kind), ...part }));
    const isAny = parts.some(({ kind }) => kind === 'rollback');
    return {
      test: { match: isAny ? ('any' as const) : ('all' as const), hold, conditions },
      limits: {
        ...NO_LIMITS,
        ...(index % 10 === 3 && {
          during: 'outside' as const,
          hours: [{ days: [1, 2, 3, 4, 5], from: '06:00', until: '07:30' }],
        }),
        ...(index % 7 === 2 && { repeat_after: 30, most_a_day: 20 }),
      },
    };
  });
}

interface RuleTestWithLimits {
  readonly test: MixedRule['test'];
  readonly limits: RuleLimits;
}

/** Puts the geometry in the place of the zones that rules name. */
export const placeSetsOf = (rules: readonly RuleTestWithLimits[], probes: readonly ShapeProbe[]): MixedRule[] =>
  rules.map(({ test, limits }) => ({
    test,
    places: test.conditions.map(({ kind, zone_ids: ids }) =>
      kind === 'place' ? new PlaceSet(ids.map((id) => ({ probe: probes[id], limit: null }))) : null,
    ),
    limits: WatchLimits.of(limits, 'Europe/Berlin'),
    rawLimits: limits,
  }));
