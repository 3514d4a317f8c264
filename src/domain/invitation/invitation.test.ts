import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '../base/index.ts';
import { countdown } from './countdown.ts';
import { inviteSchema, invitationStatus } from './invitation.ts';

const NOW = Date.UTC(2026, 4, 1);

describe('the countdown of an invitation', () => {
  it.each([
    [-1, { kind: 'expired' }],
    [0, { kind: 'expired' }],
    [1, { kind: 'in', unit: 'second', count: 1 }],
    [59 * SECOND + 999, { kind: 'in', unit: 'second', count: 59 }],
    [MINUTE, { kind: 'in', unit: 'minute', count: 1 }],
    [HOUR - 1, { kind: 'in', unit: 'minute', count: 59 }],
    [HOUR, { kind: 'in', unit: 'hour', count: 1 }],
    [DAY - 1, { kind: 'in', unit: 'hour', count: 23 }],
    [DAY, { kind: 'in', unit: 'day', count: 1 }],
    [7 * DAY - 1, { kind: 'in', unit: 'day', count: 6 }],
    [7 * DAY, { kind: 'in', unit: 'week', count: 1 }],
    [28 * DAY - 1, { kind: 'in', unit: 'week', count: 3 }],
    [28 * DAY, { kind: 'date' }],
  ])('with %i ms left is %o', (left, shown) => expect(countdown(NOW + left, NOW)).toEqual(shown));
});

describe('the status of an invitation', () => {
  it('runs out by itself while nobody answered', () => {
    expect(invitationStatus('pending', NOW + 1, NOW)).toBe('pending');
    expect(invitationStatus('pending', NOW, NOW)).toBe('expired');
    for (const answered of ['accepted', 'declined', 'withdrawn'] as const)
      expect(invitationStatus(answered, NOW - DAY, NOW)).toBe(answered);
  });
});

describe('whom one may invite', () => {
  const problem = (emails: unknown, role_id: unknown = 1): string | null => {
    try {
      inviteSchema.validateSync({ emails, role_id });
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };
  const people = (count: number) => Array.from({ length: count }, (_, index) => `p${index}@example.test`);

  it('is one to twenty different addresses and a role', () => {
    expect([problem(people(1)), problem(people(20))]).toEqual([null, null]);
    expect(problem(people(21))).toBe('validation.maxInvitations');
    expect(problem([])).toBe('validation.required');
    expect(problem(['a@b.test', 'A@B.test'])).toBe('validation.emailTwice');
    expect(problem(['a@b'])).toBe('validation.invalidEmail');
    expect(problem(people(1), '')).toBe('validation.required');
  });
});
