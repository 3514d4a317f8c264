import { about } from './event.ts';

/** What every event about maintenance that was done says. */
interface OfService {
  /** The reminder's. */
  readonly name: string;
  readonly unit_id: number | null;
  readonly unit: string;
}

const reminder = about('service_reminder');

/** Maintenance that was done, and maintenance that is due. */
export const maintenanceEvents = {
  serviceDone: reminder<OfService & { readonly record_id: number; readonly done_at: string }>(),
  serviceRecordUpdated: reminder<
    OfService & { readonly record_id: number; readonly before: object; readonly after: object }
  >(),
  serviceRecordDeleted: reminder<OfService & { readonly record_id: number; readonly done_at: string }>(),
  /** It is due soon, due, or overdue. */
  serviceTurned: reminder<OfService & { readonly state: string }>(),
};
