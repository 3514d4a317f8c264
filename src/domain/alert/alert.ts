import { array, boolean, number, object, string, type InferType } from 'yup';
import {
  ALERT,
  LENGTH,
  PERSONAL_CHANNELS,
  labelsField,
  optionalText,
  requiredText,
  emptyIsNull,
} from '../base/index.ts';
import { defineEntity, joined, type RowOf } from '../entity/index.ts';
import { ALERT_SITE } from './registry.ts';

const ALERT_STATUSES = ['active', 'inactive'] as const;

/** How bad it is, worst last. */
export const SEVERITIES = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

const idField = () =>
  number()
    .typeError('validation.invalid')
    .integer('validation.integer')
    .positive('validation.invalid')
    .nullable()
    .default(null);

const stepSchema = object({
  /** Minutes after the alarm was raised. */
  minutes: number()
    .typeError('validation.invalid')
    .integer('validation.integer')
    .min(ALERT.minutes.min, 'validation.min')
    .max(ALERT.minutes.max, 'validation.max')
    .required('validation.required'),
  /** Who gets it: a person of the account, or everybody with a role; neither: those who were notified already. */
  user_id: idField(),
  role_id: idField(),
  /** By which channels; none: by all. Whom it goes to may want less. */
  channels: array(string().oneOf(PERSONAL_CHANNELS, 'validation.oneOf').required('validation.required'))
    .max(PERSONAL_CHANNELS.length, 'validation.maxItems')
    .default([]),
}).test('target', (step, context) => {
  const isSomebody = step.user_id !== null || step.role_id !== null;
  // The same people by the same channels is no step.
  const isStep = isSomebody ? step.user_id === null || step.role_id === null : step.channels.length > 0;
  return isStep || context.createError({ path: `${context.path}.user_id`, message: 'validation.required' });
});
/**
 * A step of the escalation: so many minutes unacknowledged, and the alarm goes to somebody else, or by another channel.
 */
export type EscalationStep = InferType<typeof stepSchema>;

const alertSchema = object({
  name: requiredText(LENGTH.alertName),
  status: string().oneOf(ALERT_STATUSES, 'validation.oneOf').default('active'),
  description: optionalText(LENGTH.description),
  labels: labelsField,
  severity: string().oneOf(SEVERITIES, 'validation.oneOf').default('warning'),
  /** The rules whose firing raises an alarm; none are left where they were deleted. */
  rule_ids: array(number().integer('validation.integer').positive('validation.invalid').required('validation.required'))
    .max(ALERT.rules, 'validation.maxItems')
    .default([]),
  /** Units of sub-accounts too, and their rules; else only units that the account has itself. */
  allow_child: boolean().default(false),
  /** The alarm is resolved when its rule no longer holds. */
  auto_resolve: boolean().default(true),
  /** Minutes after which an acknowledged alarm that is not resolved is open again; null: never. */
  acknowledge_minutes: number()
    .typeError('validation.invalid')
    .transform(emptyIsNull)
    .integer('validation.integer')
    .min(ALERT.minutes.min, 'validation.min')
    .max(ALERT.minutes.max, 'validation.max')
    .nullable()
    .default(null),
  escalation: array(stepSchema)
    .max(ALERT.steps, 'validation.maxItems')
    .default([])
    .test('order', (steps, context) => {
      const late = (steps ?? []).findIndex(
        (step, place) => place > 0 && step.minutes <= (steps ?? [])[place - 1].minutes,
      );
      return (
        late < 0 || context.createError({ path: `${context.path}[${late}].minutes`, message: 'validation.stepOrder' })
      );
    }),
});
export type AlertForm = InferType<typeof alertSchema>;

/** What an alert shows of its rules. */
interface AlertState {
  rule_count: number;
}

/** Alerts: what is to be done when rules fire. */
export const alerts = defineEntity({
  ...ALERT_SITE,
  called: ['alert', 'alerts'],
  service: 'alert-service',
  schema: alertSchema,
  joined: joined<AlertState>(),
  title: 'name',
  unique: { name: 'server.alertNameTaken' },
  searched: ['name', 'description'],
  found: { by: ['name', 'description'], detail: 'description' },
  filters: { severity: SEVERITIES, rule_id: 'id' },
  columns: {
    name: 'name',
    severity: 'name',
    status: 'status',
    rule_count: 'number',
    allow_child: 'text',
    auto_resolve: 'text',
    acknowledge_minutes: 'number',
    labels: 'labels',
    description: 'text',
    account_name: 'name',
    created_at: 'time',
  },
  hidden: ['auto_resolve', 'acknowledge_minutes', 'description', 'created_at'],
  follows: ['rule'],
});
/** An alert as the wire shows it. */
export type Alert = RowOf<typeof alerts>;
