import { ruleSchema, type RuleCondition, type RuleForm, type RuleLimits } from '../../src/domain/rule/index.ts';
import type { CompanyKey } from './companies.ts';

export interface DemoRule {
  readonly company: CompanyKey;
  readonly form: RuleForm;
}

/** Fields that a condition leaves out are at their default. */
export type DemoCondition = Partial<RuleCondition>;
type Written = readonly [name: string, hold: number, ...conditions: readonly DemoCondition[]];

/** Rules of a company: its name for each, for how many seconds it lasts at least, and the conditions. */
const rulesOf = (company: CompanyKey, rules: readonly Written[], limits: Partial<RuleLimits> = {}): DemoRule[] =>
  rules.map(([name, hold, ...conditions]) => ({
    company,
    form: ruleSchema.validateSync({
      ...limits,
      all_units: true,
      name,
      hold,
      conditions,
      // Several alarms never come in one report.
      match: conditions.length > 1 && conditions.every(({ kind }) => kind === 'alarm') ? 'any' : 'all',
    }),
  }));

/** The margin is wide: who brakes for a bend on the motorway has not slowed down; who stands still has in any case. */
export const over = (limit: number): DemoCondition => ({ kind: 'speed', limit, margin: Math.min(20, limit / 2) });
const under = (limit: number): DemoCondition => ({ kind: 'speed', comparison: 'under', limit, margin: 1 });
const alarm = (word: string): DemoCondition => ({ kind: 'alarm', alarm: word });
const ON: DemoCondition = { kind: 'ignition', ignition: 'on' };
const OFF: DemoCondition = { kind: 'ignition', ignition: 'off' };
/** A door that opens lets the temperature swing. */
const HOLD = { sensor: 'Hold temperature', figure_margin: 1 };
/** Of what is kept frozen: chilled goods are warmer. */
const FREEZER: DemoCondition = { ...HOLD, minimum: -12, maximum: 1, condition: 'inside' };
const FUEL = { sensor: 'Fuel level' };
const SUPPLY = { sensor: 'Supply voltage' };
const MOVES: DemoCondition = { kind: 'motion', motion: 'moving' };
const fact = (name: RuleCondition['fact'], figures: DemoCondition = {}): DemoCondition => ({
  kind: 'fact',
  fact: name,
  ...figures,
});
export const NIGHT: Partial<RuleLimits> = {
  during: 'inside',
  hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', until: '05:00' }],
};

/** Rules that companies of the demo made for themselves, on what their devices report (fitting.ts). */
export const DEMO_RULES: readonly DemoRule[] = [
  ...rulesOf('kaveh', [
    ['Hold too warm', 300, { ...HOLD, maximum: 8 }],
    // A speed is remembered for five minutes: who switches the engine off in a garage without GPS does not move.
    ['Moving with the ignition off', 360, over(10), OFF],
    ['Tracker disconnected', 60, { ...SUPPLY, maximum: 5, condition: 'inside' }],
  ]),
  ...rulesOf('pars', [
    ['SOS button', 0, alarm('sos')],
    ['Main power disconnected', 0, alarm('power_cut')],
    ['Towing alarm', 0, alarm('tow'), OFF],
    ['Hard braking', 0, alarm('hard_braking')],
    ['Over 100 km/h', 180, over(100)],
    ['Over 84 km/h for an hour', 3_600, over(84)],
    ['Engine idles', 600, ON, under(2)],
    ['Engine on for ten hours', 36_000, ON],
    ['Fuel runs low', 120, { ...FUEL, minimum: 30 }],
    ['Driving on reserve', 60, { ...FUEL, minimum: 40 }, over(50)],
    ['Supply voltage low', 60, { ...SUPPLY, minimum: 11.5 }],
    ['Hold too warm', 900, { ...HOLD, maximum: 8 }],
    ['Warm hold on the road', 240, { ...HOLD, maximum: 7 }, over(20)],
    ['Freezer above −12 °C', 300, FREEZER],
  ]),
  ...rulesOf('parsCold', [
    ['Over 90 km/h', 600, over(90)],
    ['Engine idles for half an hour', 1_800, ON, under(2)],
    ['SOS button or power cut', 0, alarm('sos'), alarm('power_cut')],
  ]),
  ...rulesOf('parsGulf', [
    ['Over 90 km/h', 120, over(90)],
    ['Phone battery low', 300, { sensor: 'Battery', minimum: 52 }],
    ['Any alarm of a device', 0, alarm('')],
  ]),
  ...rulesOf('rhein', [
    ['Bordspannung niedrig', 60, { ...SUPPLY, minimum: 11.5 }],
    ['Schneller als 100 km/h', 180, over(100)],
    ['Motor läuft im Stand', 300, ON, under(2)],
    ['Notruf', 0, alarm('sos')],
    ['Stromversorgung getrennt', 0, alarm('power_cut')],
  ]),
  ...rulesOf('rheinBerlin', [
    ['Tiefkühlung über −12 °C', 300, FREEZER],
    ['Abschleppalarm', 0, alarm('tow'), OFF],
  ]),
  ...rulesOf('volga', [
    ['Тревожная кнопка или обрыв питания', 0, alarm('sos'), alarm('power_cut')],
    ['Быстрее 100 км/ч', 180, over(100)],
    ['Стоянка с двигателем', 300, ON, under(2)],
    ['Эвакуация', 0, alarm('tow'), OFF],
  ]),
  ...rulesOf('bosphorus', [
    ['Over 90 km/h', 180, over(90)],
    ['Harsh driving', 0, alarm('hard_braking')],
    ['Engine idles at the terminus', 300, ON, under(2)],
  ]),
  // Those that came later: their numbers follow, by which the history of alarms is drawn.
  ...rulesOf('kaveh', [['No report for four hours', 0, { kind: 'silence', silence: 14_400 }]]),
  ...rulesOf('pars', [
    ['Fuel theft', 0, fact('fuelTheft', { litres: 10 })],
    ['Refuelled 200 litres or more', 0, fact('fuelRefill', { litres: 200 })],
    ['Trip of 200 km or more', 0, fact('tripEnded', { kilometres: 200 })],
    ['Key of no operator', 0, { kind: 'driver', driver: 'unknownKey' }],
    ['Every 5,000 km', 0, { kind: 'counter', counter_at: 5_000 }],
    ['Left the corridor of its route', 0, fact('offRoute')],
    ['Late at a checkpoint', 0, fact('checkpointLate', { minutes: 10 })],
    ['Run finished', 0, fact('runFinished')],
  ]),
  // Vehicles of the demo work in long shifts with one rest of about half an hour.
  ...rulesOf('pars', [['Ten hours without a rest', 0, { kind: 'driving', driving_minutes: 600, rest_minutes: 20 }]], {
    most_a_day: 1,
  }),
  ...rulesOf('pars', [['Moving without a driver', 600, MOVES, { kind: 'driver', driver: 'nobody' }]], {
    most_a_day: 1,
    ...NIGHT,
  }),
  ...rulesOf('parsCold', [['Driver changed', 0, fact('driverChanged')]]),
  ...rulesOf('parsGulf', [
    ['Parked for three hours', 10_800, { kind: 'motion', motion: 'parked' }],
    ['No fix for half a minute', 30, { kind: 'fix' }],
  ]),
  ...rulesOf('parsGulf', [['Harsh acceleration', 0, { kind: 'harsh', harsh: 'acceleration', force: 0.12 }]], {
    most_a_day: 2,
  }),
  ...rulesOf('parsGulf', [['Trip at night', 0, { kind: 'motion', motion: 'trip' }]], { most_a_day: 1, ...NIGHT }),
  ...rulesOf('pars', [
    ['Maintenance due', 0, fact('serviceDue')],
    ['Maintenance overdue', 0, fact('serviceOverdue')],
  ]),
];
