import { array, number, object, string, type AnyObject, type InferType, type MixedSchema } from 'yup';
import { LENGTH, ROUTE, labelsField, optionalText, requiredText } from '../base/index.ts';
import { defineEntity, joined, type RowOf } from '../entity/index.ts';
import { GEOFENCE_COLOURS } from '../geofence/index.ts';
import { shapeField, type Corridor, type Shape } from '../geometry/index.ts';
import { scheduleField, type Schedule } from './schedule.ts';
import { ROUTE_SITE } from './registry.ts';

/**
 * How checkpoints count: `strict` each in its turn, what comes between is passed over; `skips` in their order, one that
 * is reached too early leaves out those before it; `any` in whatever order.
 */
export const ORDER_RULES = ['strict', 'skips', 'any'] as const;
export type OrderRule = (typeof ORDER_RULES)[number];

const degrees = (bound: number) =>
  number()
    .typeError('validation.invalid')
    .min(-bound, 'validation.min')
    .max(bound, 'validation.max')
    .nullable()
    .default(null);

/** A place that a run passes: a point and its radius, or a geofence of the account. */
const checkpointField = object({
  /** Keeps its number whatever its place in the order: schedules name it by this. */
  key: number().integer().min(1).max(9_999).required(),
  name: requiredText(LENGTH.checkpointName),
  latitude: degrees(90),
  longitude: degrees(180),
  /** Metres. */
  radius: number()
    .typeError('validation.invalid')
    .min(ROUTE.radius.min, 'validation.min')
    .max(ROUTE.radius.max, 'validation.max')
    .default(ROUTE.radius.usual),
  geofence_id: number().integer().positive().nullable().default(null),
}).test(
  'place',
  (value, context) =>
    value.geofence_id !== null ||
    (value.latitude !== null && value.longitude !== null) ||
    context.createError({ path: `${context.path}.latitude`, message: 'validation.route.place' }),
);
export type Checkpoint = InferType<typeof checkpointField>;

/** A corridor along the route; null: any track past the checkpoints will do. */
const corridorField = shapeField
  .nullable()
  .notRequired()
  .default(null)
  // A circle or polygon is refused by the test: what passes is a corridor.
  .test(
    'corridor',
    'validation.shape.invalid',
    (value) => !value || value.type === 'corridor',
  ) as unknown as MixedSchema<Corridor | null, AnyObject, null, 'd'>;

// The fields' own tests refuse values that are no lists, and entries that are no objects.
const unlike = (items: unknown): boolean =>
  !Array.isArray(items) || new Set(items.map((item: { key?: unknown } | null) => item?.key)).size === items.length;

const areObjects = (items: unknown): boolean =>
  Array.isArray(items) && items.every((item) => typeof item === 'object' && item !== null);

/**
 * Place of the first time that is before that of a checkpoint before it, −1 where there is none. Clocks go on past
 * midnight.
 */
function earlierTime({ timing, times }: Schedule, checkpoints: readonly Checkpoint[]): number {
  if (!Array.isArray(times)) return -1;
  let before = 0;
  for (const { key } of checkpoints) {
    const place = times.findIndex(({ checkpoint }) => checkpoint === key);
    const minutes = place < 0 || timing === 'absolute' ? null : times[place].minutes;
    if (minutes === null) continue;
    if (minutes < before) return place;
    before = minutes;
  }
  return -1;
}

/** A route as the form holds it and the server takes it. */
export const routeSchema = object({
  name: requiredText(LENGTH.routeName),
  description: optionalText(LENGTH.description),
  colour: string().oneOf(GEOFENCE_COLOURS, 'validation.oneOf').default(GEOFENCE_COLOURS[0]),
  labels: labelsField,
  order_rule: string().oneOf(ORDER_RULES, 'validation.oneOf').default('skips'),
  checkpoints: array(checkpointField)
    .min(ROUTE.checkpoints.min, 'validation.route.checkpoints')
    .max(ROUTE.checkpoints.max, 'validation.maxItems')
    .default([])
    .test('keys', 'validation.invalid', unlike),
  corridor: corridorField,
  schedules: array(scheduleField)
    .max(ROUTE.schedules, 'validation.maxItems')
    .default([])
    .test('keys', 'validation.invalid', unlike),
}).test('times', ({ order_rule: order, checkpoints, schedules }, context) => {
  // Values that are no lists of objects were refused by their own field.
  if (order === 'any' || !areObjects(schedules) || !areObjects(checkpoints)) return true;
  const wrong = schedules
    .map((schedule) => earlierTime(schedule, checkpoints))
    .map((time, place) => ({ time, place }))
    .find(({ time }) => time >= 0);
  if (!wrong) return true;
  const path = `schedules[${wrong.place}].times[${wrong.time}].minutes`;
  return context.createError({ path, message: 'validation.route.timeOrder' });
});
export type RouteForm = InferType<typeof routeSchema>;

/** What lists show of a route beside its own fields. */
interface RouteFacts {
  checkpoint_count: number;
  /** Metres along the corridor, or straight from checkpoint to checkpoint. */
  length: number;
  /** Schedules that are switched on. */
  schedule_count: number;
  /** Shapes of the geofences that are checkpoints, by their number. */
  shapes: Readonly<Record<string, Shape>>;
}

/** Routes that units drive, and when. */
export const routes = defineEntity({
  ...ROUTE_SITE,
  called: ['route', 'routes'],
  service: 'route-service',
  schema: routeSchema,
  joined: joined<RouteFacts>(),
  title: 'name',
  unique: { name: 'server.routeNameTaken' },
  searched: ['name', 'description'],
  found: { by: ['name'], detail: 'description' },
  filters: { scheduled: ['yes', 'no'] },
  columns: {
    name: 'name',
    checkpoint_count: 'number',
    length: 'number',
    schedule_count: 'number',
    order_rule: 'name',
    colour: 'name',
    labels: 'labels',
    account_name: 'name',
    description: 'text',
    created_at: 'time',
  },
  hidden: ['order_rule', 'colour', 'description', 'created_at'],
  details: ['checkpoints', 'corridor', 'schedules', 'shapes'],
  follows: ['geofence', 'schedule'],
});
/** A route as the wire shows it, whole. */
export type Route = RowOf<typeof routes>;
