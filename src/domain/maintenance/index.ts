export {
  NEXT_SERVICE,
  SERVICE_MEASURES,
  SERVICE_STATES,
  serviceReminders,
  serviceSchema,
  type ServiceForm,
  type ServiceMeasure,
  type ServiceReminder,
  type ServiceState,
} from './reminder.ts';
export { billFields, serviceDoneSchema, type ServiceDone, type ServiceRecord } from './record.ts';
