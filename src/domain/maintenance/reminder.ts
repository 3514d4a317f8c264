import { array, number, object, string, type InferType } from 'yup';
import {
  LENGTH,
  SERVICE,
  labelsField,
  optionalDay,
  optionalText,
  optionalWholeWithin,
  optionalWithin,
  requiredText,
} from '../base/index.ts';
import { defineEntity, joined, type RowOf } from '../entity/index.ts';
import { SERVICE_SITE } from './registry.ts';

/** From where the next interval counts: what was done, what was due (a fixed grid), or not again. */
export const NEXT_SERVICE = ['done', 'due', 'never'] as const;

/** How near a service is, the nearest last; `paused`: nothing is counted. */
export const SERVICE_STATES = ['paused', 'ok', 'soon', 'due', 'overdue'] as const;
export type ServiceState = (typeof SERVICE_STATES)[number];

/** What a service may be due by. */
export const SERVICE_MEASURES = ['km', 'hours', 'days'] as const;
export type ServiceMeasure = (typeof SERVICE_MEASURES)[number];

/** Pieces of work, in the words of those who do them. */
export const workField = array(requiredText(LENGTH.serviceWork)).max(SERVICE.work, 'validation.maxItems').default([]);

/** A maintenance reminder as the form holds it and the server takes it (domain reference, chapter 8). */
export const serviceSchema = object({
  name: requiredText(LENGTH.maintenanceName),
  /** Null: of something that has no tracker; then days alone are counted. */
  unit_id: number().integer().positive('validation.oneOf').nullable().default(null),
  work: workField,
  /** It is due when any of them is over. */
  every_km: optionalWithin(SERVICE.kilometres),
  every_hours: optionalWithin(SERVICE.hours),
  every_days: optionalWholeWithin(SERVICE.days),
  /** So much before it is due it is due soon; so much after it, it is overdue. */
  soon_km: optionalWithin(SERVICE.soonKilometres, SERVICE.soonKilometres.usual),
  soon_hours: optionalWithin(SERVICE.soonHours, SERVICE.soonHours.usual),
  soon_days: optionalWholeWithin(SERVICE.soonDays, SERVICE.soonDays.usual),
  /** When it was done last; null: it counts from the day on which the reminder was made. */
  last_on: optionalDay(),
  /** What the vehicle's own counters said then. */
  last_km: optionalWithin(SERVICE.counter),
  last_hours: optionalWithin(SERVICE.counter),
  next: string().oneOf(NEXT_SERVICE, 'validation.oneOf').default('done'),
  status: string().oneOf(['active', 'inactive'], 'validation.oneOf').default('active'),
  labels: labelsField,
  note: optionalText(LENGTH.note),
}).test('interval', ({ unit_id: unit, every_km: km, every_hours: hours, every_days: days }, context) => {
  if (km === null && hours === null && days === null)
    return context.createError({ path: 'every_km', message: 'validation.service.interval' });
  if (unit === null && (km !== null || hours !== null))
    return context.createError({ path: 'unit_id', message: 'validation.service.unit' });
  return true;
});
export type ServiceForm = InferType<typeof serviceSchema>;

/** How far a service is due; a figure is null where nothing counts towards it. */
export interface ServiceProgress {
  unit_name: string;
  state: ServiceState;
  /** What is left until it is due; below zero: how long it has been. */
  left_km: number | null;
  left_hours: number | null;
  left_days: number | null;
  /** The day on which it is due, by the use of late where that comes before the days; null: not known. */
  due_on: string | null;
  /** How often it was done. */
  done_count: number;
  /** The account's; empty: it has none. */
  currency: string;
}

/** Maintenance that units need by distance, engine hours or time. */
export const serviceReminders = defineEntity({
  ...SERVICE_SITE,
  called: ['maintenance reminder', 'maintenance reminders'],
  service: 'service-reminder-service',
  schema: serviceSchema,
  joined: joined<ServiceProgress>(),
  title: 'name',
  searched: ['name', 'note'],
  found: { by: ['name', 'note'] },
  filters: { state: SERVICE_STATES, unit_id: 'id' },
  columns: {
    name: 'name',
    unit_name: 'name',
    state: 'name',
    due_on: 'day',
    left_km: 'number',
    left_hours: 'number',
    left_days: 'number',
    work: 'text',
    last_on: 'day',
    done_count: 'number',
    status: 'status',
    labels: 'labels',
    account_name: 'name',
    note: 'text',
    created_at: 'time',
  },
  hidden: ['left_km', 'left_hours', 'left_days', 'last_on', 'done_count', 'status', 'note', 'created_at'],
  follows: ['unit'],
});
export type ServiceReminder = RowOf<typeof serviceReminders>;
