import { PAGE } from '../../domain/base/index.ts';
import type { Rule } from '../../domain/rule/index.ts';
import { useAnswer } from '../shared/services/calls.ts';

/** Rules that an alert may tie together; null while they are read. */
export function useTiedRules(): readonly Rule[] | null {
  const { value, problem } = useAnswer('getRuleList', { page: 1, limit: PAGE.maximumLimit, sort: 'name' }, ['rule']);
  return problem === null ? (value?.rows ?? null) : [];
}
