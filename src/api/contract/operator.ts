import { array, number, object, string } from 'yup';
import { LENGTH, TELEMETRY, requiredText } from '../../domain/base/index.ts';
import type { OperatorBinding, OperatorTimeline, UnknownKey } from '../../domain/operator/index.ts';
import { methodOf, pageRequest, unitIds, type Page } from './method.ts';

const operator = methodOf('operator-service');
const positive = number().integer().positive();
const required = positive.required('validation.required');
const instant = string().max(40);
const CHANGES = { resource: 'operator', action: 'u' } as const;
const READS = { resource: 'operator', action: 'r' } as const;

/**
 * operator-service: who drove what, and when. The operators themselves derive from their definition
 * (`domain/operator`).
 */
export const operatorMethods = {
  assignOperator: operator<OperatorBinding>()({
    summary:
      'Assigns an operator to a unit: from now on, or from an instant, also a past one; to an end, or until it is ended.',
    access: CHANGES,
    request: object({ operator_id: required, unit_id: required, from: instant, to: instant.nullable() }),
    quiet: false,
  }),
  releaseOperator: operator<{ bindings: OperatorBinding[] }>()({
    summary: 'Ends what assigns an operator to a unit, by hand or by key, now or at a past instant.',
    access: CHANGES,
    request: object({ operator_id: required, unit_id: required, at: instant }),
    quiet: false,
  }),
  updateOperatorBinding: operator<OperatorBinding>()({
    summary: 'Changes an assignment that was made by hand.',
    access: CHANGES,
    request: object({
      binding_id: required,
      unit_id: positive,
      from: instant.required('validation.required'),
      to: instant.nullable().default(null),
    }),
    quiet: false,
  }),
  deleteOperatorBinding: operator<Record<string, never>>()({
    summary: 'Removes an assignment; one by key is ignored from its beginning on.',
    access: CHANGES,
    request: object({ binding_id: required }),
    quiet: false,
  }),
  getOperatorBindings: operator<{ bindings: OperatorBinding[]; truncated: boolean }>()({
    summary:
      'Who drove which unit in the interval, newest first; of a unit that was allocated to the caller, within that span only.',
    access: READS,
    request: object({
      operator_ids: array(required).max(1_000),
      unit_ids: unitIds,
      from: instant.required('validation.required'),
      to: instant.required('validation.required'),
      limit: number().integer().min(1).max(TELEMETRY.intervalRows).default(1_000),
    }),
  }),
  getOperatorTimeline: operator<OperatorTimeline>()({
    summary:
      'What an operator drove in the interval: trips, driving time and rests, as far as the caller may see trips of the units.',
    access: READS,
    request: object({
      operator_id: required,
      from: instant.required('validation.required'),
      to: instant.required('validation.required'),
      limit: number().integer().min(1).max(TELEMETRY.intervalRows).default(1_000),
    }),
  }),
  getUnknownKeys: operator<Page<UnknownKey>>()({
    summary: "Driver keys that the account's units reported and that are nobody's, with when and where they were seen.",
    access: READS,
    request: pageRequest,
  }),
  claimDriverKey: operator<{ key: string }>()({
    summary: 'Gives a key to an operator, for the past too where it was nobody’s.',
    access: CHANGES,
    request: object({ operator_id: required, key: requiredText(LENGTH.operatorCode) }),
    quiet: false,
  }),
};
