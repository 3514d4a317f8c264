import type { RuleCondition, RuleForm } from '../../src/domain/rule/index.ts';
import { ruleSchema } from '../../src/domain/rule/index.ts';
import type { CompanyKey } from './companies.ts';

export interface DemoRule {
  readonly company: CompanyKey;
  readonly form: RuleForm;
}

type DemoForm = Pick<RuleForm, 'name'> & {
  readonly conditions: readonly Partial<RuleCondition>[];
  readonly hold: number;
};

const rule = (company: CompanyKey, form: DemoForm): DemoRule => ({
  company,
  form: ruleSchema.validateSync({ all_units: true, ...form }),
});

/** Rules that companies of the demo made for themselves, on what their devices report (fitting.ts). */
export const DEMO_RULES: readonly DemoRule[] = [
  rule('kaveh', { name: 'Hold too warm', conditions: [{ sensor: 'Hold temperature', maximum: 8 }], hold: 300 }),
  rule('kaveh', {
    name: 'Moving with the ignition off',
    conditions: [
      { kind: 'speed', limit: 10 },
      { kind: 'ignition', ignition: 'off' },
    ],
    hold: 60,
  }),
  rule('pars', { name: 'Fuel runs low', conditions: [{ sensor: 'Fuel level', minimum: 15 }], hold: 120 }),
  rule('pars', { name: 'Supply voltage low', conditions: [{ sensor: 'Supply voltage', minimum: 11.5 }], hold: 60 }),
  rule('pars', { name: 'Over 110 km/h', conditions: [{ kind: 'speed', limit: 110 }], hold: 10 }),
  rule('rhein', { name: 'Kühlung prüfen', conditions: [{ sensor: 'Hold temperature', maximum: 6 }], hold: 600 }),
];
