import { array, number, object, string, type InferType } from 'yup';
import { RULE, optionalDay } from '../../../base/index.ts';

/** When a rule is at work: always, within its hours, or outside them. */
export const DURINGS = ['always', 'inside', 'outside'] as const;

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

const clockField = (usual: string) =>
  string().required('validation.required').matches(CLOCK, 'validation.invalid').default(usual);
const countField = ({ min, max }: { readonly min: number; readonly max: number }) =>
  number()
    .typeError('validation.invalid')
    .transform((value: unknown, original: unknown) => (original === '' || original === null ? min : value))
    .integer('validation.integer')
    .min(min, 'validation.min')
    .max(max, 'validation.max')
    .default(min);

/** Days of the week on which something holds, 1 being Monday, and from when to when. */
const hoursField = object({
  days: array(number().integer().min(1).max(7).required()).min(1, 'validation.ruleDays').default([1, 2, 3, 4, 5]),
  from: clockField('08:00'),
  /** Not later than `from`: on the day after. */
  until: clockField('18:00'),
});
/** Hours of a week, in the time zone of the unit's account. */
export type RuleHours = InferType<typeof hoursField>;

export const newRuleHours = (): RuleHours => hoursField.getDefault();

/** What holds a rule back, beside its conditions, as the form holds it and the server takes it. */
export const limitFields = {
  during: string().oneOf(DURINGS, 'validation.oneOf').default('always'),
  /** Hours that do not count are not kept; what are none, or too many, is refused nevertheless. */
  hours: array(hoursField)
    .max(RULE.hours, 'validation.maxItems')
    .default([])
    .when('during', ([during], field) =>
      during === 'always'
        ? field.transform((hours: unknown) => (Array.isArray(hours) && hours.length <= RULE.hours ? [] : hours))
        : field.min(1, 'validation.ruleHours'),
    ),
  /** First and last day, in the time zone of the unit's account; null: open. */
  valid_from: optionalDay(),
  valid_until: optionalDay().when('valid_from', ([from], field) =>
    field.test('order', 'validation.ruleUntil', (until) => !from || !until || String(from) <= until),
  ),
  /** Minutes from one firing at a unit in which there is no second; 0: none. */
  repeat_after: countField(RULE.repeatAfter),
  /** Firings at a unit in a day, 0: any number. */
  most_a_day: countField(RULE.mostADay),
};
const limits = object(limitFields);
export type RuleLimits = InferType<typeof limits>;

/** True where all of it makes sense, as it may not while it is typed. */
export const areComplete = (typed: RuleLimits): boolean => limits.isValidSync(typed);

/** Limits of a rule that has none. */
export const NO_LIMITS: RuleLimits = limits.getDefault();
