import { array, boolean, number, object, string, type InferType } from 'yup';
import { LENGTH, ROUTE, emptyIsNull, labelsField, optionalText, type AccountId, type RouteId } from '../base/index.ts';

/** How often a schedule runs. */
export const REPEATS = ['weekly', 'once'] as const;
/** What the times of checkpoints count from: minutes after the start, or the clock of the account. */
export const TIMINGS = ['relative', 'absolute'] as const;

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

const dateField = string().transform(emptyIsNull).matches(DATE, 'validation.invalid').nullable().default(null);
const clockField = string().transform(emptyIsNull).matches(CLOCK, 'validation.invalid').nullable().default(null);
const toleranceField = number()
  .typeError('validation.invalid')
  .transform(emptyIsNull)
  .integer('validation.integer')
  .min(ROUTE.tolerance.min, 'validation.min')
  .max(ROUTE.tolerance.max, 'validation.max');

/** When a checkpoint is due; of the two times the one that the schedule's timing names, null where it is not timed. */
const timeField = object({
  /** Key of the checkpoint. */
  checkpoint: number().integer().min(1).required(),
  /** After the start. */
  minutes: number()
    .typeError('validation.invalid')
    .transform(emptyIsNull)
    .integer('validation.integer')
    .min(ROUTE.minutes.min, 'validation.min')
    .max(ROUTE.minutes.max, 'validation.max')
    .nullable()
    .default(null),
  clock: clockField,
  /** Minutes; null: the schedule's. */
  tolerance: toleranceField.nullable().default(null),
});

/** When units drive a route: each of them once on each day. Dates and clocks are of the account's time zone. */
export const scheduleField = object({
  key: number().integer().min(1).max(9_999).required(),
  /** One without a name is called as its route. */
  name: optionalText(LENGTH.label),
  labels: labelsField,
  enabled: boolean().default(true),
  unit_ids: array(number().integer('validation.integer').positive('validation.invalid').required('validation.required'))
    .min(1, 'validation.route.units')
    .max(ROUTE.units, 'validation.maxItems')
    .default([]),
  repeat: string().oneOf(REPEATS, 'validation.oneOf').default('weekly'),
  /** Of one that runs once. */
  date: dateField.when('repeat', ([repeat], field) =>
    repeat === 'once' ? field.required('validation.required') : field,
  ),
  /** Of one that runs every week: 1 is Monday. */
  days: array(number().integer().min(1).max(7).required())
    .default([])
    .when('repeat', ([repeat], field) => (repeat === 'weekly' ? field.min(1, 'validation.route.days') : field)),
  start: string().required('validation.required').matches(CLOCK, 'validation.invalid').default('08:00'),
  /** First and last day; null: without end. */
  from: dateField,
  until: dateField,
  timing: string().oneOf(TIMINGS, 'validation.oneOf').default('relative'),
  /** Minutes early or late that are on time. */
  tolerance: toleranceField.required('validation.required').default(ROUTE.tolerance.usual),
  times: array(timeField).max(ROUTE.checkpoints.max, 'validation.maxItems').default([]),
}).test(
  'span',
  ({ from, until }, context) =>
    !from ||
    !until ||
    from <= until ||
    context.createError({ path: `${context.path}.until`, message: 'validation.route.until' }),
);
export type Schedule = InferType<typeof scheduleField>;

/** A schedule that is yet to be filled in: every working day, of the units that are driven most. */
export const newSchedule = (key: number): Schedule => ({
  key,
  name: '',
  enabled: true,
  labels: [],
  unit_ids: [],
  repeat: 'weekly',
  date: null,
  days: [1, 2, 3, 4, 5],
  start: '08:00',
  from: null,
  until: null,
  timing: 'relative',
  tolerance: ROUTE.tolerance.usual,
  times: [],
});

/** What a schedule does now: it makes runs, makes none for the time being, or its last day has passed. */
export const SCHEDULE_STATES = ['active', 'paused', 'ended'] as const;
export type ScheduleState = (typeof SCHEDULE_STATES)[number];

/** A schedule in the list of all routes' schedules. */
export interface ListedSchedule extends Schedule {
  readonly schedule_id: number;
  readonly account_id: AccountId;
  readonly account_name: string;
  readonly route_id: RouteId;
  readonly route_name: string;
  readonly colour: string;
  readonly state: ScheduleState;
}
