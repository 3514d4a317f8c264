import { array, boolean, number, object, string, type InferType } from 'yup';
import { labelsField, LENGTH, optionalDay, optionalWholeWithin, REPORT, requiredText } from '../base/index.ts';
import { defineEntity, joined, type RowOf } from '../entity/index.ts';
import { UNIT_EVENT_KINDS } from '../unitEvent/index.ts';
import type { GenerationState } from './generation.ts';
import { countDays, REPORT_PERIODS, type Days, type Shift } from './period.ts';
import { REPORT_SITE } from './registry.ts';
import { REPORT_FORMATS, REPORT_TYPES, type ReportFormat } from './types.ts';

const CLOCK = /^(([01]\d|2[0-3]):[0-5]\d)?$/;

const ids = (most: number) =>
  array(number().integer('validation.integer').positive('validation.invalid').required('validation.required'))
    .max(most, 'validation.maxItems')
    .default([]);

const clock = () =>
  string()
    .transform((value: unknown) => value ?? '')
    .matches(CLOCK, 'validation.invalid')
    .default('');

const formatsField = array(string().oneOf(REPORT_FORMATS, 'validation.oneOf').required('validation.required'))
  .min(1, 'validation.minItems')
  .default((): ReportFormat[] => [...REPORT_FORMATS]);

const reportFields = object({
  name: requiredText(LENGTH.reportName).max(LENGTH.reportName.max, 'validation.reportName'),
  type: string().oneOf(REPORT_TYPES, 'validation.oneOf').required('validation.required').default('summary'),
  /** Of every unit; else of those that are named, and of those in the groups. */
  all_units: boolean().default(true),
  unit_ids: ids(REPORT.units),
  /** Groups of units. */
  label_ids: ids(REPORT.groups),
  period: string().oneOf(REPORT_PERIODS, 'validation.oneOf').required('validation.required').default('lastWeek'),
  /** First and last day of a period of one's own. */
  from_day: optionalDay(),
  to_day: optionalDay(),
  /** Only what happened within these hours of each day. */
  by_shift: boolean().default(false),
  shift_from: clock(),
  shift_to: clock(),
  formats: formatsField,
  /** Minutes: shorter stops and visits are left out. */
  min_minutes: optionalWholeWithin(REPORT.minutes),
  /** Visits of these geofences; none: of all. */
  geofence_ids: ids(REPORT.geofences),
  /** Events of these kinds; none: of all. */
  kinds: array(string().oneOf(UNIT_EVENT_KINDS, 'validation.oneOf').required('validation.required')).default([]),
  labels: labelsField,
});
export type ReportForm = InferType<typeof reportFields>;

const reportSchema = reportFields.test('together', (values, context) => {
  const missing = missingOf(values);
  return missing === null || context.createError({ path: missing[0], message: missing[1] });
});

/** The field without which the others make no sense, and what to say of it. */
function missingOf(values: Partial<ReportForm>): readonly [keyof ReportForm, string] | null {
  const { all_units: all, period, from_day: from, to_day: to } = values;
  if (all === false && [values.unit_ids, values.label_ids].every((list) => !Array.isArray(list) || list.length === 0))
    return ['unit_ids', 'validation.ruleUnits'];
  if (period === 'own') {
    if (!from) return ['from_day', 'validation.required'];
    if (!to) return ['to_day', 'validation.required'];
    const days = countDays({ from, to });
    if (days < 1) return ['to_day', 'validation.interval'];
    if (days > REPORT.days) return ['to_day', 'validation.reportDays'];
  }
  if (values.by_shift !== true) return null;
  if (!values.shift_from) return ['shift_from', 'validation.required'];
  if (!values.shift_to) return ['shift_to', 'validation.required'];
  return values.shift_to !== '00:00' && values.shift_to <= values.shift_from
    ? ['shift_to', 'validation.interval']
    : null;
}

/** The hours of each day that a report is about; null: all. */
export const shiftOf = (form: Pick<ReportForm, 'by_shift' | 'shift_from' | 'shift_to'>): Shift | null =>
  form.by_shift ? { from: form.shift_from, to: form.shift_to } : null;

/** Days of a period of one's own; days that were never given are none. */
export const ownDays = ({ from_day: from, to_day: to }: Pick<ReportForm, 'from_day' | 'to_day'>): Days => ({
  from: from ?? '',
  to: to ?? '',
});

/** How a report does. */
interface ReportState {
  /** Of its last generation; null: it was never generated. */
  state: GenerationState | null;
  /** When that was asked for, ISO 8601 UTC; null as above. */
  generated_at: string | null;
}

/** Reports: what is said of which units and days, generated whenever somebody asks. */
export const reports = defineEntity({
  ...REPORT_SITE,
  called: ['report', 'reports'],
  service: 'report-service',
  schema: reportSchema,
  joined: joined<ReportState>(),
  title: 'name',
  unique: { name: 'server.reportNameTaken' },
  searched: ['name'],
  found: { by: ['name'], detail: 'type' },
  filters: { type: REPORT_TYPES },
  columns: {
    name: 'name',
    type: 'text',
    state: 'text',
    generated_at: 'time',
    period: 'text',
    all_units: 'text',
    by_shift: 'text',
    formats: 'text',
    labels: 'labels',
    account_name: 'name',
    created_at: 'time',
  },
  hidden: ['by_shift', 'formats', 'created_at'],
  follows: ['job'],
});
/** A report as the wire shows it. */
export type Report = RowOf<typeof reports>;
