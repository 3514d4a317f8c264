import { array, boolean, number, object, string, type InferType } from 'yup';
import {
  emptyIsNull,
  isNetwork,
  isStorableText,
  labelsField,
  LENGTH,
  optionalText,
  REPEATER,
  requiredText,
  textLine,
} from '../base/index.ts';
import { defineEntity, joined, type RowOf } from '../entity/index.ts';
import { REPEATER_PROTOCOLS, traitsOf } from './protocols.ts';
import { REPEATER_SITE } from './registry.ts';
import type { RepeaterCondition } from './state.ts';
import { topicProblem } from './topic.ts';

const HOST = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/i;
/** Text that looks like an IPv4 address is one, or nothing. */
const FIGURES = /^[\d.]+$/;

/** A name or an IP address, without anything around it. */
const isHost = (text: string): boolean =>
  FIGURES.test(text) || text.includes(':') ? !text.includes('/') && isNetwork(text) : HOST.test(text);

/** Of units where not all are meant: what is chosen then does not count. */
const ids = (most: number) => {
  const field = array(
    number().integer('validation.integer').positive('validation.invalid').required('validation.required'),
  )
    .max(most, 'validation.maxItems')
    .default([]);
  return field.when('all_units', ([all], own) =>
    all === true
      ? own.transform((value: unknown) => (Array.isArray(value) && field.isValidSync(value) ? [] : value))
      : own,
  );
};

type Trait = 'hasPath' | 'hasTopic' | 'hasUsername';

/** Empty where the protocol has no such thing; what is wrong in itself is refused there, too. */
const textOf = (trait: Trait, field: ReturnType<typeof textLine>) => {
  const isGood = (value: unknown): boolean =>
    typeof value === 'string' && isStorableText(value) && field.isValidSync(value);
  return field
    .default('')
    .when('protocol', ([protocol], own) =>
      traitsOf(protocol as string)[trait] ? own : own.transform((value: unknown) => (isGood(value) ? '' : value)),
    );
};

const repeaterFields = object({
  name: requiredText(LENGTH.repeaterName),
  protocol: string()
    .oneOf(REPEATER_PROTOCOLS, 'validation.oneOf')
    .required('validation.required')
    .default('wialon_ips'),
  host: textLine()
    .required('validation.required')
    .max(LENGTH.hostName.max, 'validation.maxLength')
    .test('host', 'validation.repeaterHost', (text) => !text || isHost(text)),
  port: number()
    .typeError('validation.invalid')
    .transform(emptyIsNull)
    .integer('validation.integer')
    .min(REPEATER.port.min, 'validation.min')
    .max(REPEATER.port.max, 'validation.max')
    .required('validation.required')
    .default(traitsOf('wialon_ips').port),
  tls: boolean()
    .default(false)
    .when('protocol', ([protocol], field) =>
      traitsOf(protocol as string).hasTls
        ? field
        : field.transform((value: unknown) => (typeof value === 'boolean' ? false : value)),
    ),
  /** Of HTTP: what stands behind the host. */
  path: textOf(
    'hasPath',
    textLine()
      .max(LENGTH.repeaterPath.max, 'validation.maxLength')
      .matches(/^$|^\/[^\s#]*$/, 'validation.repeaterPath'),
  ),
  /** Of MQTT: where each position is published. */
  topic: textOf(
    'hasTopic',
    textLine()
      .max(LENGTH.repeaterTopic.max, 'validation.maxLength')
      .test('topic', 'validation.repeaterTopic', (text) => !text || topicProblem(text) === null),
  ),
  user_name: textOf('hasUsername', textLine().max(LENGTH.repeaterUser.max, 'validation.maxLength')),
  /** Every unit of the account; else those that are named, and those in the groups. */
  all_units: boolean().default(true),
  unit_ids: ids(REPEATER.units),
  /** Groups of units. */
  label_ids: ids(REPEATER.groups),
  /** Reports that come while it is inactive are sent afterwards, as far as they are not too old. */
  status: string().oneOf(['active', 'inactive'], 'validation.oneOf').default('active'),
  description: optionalText(LENGTH.description),
  labels: labelsField,
});
export type RepeaterForm = InferType<typeof repeaterFields>;

const listed = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

const repeaterSchema = repeaterFields
  .test('topic', (values, context) =>
    values.protocol === 'mqtt' && !values.topic
      ? context.createError({ path: 'topic', message: 'validation.required' })
      : true,
  )
  .test('units', (values, context) =>
    values.all_units === false && listed(values.unit_ids) + listed(values.label_ids) === 0
      ? context.createError({ path: 'unit_ids', message: 'validation.notificationUnits' })
      : true,
  );

/** Repeaters: other systems that get the positions of units as they come. */
export const repeaters = defineEntity({
  ...REPEATER_SITE,
  called: ['repeater', 'repeaters'],
  service: 'repeater-service',
  schema: repeaterSchema,
  joined: joined<RepeaterCondition>(),
  title: 'name',
  unique: { name: 'server.repeaterNameTaken' },
  searched: ['name', 'host', 'description'],
  found: { by: ['name', 'host'], detail: 'host' },
  columns: {
    name: 'name',
    protocol: 'text',
    host: 'code',
    topic: 'code',
    state: 'text',
    status: 'status',
    all_units: 'text',
    waiting: 'number',
    lag: 'number',
    sent: 'number',
    refused: 'number',
    dropped: 'number',
    last_success: 'time',
    labels: 'labels',
    description: 'text',
    account_name: 'name',
    created_at: 'time',
  },
  hidden: ['topic', 'status', 'all_units', 'lag', 'refused', 'dropped', 'description', 'created_at'],
});
/** A repeater as the wire shows it. */
export type Repeater = RowOf<typeof repeaters>;
