import { boolean, object, string, type InferType } from 'yup';
import { TIME_ZONES } from '../base/index.ts';

/** Formats that an account chooses from; the first of each is the default (specification, chapter 9). */
export const DATE_FORMATS = ['DD/MM/YYYY', 'MM/DD/YYYY', 'YYYY-MM-DD', 'DD.MM.YYYY', 'DD MMM YYYY'] as const;
export const TIME_FORMATS = ['hh:mm A', 'HH:mm', 'HH:mm:ss', 'hh:mm:ss A'] as const;
export const DATE_TIME_FORMATS = [
  'DD/MM/YYYY HH:mm A',
  'DD/MM/YYYY hh:mm A',
  'DD/MM/YYYY HH:mm',
  'MM/DD/YYYY hh:mm A',
  'YYYY-MM-DD HH:mm',
  'YYYY-MM-DD HH:mm:ss',
  'DD.MM.YYYY HH:mm',
  'DD MMM YYYY HH:mm',
] as const;

/** How an account wants its dates (specification, chapter 3, "Account settings"). */
export const accountSettingsSchema = object({
  timezone: string().oneOf(TIME_ZONES, 'validation.oneOf').default('UTC'),
  date_format: string().oneOf(DATE_FORMATS, 'validation.oneOf').default('DD/MM/YYYY'),
  time_format: string().oneOf(TIME_FORMATS, 'validation.oneOf').default('hh:mm A'),
  date_time_format: string().oneOf(DATE_TIME_FORMATS, 'validation.oneOf').default('DD/MM/YYYY HH:mm A'),
  /** True: no relative times ("5 minutes ago"), always the full date. */
  skipFormat: boolean().default(false),
});
export type AccountSettings = InferType<typeof accountSettingsSchema>;

/** Settings of an account that chose nothing. */
export const DEFAULT_SETTINGS: AccountSettings = accountSettingsSchema.getDefault();
