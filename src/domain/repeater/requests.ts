import { array, number, object, string } from 'yup';
import { DAY, fromIso, LENGTH, REPEATER } from '../base/index.ts';

const instant = string()
  .required('validation.required')
  .max(40, 'validation.invalid')
  .test('instant', 'validation.invalid', (text) => !text || !Number.isNaN(Date.parse(text)));

/** A period whose positions are sent again; ISO 8601. No units: all of the repeater's. */
export const resendSchema = object({
  repeater_id: number().integer().positive().required('validation.required'),
  unit_ids: array(number().integer().positive().required('validation.required')).max(
    REPEATER.units,
    'validation.maxItems',
  ),
  from: instant,
  to: instant,
}).test('period', ({ from, to }, context) => {
  if (!from || !to || Number.isNaN(Date.parse(from)) || Number.isNaN(Date.parse(to))) return true;
  const length = fromIso(to) - fromIso(from);
  if (length <= 0) return context.createError({ path: 'to', message: 'validation.interval' });
  return (
    length <= REPEATER.resendDays * DAY ||
    context.createError({ path: 'to', message: 'validation.resendPeriod', params: { max: REPEATER.resendDays } })
  );
});

/** A password that the receiver asks for; empty: none. */
export const repeaterPasswordSchema = object({
  repeater_id: number().integer().positive().required('validation.required'),
  password: string()
    .max(LENGTH.repeaterPassword.max, 'validation.maxLength')
    .matches(/^[^\r\n;]*$/, 'validation.invalid')
    .default(''),
});
