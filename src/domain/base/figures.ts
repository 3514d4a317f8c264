import { number } from 'yup';
import { SENSOR } from './limits.ts';

/** A figure that people enter: what cannot be read back as a plain decimal is refused. */
export const figureField = () =>
  number()
    .typeError('validation.invalid')
    .min(-SENSOR.magnitude, 'validation.min')
    .max(SENSOR.magnitude, 'validation.max');

/** The same where nothing may be given; an emptied field means nothing. */
export const optionalFigureField = () =>
  figureField()
    .transform((value: unknown, original: unknown) => (original === '' ? null : value))
    .nullable()
    .default(null);
