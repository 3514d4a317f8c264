import { describe, expect, it } from 'vitest';
import { UNIT_STATUSES, nextUnitStatuses } from '../../../domain/unit/index.ts';
import { statusTransition, statusesFor } from './statusTransitions.ts';

const steps = (from: (typeof UNIT_STATUSES)[number], to: (typeof UNIT_STATUSES)[number]) =>
  statusTransition(from, to, nextUnitStatuses);

describe('the way from one status to another', () => {
  it('takes only allowed steps, and as few as there are', () => {
    expect(steps('active', 'blocked')).toEqual(['blocked']);
    expect(steps('blocked', 'active')).toEqual(['inactive', 'active']);
    expect(steps('damaged', 'active')).toEqual(['inactive', 'active']);
    expect(steps('active', 'active')).toEqual([]);
  });

  it('leads back from every act', () => {
    for (const from of UNIT_STATUSES)
      for (const to of nextUnitStatuses(from)) expect(steps(to, from).at(-1), `${to} → ${from}`).toBe(from);
  });
});

it('offers what at least one of them may become', () => {
  expect(statusesFor(['blocked'], UNIT_STATUSES, nextUnitStatuses)).toEqual(['inactive']);
  expect(statusesFor(['blocked', 'active'], UNIT_STATUSES, nextUnitStatuses)).toEqual([
    'inactive',
    'damaged',
    'blocked',
  ]);
  expect(statusesFor([], UNIT_STATUSES, nextUnitStatuses)).toEqual([]);
});
