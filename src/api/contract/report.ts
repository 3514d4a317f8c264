import { array, number, object, string } from 'yup';
import { REPORT } from '../../domain/base/index.ts';
import {
  REPORT_FORMATS,
  REPORT_TYPES,
  type ListedGeneration,
  type ReportGeneration,
  type ReportRow,
} from '../../domain/report/index.ts';
import { methodOf, pageRequest, type Page } from './method.ts';

const report = methodOf('report-service');
const id = number().integer().positive();
const READS = { resource: 'report', action: 'r' } as const;

/** report-service beside what derives from the definition (`domain/report`). */
export const reportMethods = {
  generateReport: report<{ job_id: number; generation_id: number }>()({
    summary:
      'Generates a saved report, or one of a type, in the background; `getJob` says how far it is. Units, interval and formats of a saved report may be given otherwise.',
    access: { resource: 'report', action: 'a' },
    quiet: false,
    request: object({
      report_id: id,
      type: string().oneOf(REPORT_TYPES, 'validation.oneOf'),
      unit_ids: array(id.required('validation.required')).max(REPORT.units, 'validation.maxItems'),
      /** ISO 8601; without them the days of the report, or those of the week before. */
      from: string().max(40),
      to: string().max(40),
      formats: array(string().oneOf(REPORT_FORMATS, 'validation.oneOf').required('validation.required')),
    }),
  }),
  getReportGenerationList: report<Page<ListedGeneration>>()({
    summary: 'Every generation that is kept, of a report or of all, newest first.',
    access: READS,
    request: pageRequest.pick(['page', 'limit']).shape({ report_id: id }),
  }),
  getReportGeneration: report<ReportGeneration>()({
    summary: 'One generation with the totals of its sections, its chart and its files.',
    access: READS,
    request: object({ generation_id: id.required('validation.required') }),
  }),
  getReportRows: report<Page<ReportRow>>()({
    summary: 'Rows of a section of a generation, in their order or sorted by a column.',
    access: READS,
    request: pageRequest
      .pick(['page', 'limit', 'sort'])
      .shape({
        generation_id: id.required('validation.required'),
        section: string().max(40).required('validation.required'),
      }),
  }),
};
