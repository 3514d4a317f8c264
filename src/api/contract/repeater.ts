import { number, object } from 'yup';
import {
  repeaterPasswordSchema,
  resendSchema,
  type RepeaterLogEntry,
  type RepeaterTest,
} from '../../domain/repeater/index.ts';
import { methodOf } from './method.ts';

const repeater = methodOf('repeater-service');
const one = object({ repeater_id: number().integer().positive().required('validation.required') });
const READ = { resource: 'repeaters', action: 'r' } as const;
const CHANGE = { resource: 'repeaters', action: 'u' } as const;

/** repeater-service beside what derives from its definition (`domain`). */
export const repeaterMethods = {
  getRepeaterLog: repeater<{ rows: readonly RepeaterLogEntry[] }>()({
    summary: 'The last errors of a repeater, newest first.',
    access: READ,
    request: one,
  }),
  testRepeater: repeater<RepeaterTest>()({
    summary: 'Sends the last report of one of its units, and answers what the receiver said.',
    access: CHANGE,
    quiet: false,
    request: one,
  }),
  setRepeaterPassword: repeater<object>()({
    summary: 'Sets the password that the receiver asks for; an empty one removes it. No method answers it.',
    access: CHANGE,
    quiet: false,
    request: repeaterPasswordSchema,
  }),
  resendPeriod: repeater<{ job_id: number }>()({
    summary: 'Sends what units reported in a period again, as a background job.',
    access: CHANGE,
    quiet: false,
    request: resendSchema,
  }),
};
