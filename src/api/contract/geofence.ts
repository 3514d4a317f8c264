import { array, boolean, number, object, ref, string } from 'yup';
import { GEOFENCE, TELEMETRY } from '../../domain/base/index.ts';
import { geofenceSchema, type Geofence } from '../../domain/geofence/index.ts';
import type { ZoneVisit } from '../../domain/unitEvent/index.ts';
import { methodOf } from './method.ts';
import { historyRequest } from './tracking.ts';

const geofence = methodOf('geofence-service');
const positive = number().integer().positive();

/** What a map draws of a geofence. */
export type GeofenceShape = Pick<Geofence, 'geofence_id' | 'account_id' | 'name' | 'colour' | 'shape'> &
  Partial<Pick<Geofence, 'description' | 'speed_limit' | 'min_stay'>>;

export interface ImportedGeofences {
  /** Those that were created, in the order of the request. */
  geofences: { geofence_id: number; name: string }[];
  /** Places in the request of those that were left out as their names are taken. */
  skipped: number[];
}

/** geofence-service: what goes beyond the methods that derive from the definition (`domain/geofence`). */
export const geofenceMethods = {
  getGeofenceVisits: geofence<{ visits: ZoneVisit[]; truncated: boolean }>()({
    summary: 'Visits of geofences by units that touch the interval, newest first; also those that last.',
    access: { resource: 'geofences', action: 'r' },
    request: historyRequest.shape({
      geofence_ids: array(positive.required()).max(TELEMETRY.visitedGeofences, 'validation.maxItems'),
      limit: number().integer().min(1).max(TELEMETRY.intervalRows).default(1_000),
    }),
  }),
  getGeofenceShapes: geofence<{ geofences: GeofenceShape[]; next: number | null }>()({
    summary:
      'Shapes of the geofences that the caller sees, in the order of their ids; `next` is the `after` of the next part, null at the end. `whole`: with description, speed limit and minimum stay.',
    access: { resource: 'geofences', action: 'r' },
    request: object({
      after: number().integer().min(0).default(0),
      limit: number().integer().min(1).max(GEOFENCE.shapesAtOnce).default(GEOFENCE.shapesAtOnce),
      whole: boolean().default(false),
    }),
  }),
  importGeofences: geofence<ImportedGeofences>()({
    summary:
      'Creates several geofences, all of them or none; one whose name is taken gets a number, or is skipped. ' +
      'An import in parts creates nothing before its last part; a part that is sent again within a day gets the same answer.',
    access: { resource: 'geofences', action: 'a' },
    request: object({
      account_id: positive,
      geofences: array(geofenceSchema.required('validation.required'))
        .min(1, 'validation.minItems')
        .max(GEOFENCE.importedAtOnce, 'validation.maxItems')
        .required('validation.required'),
      taken: string()
        .oneOf(['rename', 'skip'] as const, 'validation.oneOf')
        .default('rename'),
      part: object({
        import_id: string().required('validation.required').max(40, 'validation.maxLength'),
        number: number().integer('validation.integer').min(0, 'validation.min').required('validation.required'),
        count: number()
          .integer('validation.integer')
          .min(1, 'validation.min')
          .max(GEOFENCE.importedParts, 'validation.max')
          .moreThan(ref('number'), 'validation.invalid')
          .required('validation.required'),
      }).default(undefined),
    }),
    quiet: false,
  }),
};
