import { number, object } from 'yup';
import { changesOf, expectedField } from '../../domain/base/index.ts';
import { billFields, serviceDoneSchema, type ServiceRecord } from '../../domain/maintenance/index.ts';
import { methodOf, pageRequest, type Page } from './method.ts';

const service = methodOf('service-reminder-service');
const id = number().integer().positive();
const required = id.required('validation.required');
const READS = { resource: 'service_reminders', action: 'r' } as const;
const CHANGES = { resource: 'service_reminders', action: 'u' } as const;

/**
 * service-reminder-service: maintenance that was done. The reminders themselves derive from their definition
 * (`domain/maintenance`).
 */
export const maintenanceMethods = {
  completeService: service<ServiceRecord>()({
    summary: 'Enters that a service was done, with its bill; its reminder counts on from there.',
    access: CHANGES,
    request: serviceDoneSchema.shape({ service_reminder_id: required }),
    quiet: false,
  }),
  getServiceHistory: service<Page<ServiceRecord>>()({
    summary: 'Services that were done, newest first: of one reminder, of one unit, or of all.',
    access: READS,
    request: pageRequest.shape({ service_reminder_id: id, unit_id: id }),
  }),
  getServiceRecord: service<ServiceRecord>()({
    summary: 'A service that was done, with its bill.',
    access: READS,
    request: object({ service_record_id: required }),
  }),
  updateServiceRecord: service<ServiceRecord>()({
    summary: 'Corrects the bill of a service that was done.',
    access: CHANGES,
    request: changesOf(object(billFields)).shape({ service_record_id: required, expected: expectedField }),
    quiet: false,
  }),
  deleteServiceRecord: service<Record<string, never>>()({
    summary: 'Takes back a service that was not done; after the last one its reminder counts as before.',
    access: { resource: 'service_reminders', action: 'd' },
    request: object({ service_record_id: required }),
    quiet: false,
  }),
};
