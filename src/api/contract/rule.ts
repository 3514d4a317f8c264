import { number, object, string } from 'yup';
import type { Occurrence } from '../../domain/rule/index.ts';
import { methodOf, pageRequest, type Page } from './method.ts';

const rule = methodOf('rule-service');
const positive = number().integer().positive();
/** rule-service: when rules fired. The rules themselves derive from their definition (`domain/rule`). */
export const ruleMethods = {
  getOccurrences: rule<Page<Occurrence>>()({
    summary:
      'When rules of the account and its permitted descendants fired, a page at a time; newest first where nothing else is asked.',
    access: { resource: 'alert', action: 'r' },
    request: pageRequest.shape({
      from: string().max(40),
      to: string().max(40),
      filters: object({ rule_id: positive, unit_id: positive, state: string().oneOf(['', 'lasting', 'over']) }).default(
        {},
      ),
    }),
  }),
};
