import { boolean, number } from 'yup';

/** A setting that is a number within its bounds, both included. */
export function boundedNumber(bounds: { readonly min: number; readonly max: number }, byDefault: number) {
  return number()
    .typeError('validation.invalid')
    .required('validation.required')
    .min(bounds.min, 'validation.min')
    .max(bounds.max, 'validation.max')
    .default(byDefault);
}

/** The same for whole numbers. */
export function boundedInteger(bounds: { readonly min: number; readonly max: number }, byDefault: number) {
  return boundedNumber(bounds, byDefault).integer('validation.integer');
}

/** A switch. */
export function toggle(byDefault: boolean) {
  return boolean().required('validation.required').default(byDefault);
}
