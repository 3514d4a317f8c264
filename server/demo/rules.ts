import { ruleSchema, type RuleCondition, type RuleForm } from '../../src/domain/rule/index.ts';
import type { CompanyKey } from './companies.ts';

export interface DemoRule {
  readonly company: CompanyKey;
  readonly form: RuleForm;
}

type Condition = Partial<RuleCondition>;

/** Rules of a company: its name for each, for how many seconds it lasts at least, and the conditions. */
const rulesOf = (
  company: CompanyKey,
  rules: readonly (readonly [name: string, hold: number, ...conditions: readonly Condition[]])[],
): DemoRule[] =>
  rules.map(([name, hold, ...conditions]) => ({
    company,
    form: ruleSchema.validateSync({
      all_units: true,
      name,
      hold,
      conditions,
      // Several alarms never come in one report.
      match: conditions.length > 1 && conditions.every(({ kind }) => kind === 'alarm') ? 'any' : 'all',
    }),
  }));

/** The margin is wide: who brakes for a bend on the motorway has not slowed down; who stands still has in any case. */
const over = (limit: number): Condition => ({ kind: 'speed', limit, margin: Math.min(20, limit / 2) });
const under = (limit: number): Condition => ({ kind: 'speed', comparison: 'under', limit, margin: 1 });
const alarm = (word: string): Condition => ({ kind: 'alarm', alarm: word });
const ON: Condition = { kind: 'ignition', ignition: 'on' };
const OFF: Condition = { kind: 'ignition', ignition: 'off' };
const HOLD = { sensor: 'Hold temperature' };
/** Of what is kept frozen: chilled goods are warmer. */
const FREEZER: Condition = { ...HOLD, minimum: -12, maximum: 1, condition: 'inside' };
const FUEL = { sensor: 'Fuel level' };
const SUPPLY = { sensor: 'Supply voltage' };

/** Rules that companies of the demo made for themselves, on what their devices report (fitting.ts). */
export const DEMO_RULES: readonly DemoRule[] = [
  ...rulesOf('kaveh', [
    ['Hold too warm', 300, { ...HOLD, maximum: 8 }],
    ['Moving with the ignition off', 60, over(10), OFF],
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
    ['Fuel runs low', 120, { ...FUEL, minimum: 20 }],
    ['Driving on reserve', 60, { ...FUEL, minimum: 40 }, over(50)],
    ['Supply voltage low', 60, { ...SUPPLY, minimum: 11.5 }],
    ['Hold too warm', 900, { ...HOLD, maximum: 8 }],
    ['Warm hold on the road', 300, { ...HOLD, maximum: 9 }, over(20)],
    ['Freezer above −12 °C', 300, FREEZER],
  ]),
  ...rulesOf('parsCold', [
    ['Over 90 km/h', 600, over(90)],
    ['Engine idles for half an hour', 1_800, ON, under(2)],
    ['SOS button or power cut', 0, alarm('sos'), alarm('power_cut')],
  ]),
  ...rulesOf('parsGulf', [
    ['Over 90 km/h', 120, over(90)],
    ['Phone battery low', 300, { sensor: 'Battery', minimum: 50 }],
    ['Any alarm of a device', 0, alarm('')],
  ]),
  ...rulesOf('rhein', [
    ['Kühlung prüfen', 600, { ...HOLD, maximum: 6 }],
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
    ['Тревожная кнопка', 0, alarm('sos')],
    ['Быстрее 100 км/ч', 180, over(100)],
    ['Стоянка с двигателем', 300, ON, under(2)],
    ['Эвакуация', 0, alarm('tow'), OFF],
  ]),
  ...rulesOf('bosphorus', [
    ['Over 90 km/h', 180, over(90)],
    ['Harsh driving', 0, alarm('hard_braking')],
    ['Engine idles at the terminus', 300, ON, under(2)],
  ]),
];
