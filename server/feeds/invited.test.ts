import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../src/domain/events/index.ts';
import { testEvent, testEventAbout } from '../../src/domain/events/testing/index.ts';
import type { AccountId } from '../../src/domain/base/index.ts';
import { heardBy } from './hearing.ts';
import { Viewer, type ViewerWire } from './viewer.ts';

const viewer = (userId: number, permissions = {}) =>
  new Viewer({} as ViewerWire, 'token', 7, { sessionId: 1, userId, scope: [], reach: [7 as AccountId], permissions });
const PLACE = { account_id: 4, sequence: 9, subject_id: 1, user_id: 3 };
const sentTo = (invited_user_id?: number): DomainEvent =>
  testEvent('invitationSent', invited_user_id === undefined ? {} : { invited_user_id }, PLACE);

describe('an invitation', () => {
  it('is heard of by the person who is invited, though the account is not theirs yet', () => {
    const sent = sentTo(6);
    expect(heardBy(viewer(6), [sent])).toEqual([sent]);
    expect(heardBy(viewer(5, { user: ['r'] }), [sent])).toEqual([]);
  });

  it('lets nobody hear of anything else of that account', () => {
    expect(heardBy(viewer(6, { user: ['r'] }), [testEventAbout('user', PLACE), sentTo()])).toEqual([]);
  });
});
