import type { RuleForm } from '../../src/domain/rule/index.ts';
import { ruleSchema } from '../../src/domain/rule/index.ts';
import type { CompanyKey } from './companies.ts';

export interface DemoRule {
  readonly company: CompanyKey;
  readonly form: RuleForm;
}

const rule = (company: CompanyKey, form: Partial<RuleForm>): DemoRule => ({
  company,
  form: ruleSchema.validateSync({ all_units: true, ...form }),
});

/** Rules that companies of the demo made for themselves, on sensors that their devices have (fitting.ts). */
export const DEMO_RULES: readonly DemoRule[] = [
  rule('kaveh', { name: 'Hold too warm', sensor: 'Hold temperature', maximum: 8, hold: 300 }),
  rule('pars', { name: 'Fuel runs low', sensor: 'Fuel level', minimum: 15, hold: 120 }),
  rule('pars', { name: 'Supply voltage low', sensor: 'Supply voltage', minimum: 11.5, hold: 60 }),
  rule('rhein', { name: 'Kühlung prüfen', sensor: 'Hold temperature', maximum: 6, hold: 600 }),
];
