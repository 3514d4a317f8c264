import { number, string } from 'yup';
import { SENSOR } from './limits.ts';

interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** A figure that people enter: what cannot be read back as a plain decimal is refused. */
export const figureField = () =>
  number()
    .typeError('validation.invalid')
    .min(-SENSOR.magnitude, 'validation.min')
    .max(SENSOR.magnitude, 'validation.max');

/** For yup's `transform`: an emptied field means nothing. */
export const emptyIsNull = (value: unknown, original: unknown): unknown => (original === '' ? null : value);

/** The same where nothing may be given. */
export const optionalFigureField = () => figureField().transform(emptyIsNull).nullable().default(null);

/** A figure within bounds where nothing may be given. `usual`: what a new form holds. */
export const optionalWithin = ({ min, max }: Bounds, usual: number | null = null) =>
  number()
    .typeError('validation.invalid')
    .transform(emptyIsNull)
    .min(min, 'validation.min')
    .max(max, 'validation.max')
    .nullable()
    .default(usual);

const CALENDAR_DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
/** A day of the calendar, as 2026-11-25; null: none. */
export const optionalDay = () =>
  string().transform(emptyIsNull).matches(CALENDAR_DAY, 'validation.invalid').nullable().default(null);

/** The same of whole numbers. */
export const optionalWholeWithin = ({ min, max }: Bounds, usual: number | null = null) =>
  number()
    .typeError('validation.invalid')
    .transform(emptyIsNull)
    .integer('validation.integer')
    .min(min, 'validation.min')
    .max(max, 'validation.max')
    .nullable()
    .default(usual);
