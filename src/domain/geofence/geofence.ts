import { number, object, string, type InferType } from 'yup';
import { GEOFENCE, LENGTH, labelsField, optionalText, requiredText, emptyIsNull } from '../base/index.ts';
import { defineEntity, joined, type RowOf } from '../entity/index.ts';
import { SHAPE_TYPES, shapeField, type Shape } from '../geometry/index.ts';
import { GEOFENCE_COLOURS } from './colours.ts';
import { GEOFENCE_SITE } from './registry.ts';

/** A geofence as the form holds it and the server takes it. */
export const geofenceSchema = object({
  name: requiredText(LENGTH.geofenceName),
  shape: shapeField,
  colour: string().oneOf(GEOFENCE_COLOURS, 'validation.oneOf').default(GEOFENCE_COLOURS[0]),
  description: optionalText(LENGTH.description),
  labels: labelsField,
  /** km/h; null: no limit of its own. */
  speed_limit: number()
    .typeError('validation.invalid')
    .transform(emptyIsNull)
    .min(GEOFENCE.speedLimit.min, 'validation.min')
    .max(GEOFENCE.speedLimit.max, 'validation.max')
    .nullable()
    .default(null),
  /** Seconds that a unit has to stay for a visit to count; 0 counts every visit. */
  min_stay: number()
    .typeError('validation.invalid')
    .transform((value: unknown, original: unknown) => (original === '' || original === null ? 0 : value))
    .integer('validation.integer')
    .min(GEOFENCE.minStay.min, 'validation.min')
    .max(GEOFENCE.minStay.max, 'validation.max')
    .default(0),
});

export type GeofenceForm = InferType<typeof geofenceSchema>;

/** What follows from the shape, kept beside it so that lists need not read it. */
interface GeofenceSize {
  kind: Shape['type'];
  /** Square metres. */
  area: number;
  /** Metres: of a corridor's line, of the outline around the others. */
  length: number;
}

/** Areas on the map. */
export const geofences = defineEntity({
  ...GEOFENCE_SITE,
  called: ['geofence', 'geofences'],
  service: 'geofence-service',
  schema: geofenceSchema,
  joined: joined<GeofenceSize>(),
  title: 'name',
  unique: { name: 'server.geofenceNameTaken' },
  searched: ['name', 'description'],
  found: { by: ['name'], detail: 'description' },
  filters: { kind: SHAPE_TYPES },
  details: ['shape'],
  columns: {
    name: 'name',
    kind: 'name',
    area: 'number',
    length: 'number',
    colour: 'name',
    speed_limit: 'number',
    min_stay: 'number',
    labels: 'labels',
    account_name: 'name',
    description: 'text',
    created_at: 'time',
  },
  hidden: ['length', 'speed_limit', 'min_stay', 'description', 'created_at'],
});
/** A geofence as the wire shows it. */
export type Geofence = RowOf<typeof geofences>;
