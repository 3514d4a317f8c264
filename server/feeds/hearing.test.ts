import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../src/domain/events/index.ts';
import { testEvent, testEventAbout } from '../../src/domain/events/testing/index.ts';
import type { AccountId } from '../../src/domain/base/index.ts';
import { heardBy } from './hearing.ts';
import { Viewer, type ViewerWire } from './viewer.ts';

const viewer = (userId: number, permissions = {}) =>
  new Viewer({} as ViewerWire, 'token', 7, {
    sessionId: 1,
    userId,
    scope: [],
    reach: [7, 8] as AccountId[],
    permissions,
  });
const PLACE = { account_id: 4, sequence: 9, subject_id: 1, user_id: 3 };
const sentTo = (invited_user_id?: number): DomainEvent =>
  testEvent('invitationSent', invited_user_id === undefined ? {} : { invited_user_id }, PLACE);

describe('an invitation', () => {
  it('reaches the person who is invited, though the account is not theirs yet', () => {
    const sent = sentTo(6);
    expect(heardBy(viewer(6), [sent])).toEqual([sent]);
    expect(heardBy(viewer(5, { user: ['r'] }), [sent])).toEqual([]);
  });

  it('lets nobody hear of anything else of that account', () => {
    expect(heardBy(viewer(6, { user: ['r'] }), [testEventAbout('user', PLACE), sentTo()])).toEqual([]);
  });
});

describe('a visit of a geofence of the account', () => {
  const visitOf = (owner_account_id: number): DomainEvent =>
    testEvent(
      'zoneEntered',
      { unit_id: 3, name: 'Van', geofence: 'Depot', entered_at: '', left_at: null, owner_account_id, late: false },
      { account_id: 7, sequence: 9, subject_id: 3, user_id: null },
    );
  const geofences = ['r', 'm'];

  it('by a unit of its own reaches who may see both', () => {
    const entered = visitOf(7);
    expect(heardBy(viewer(6, { geofences, units: ['r'] }), [entered])).toEqual([entered]);
    expect(heardBy(viewer(6, { geofences }), [entered])).toEqual([]);
    expect(heardBy(viewer(6, { units: ['r'] }), [entered])).toEqual([]);
  });

  it('by a unit of a sub-account takes the permission to see units there; one that is allocated to it does not', () => {
    const [below, allocated] = [visitOf(8), visitOf(2)];
    expect(heardBy(viewer(6, { geofences, units: ['r'] }), [below, allocated])).toEqual([allocated]);
    expect(heardBy(viewer(6, { geofences, units: ['r', 'ar'] }), [below])).toEqual([below]);
  });
});
