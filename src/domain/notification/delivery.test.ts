import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, NOTIFICATION } from '../base/index.ts';
import { planDelivery, retryAfter, type Planned } from './delivery.ts';
import { DEFAULT_PREFERENCES } from './preferences.ts';
import { quietUntil } from './quiet.ts';

/** A Saturday. */
const NOON = Date.UTC(2026, 10, 21, 12);
const ALL = [1, 2, 3, 4, 5, 6, 7];

describe('quiet hours', () => {
  const night = { from: '22:00', to: '06:30', days: ALL };
  it.each<[string, string, number, number | null]>([
    ['at noon', 'UTC', NOON, null],
    ['as they begin', 'UTC', NOON + 10 * HOUR, NOON + 18.5 * HOUR],
    ['after midnight', 'UTC', NOON + 13 * HOUR, NOON + 18.5 * HOUR],
    ['as they end', 'UTC', NOON + 18.5 * HOUR, null],
    ['in the zone of the person', 'Asia/Tehran', NOON + 7 * HOUR, NOON + 15 * HOUR],
  ])('%s', (_, zone, now, until) => expect(quietUntil(night, zone, now)).toBe(until));

  it('count for the day on which they begin', () => {
    const friday = { ...night, days: [5] };
    expect(quietUntil(friday, 'UTC', NOON - 6 * HOUR)).toBe(NOON - 5.5 * HOUR);
    expect(quietUntil(friday, 'UTC', NOON + 11 * HOUR)).toBeNull();
  });

  it('end by the clock on the wall when it is put back', () => {
    // In Berlin the night to 25 October 2026 has an hour more.
    const begun = Date.UTC(2026, 9, 24, 21);
    expect(quietUntil({ from: '22:00', to: '06:00', days: ALL }, 'Europe/Berlin', begun)).toBe(begun + 8 * HOUR);
  });
});

describe('a message to a person', () => {
  const planned: Planned = {
    channel: 'email',
    severity: 'warning',
    preferences: DEFAULT_PREFERENCES,
    zone: 'UTC',
    recent: 0,
    deferredUntil: null,
    digest: { count: 3, minutes: 10 },
  };
  const plan = (changes: Partial<Planned>) => planDelivery({ ...planned, ...changes }, NOON);
  const preferring = (changes: object): Partial<Planned> => ({ preferences: { ...DEFAULT_PREFERENCES, ...changes } });
  const quiet = { quiet: true, quiet_from: '11:00', quiet_to: '14:00' };

  it.each<[string, Partial<Planned>, object]>([
    ['goes out', {}, { state: 'waiting', deferred: false, due: NOON }],
    ['is not wanted', preferring({ warning: ['push'] }), { state: 'skipped', reason: 'preference' }],
    ['waits for the quiet hours to end', preferring(quiet), { deferred: true, due: NOON + 2 * HOUR }],
    [
      'breaks through when it is critical',
      { ...preferring(quiet), severity: 'critical' },
      { deferred: false, due: NOON },
    ],
    [
      'does not where the person wants none',
      { ...preferring({ ...quiet, break_through: false }), severity: 'critical' },
      { deferred: true, due: NOON + 2 * HOUR },
    ],
    ['comes with the summary of the hour', preferring({ digest_minutes: 60 }), { deferred: true, due: NOON + HOUR }],
    ['not when it is critical', { ...preferring({ digest_minutes: 60 }), severity: 'critical' }, { deferred: false }],
    ['is one too many', { recent: 3 }, { deferred: true, due: NOON + 10 * MINUTE }],
    ['joins those that wait', { recent: 3, deferredUntil: NOON + MINUTE }, { deferred: true, due: NOON + MINUTE }],
    ['is never one too many', { recent: 300, digest: { count: null, minutes: 10 } }, { deferred: false }],
  ])('%s', (_, changes, expected) => expect(plan(changes)).toMatchObject(expected));
});

it('is tried again after longer and longer waits, up to an hour, and given up at last', () => {
  const waits = Array.from({ length: NOTIFICATION.attempts }, (_, index) => retryAfter(index + 1, NOTIFICATION));
  expect(waits.map((wait) => (wait === null ? null : wait / MINUTE))).toEqual([0.5, 2, 8, 32, 60, 60, 60, null]);
});
