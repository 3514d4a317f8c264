import { expect, it } from 'vitest';
import { HOUR, MINUTE, SHARE, toIso } from '../../src/domain/base/index.ts';
import type { DomainEvent } from '../../src/domain/events/index.ts';
import type { SharedLocation } from '../../src/domain/share/index.ts';
import { SharedFeed } from './sharedFeed.ts';

const START = Date.UTC(2026, 4, 1, 8);
const AUTH = { token: 'link', visit: '' };

/** One share of unit 7, with the pages that look at it. */
function world() {
  const state = { now: START, reported: 'first', isFailing: false, reads: 0, location: null as SharedLocation | null };
  const location = (): SharedLocation =>
    state.location ?? {
      state: 'active',
      name: state.reported,
      from: toIso(START),
      to: toIso(START + HOUR),
      now: toIso(state.now),
      trail: false,
      account_name: 'Blue',
      brand: { name: 'Blue', logos: {} },
      destination: null,
      units: [],
      visit: null,
    };
  const warnings: string[] = [];
  const feed = new SharedFeed({
    time: { now: () => state.now },
    logger: { warn: (_details, message) => void warnings.push(message) },
    shares: {
      open: async (token) => (token === 'link' ? { shareId: 3, unitIds: [7], location: location() } : null),
      read: async () => {
        state.reads++;
        if (state.isFailing) throw new Error('no database');
        return location();
      },
      reported: (unitIds) => `${unitIds.join()} ${state.reported}`,
    },
  });
  const page = () => {
    const got: SharedLocation[] = [];
    const wire = {
      isOver: false,
      send: (each: SharedLocation) => void got.push(each),
      end: () => void (wire.isOver = true),
    };
    return { got, wire };
  };
  const settled = () => new Promise(setImmediate);
  return { state, feed, page, settled, warnings };
}

it('sends a page what the link shows, and again when a unit has reported, read once for all pages', async () => {
  const { state, feed, page, settled } = world();
  const pages = [page(), page()];
  for (const { wire } of pages) expect(await feed.join(AUTH, null, wire)).not.toBeNull();
  feed.tick();
  await settled();
  expect(state.reads).toBe(0);
  state.reported = 'second';
  feed.tick();
  await settled();
  expect(state.reads).toBe(1);
  for (const { got } of pages) expect(got).toMatchObject([{ name: 'first' }, { name: 'second' }]);
});

it('lets nobody in without a link that is open, and no more than the share may have', async () => {
  const { feed, page } = world();
  for (const auth of [
    null,
    'link',
    {},
    { token: 'other', visit: '' },
    { token: 'link' },
    { token: 'l'.repeat(201), visit: '' },
  ])
    expect(await feed.join(auth, null, page().wire)).toBeNull();
  const leaves = await Promise.all(Array.from({ length: SHARE.viewers }, () => feed.join(AUTH, null, page().wire)));
  expect(leaves).not.toContain(null);
  expect(await feed.join(AUTH, null, page().wire)).toBeNull();
  leaves[0]?.();
  expect(await feed.join(AUTH, null, page().wire)).not.toBeNull();
});

it('ends with the share: at once when it is revoked, and by the clock', async () => {
  for (const end of ['revoked', 'over'] as const) {
    const { state, feed, page, settled } = world();
    const { got, wire } = page();
    await feed.join(AUTH, null, wire);
    const ended: SharedLocation =
      end === 'over' ? { state: 'expired', brand: { name: '', logos: {} } } : { state: 'invalid' };
    state.location = ended;
    if (end === 'over') state.now = START + HOUR;
    if (end === 'over') feed.tick();
    else feed.publish([{ subject_type: 'share', subject_id: 3 } as DomainEvent]);
    await settled();
    expect([got.at(-1)?.state, wire.isOver]).toEqual([ended.state, true]);
    state.reported = 'later';
    feed.tick();
    await settled();
    expect(got).toHaveLength(2);
  }
});

it('reads again now and then, and tries again what could not be read', async () => {
  const { state, feed, page, settled, warnings } = world();
  const { got, wire } = page();
  const leave = await feed.join(AUTH, null, wire);
  state.isFailing = true;
  state.now += MINUTE;
  feed.tick();
  await settled();
  expect([got.length, warnings.length, wire.isOver]).toEqual([1, 1, false]);
  state.isFailing = false;
  state.now += MINUTE;
  feed.tick();
  await settled();
  expect(got).toHaveLength(2);
  leave?.();
  state.reported = 'later';
  feed.tick();
  await settled();
  expect(got).toHaveLength(2);
});
