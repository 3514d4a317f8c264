import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../src/api/contract/index.ts';
import type { AccountId } from '../../src/domain/base/index.ts';
import { heardBy } from './hearing.ts';
import { Viewer, type ViewerWire } from './viewer.ts';

const viewer = (userId: number, permissions = {}) =>
  new Viewer({} as ViewerWire, 'token', 7, { sessionId: 1, userId, scope: [], reach: [7 as AccountId], permissions });
const event = (data: Record<string, unknown>, subject_type = 'invitation'): DomainEvent => ({
  account_id: 4,
  sequence: 9,
  kind: 'invitationSent',
  subject_type,
  subject_id: 1,
  user_id: 3,
  time: '2026-05-01T08:00:00.000Z',
  data,
});

describe('an invitation', () => {
  it('is heard of by the person who is invited, though the account is not theirs yet', () => {
    const sent = event({ invited_user_id: 6 });
    expect(heardBy(viewer(6), [sent])).toEqual([sent]);
    expect(heardBy(viewer(5, { user: ['r'] }), [sent])).toEqual([]);
  });

  it('lets nobody hear of anything else of that account', () => {
    expect(heardBy(viewer(6, { user: ['r'] }), [event({ invited_user_id: 6 }, 'user'), event({})])).toEqual([]);
  });
});
