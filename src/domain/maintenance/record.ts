import { object, string, type InferType } from 'yup';
import { LENGTH, SERVICE, optionalText, optionalWithin, type AccountId, type UnitId } from '../base/index.ts';
import { workField } from './reminder.ts';

/** What was paid for a service. */
export const billFields = {
  cost: optionalWithin(SERVICE.cost),
  /** ISO 4217; empty: none is given. */
  currency: string()
    .default('')
    .matches(/^$|^[A-Z]{3}$/, 'validation.service.currency'),
  place: optionalText(LENGTH.servicePlace),
  invoice: optionalText(LENGTH.invoice),
  note: optionalText(LENGTH.note),
};

/** A service that was done, as the form holds it and the server takes it. */
export const serviceDoneSchema = object({
  /** ISO 8601. */
  done_at: string().required('validation.required').max(40),
  /** What the vehicle's own counters said. */
  odometer: optionalWithin(SERVICE.counter),
  engine_hours: optionalWithin(SERVICE.counter),
  work: workField,
  ...billFields,
});
export type ServiceDone = InferType<typeof serviceDoneSchema>;

/** A service that was done, as the wire shows it. */
export interface ServiceRecord extends ServiceDone {
  readonly service_record_id: number;
  readonly service_reminder_id: number;
  /** The reminder's. */
  readonly name: string;
  readonly account_id: AccountId;
  readonly unit_id: UnitId | null;
  readonly unit_name: string;
  /** Who entered it. */
  readonly recorded_by: string;
  /** The last one of its reminder: taking it back lets the reminder count as before. */
  readonly is_last: boolean;
  /** ISO 8601 UTC. */
  readonly created_at: string;
}
