import { number, object, string } from 'yup';
import { SHAPE, VISITS } from '../../domain/base/index.ts';
import { shapeField } from '../../domain/geometry/index.ts';
import type { NearUnit, Visit } from '../../domain/visit/index.ts';
import { methodOf, unitIds } from './method.ts';
import { historyRequest } from './tracking.ts';

export const visitsStreamRequest = historyRequest.shape({ shape: shapeField });

export type VisitMessage =
  | { readonly type: 'visits'; readonly visits: readonly Visit[] }
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  /** `truncated`: there were more than one answer may have; the units behind `done` were not gone through. */
  | { readonly type: 'end'; readonly truncated: boolean; readonly done: number; readonly total: number };

const tracking = methodOf('tracking-service');
const degrees = (most: number) => number().required('validation.required').min(-most).max(most);

export const visitMethods = {
  findVisits: tracking<{ visits: Visit[]; truncated: boolean }>()({
    heavy: true,
    summary:
      'Stays of units in a shape, and their ways through it, newest first. Truncated: of the first units only; `POST /api/visits` streams more.',
    access: { resource: 'units', action: 'sh' },
    request: visitsStreamRequest.shape({ limit: number().integer().min(1).max(VISITS.rows).default(1_000) }),
  }),
  findLastVisit: tracking<{ visit: Visit | null }>()({
    heavy: true,
    summary: 'When a unit was last in a shape.',
    access: { resource: 'units', action: 'sh' },
    request: object({ unit_id: number().integer().positive().required('validation.required'), shape: shapeField }),
  }),
  findUnitsNear: tracking<{ units: NearUnit[] }>()({
    summary: 'Units that were near a point at about an instant, the nearest first, with distance and time.',
    access: { resource: 'units', action: 'sh' },
    request: object({
      unit_ids: unitIds,
      latitude: degrees(SHAPE.latitude),
      longitude: degrees(180),
      radius: number().required('validation.required').min(SHAPE.radius.min).max(SHAPE.radius.max),
      at: string().required('validation.required').max(40),
      span: number().integer().min(VISITS.span.min).max(VISITS.span.max).default(300),
    }),
  }),
};
