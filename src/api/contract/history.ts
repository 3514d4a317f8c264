import { boolean, object, string } from 'yup';
import { TRACK_PARTS } from '../../domain/telemetry/index.ts';
import { HISTORY_FORMATS, historyRequest } from './tracking.ts';
import { unitIds } from './method.ts';

export const historyStreamRequest = historyRequest.shape({
  format: string().oneOf(HISTORY_FORMATS).default('blocks'),
  /** Of blocks; files for people have all columns. */
  columns: string().oneOf(TRACK_PARTS).default('all'),
  filters: boolean().default(false),
});

export const backfillRequest = object({
  at: string().required('validation.required').max(40),
  silent_since: string().max(40),
  unit_ids: unitIds,
  columns: string().oneOf(TRACK_PARTS).default('all'),
  filters: boolean().default(false),
});
