import {
  ruleSchema,
  type Rule,
  type RuleCondition,
  type RuleForm,
  type RuleStatus,
  type RuleTest,
} from '../../../domain/rule/index.ts';
import type { FormSchema } from '../../../ui/forms/index.ts';

/** A figure while it is typed: null where there is none, the text where it makes no figure. */
type TypedFigure = number | string | null;

/** A rule as its form holds it. */
export interface RuleValues {
  name: string;
  status: RuleStatus;
  sensor: string;
  condition: RuleCondition;
  minimum: TypedFigure;
  maximum: TypedFigure;
  hold: TypedFigure;
  all_units: boolean;
  unit_ids: number[];
}

/** A rule that is yet to be made watches everything that one sees. */
export const NEW_RULE: RuleForm = {
  name: '',
  status: 'active',
  sensor: '',
  condition: 'outside',
  minimum: null,
  maximum: null,
  hold: 0,
  all_units: true,
  unit_ids: [],
};

/** The form of a rule that exists. */
export function ruleForm({
  name,
  status,
  sensor,
  condition,
  minimum,
  maximum,
  hold,
  all_units,
  unit_ids,
}: Rule): RuleForm {
  return { name, status, sensor, condition, minimum, maximum, hold, all_units, unit_ids: [...unit_ids] };
}

/** What goes over the wire, as far as what was typed makes sense; the schema judges the rest. A choice that does not count any more stays here. */
function onWire(values: RuleValues): object {
  return { ...values, hold: values.hold ?? 0, unit_ids: values.all_units ? [] : values.unit_ids };
}

/** The rule that the form says; throws where the schema refuses it. */
export const ruleOf = (values: RuleValues): RuleForm => ruleSchema.validateSync(onWire(values), { abortEarly: false });

/** Judges what stands in the form by the schema of what is sent. */
export const ruleValuesSchema: FormSchema = {
  validateSync: (values: RuleValues, options) => ruleSchema.validateSync(onWire(values), options),
};

/** What the rule asks for as it is typed; null as long as there is no bound, or none that makes sense. */
export function typedTest({
  sensor,
  condition,
  minimum,
  maximum,
  hold,
}: Pick<RuleValues, keyof RuleTest>): RuleTest | null {
  if (typeof minimum === 'string' || typeof maximum === 'string') return null;
  if (minimum === null && maximum === null) return null;
  if (minimum !== null && maximum !== null && minimum > maximum) return null;
  return { sensor, condition, minimum, maximum, hold: typeof hold === 'number' && hold > 0 ? hold : 0 };
}
