import { describe, expect, it } from 'vitest';
import type { LiveRefusal } from '../../../api/contract/index.ts';
import type { DomainEvent } from '../../../domain/events/index.ts';
import { testEvent } from '../../../domain/events/testing/index.ts';
import { FEED, MINUTE, SECOND } from '../../../domain/base/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import { MOTION } from '../../../domain/telemetry/index.ts';
import { createFleet, type Fleet } from '../../pipeline/fleetStore.ts';
import {
  FakeLiveServer,
  ManualTime,
  createLocalPort,
  createMemorySnapshots,
  type TestFix,
} from '../../testing/index.ts';
import type { Presence } from '../../types.ts';
import type { LiveIdentity } from './liveMessages.ts';
import { createLiveSource, type LiveSource } from './liveSource.ts';
import type { SnapshotStore } from './snapshotStore.ts';

const NOW = Date.UTC(2026, 0, 1);

const fix = (unitId: number, time: number, changes: Partial<TestFix> = {}): TestFix => ({
  unitId,
  time,
  longitude: 10,
  latitude: 50,
  speed: 40,
  course: 90,
  motion: MOTION.moving,
  ignition: 2,
  ...changes,
});

interface Rig {
  time: ManualTime;
  server: FakeLiveServer;
  source: LiveSource;
  fleet: Fleet;
  presences: Presence[];
  refusals: LiveRefusal[];
  identity: { current: LiveIdentity | null };
  /** Lets milliseconds pass and what is under way arrive. */
  pass(milliseconds: number): Promise<void>;
  /** Attaches the fleet and waits for the picture. */
  attach(): Promise<void>;
  timeOf(unitId: number): number;
}

function rig(
  options: { server?: FakeLiveServer; time?: ManualTime; snapshots?: SnapshotStore; random?: () => number } = {},
): Rig {
  const time = options.time ?? new ManualTime(NOW);
  const server = options.server ?? new FakeLiveServer(time);
  const identity = { current: { token: 'one', account: 5, snapshotKey: 'me' } as LiveIdentity | null };
  const refusals: LiveRefusal[] = [];
  const port = createLocalPort({
    open: server.open,
    time,
    timers: time,
    random: options.random ?? (() => 0.5),
    snapshots: options.snapshots ?? createMemorySnapshots(),
  });
  const source = createLiveSource({
    url: '',
    getAuth: () => identity.current,
    onRefused: (refusal) => refusals.push(refusal),
    timeSource: time,
    port,
  });
  const presences: Presence[] = [];
  source.presence$.subscribe((presence) => presences.push(presence));
  const fleet = createFleet({ epoch: NOW });
  const pass = async (milliseconds: number): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    time.pass(milliseconds);
    await new Promise((resolve) => setImmediate(resolve));
    source.advance(time.now() + server.ahead, 1, fleet);
  };
  return {
    time,
    server,
    source,
    fleet,
    presences,
    refusals,
    identity,
    pass,
    async attach() {
      const done = source.backfill(time.now(), fleet);
      await pass(100);
      await pass(100);
      await done;
    },
    timeOf: (unitId) => fleet.times[fleet.slotOf(unitId)] ?? 0,
  };
}

describe('order of fixes', () => {
  it('never lets an older or equal fix move a unit', async () => {
    const r = rig();
    r.server.report([fix(1, NOW - 10_000)]);
    await r.attach();
    r.server.sendFixes([fix(1, NOW - 5_000, { longitude: 11 })]);
    await r.pass(100);
    r.server.sendFixes([fix(1, NOW - 8_000, { longitude: 99 }), fix(1, NOW - 5_000, { longitude: 98 })]);
    await r.pass(100);
    expect(r.timeOf(1)).toBe(NOW - 5_000);
    expect(r.fleet.longitudes[r.fleet.slotOf(1)]).toBe(11);
  });

  it('glides for as long as the unit takes between reports', async () => {
    const r = rig();
    r.server.report([fix(1, NOW - 10_000)]);
    await r.attach();
    const sent = r.time.now();
    r.server.report([fix(1, NOW, { longitude: 10.1 })]);
    await r.pass(100);
    expect(r.fleet.settlesAt).toBe(sent + 10_000);
    const out = new Float64Array(2);
    r.fleet.drawnAt(r.fleet.slotOf(1), sent + 5_000, out);
    expect(out[0]).toBeCloseTo(10.05, 5);
  });

  it('jumps over a long silence instead of inventing a way', async () => {
    const r = rig();
    r.server.report([fix(1, NOW - 10 * MINUTE)]);
    await r.attach();
    r.server.report([fix(1, NOW, { longitude: 10.5 })]);
    await r.pass(100);
    const out = new Float64Array(2);
    r.fleet.drawnAt(r.fleet.slotOf(1), r.time.now(), out);
    expect(out[0]).toBeCloseTo(10.5, 6);
  });
});

describe('coming back', () => {
  it('misses nothing and doubles nothing over a short absence', async () => {
    const r = rig();
    r.server.report([fix(1, NOW - 10_000), fix(2, NOW - 10_000)]);
    await r.attach();
    r.server.drop();
    r.server.report([fix(1, NOW - 5_000)]);
    r.server.report([fix(1, NOW), fix(2, NOW - 1_000)]);
    await r.pass(2 * SECOND);
    expect(r.server.attempts[1].cursor).toEqual({ epoch: 'first', sequence: 101 });
    expect([r.timeOf(1), r.timeOf(2)]).toEqual([NOW, NOW - 1_000]);
    expect(r.presences.map((presence) => presence.state)).toEqual(['connecting', 'live', 'stale', 'live']);
  });

  it('takes a whole new picture in a new epoch and forgets what is not in it', async () => {
    const r = rig();
    r.server.report([fix(1, NOW - 10_000), fix(2, NOW - 10_000)]);
    await r.attach();
    r.server.remove(2);
    r.server.restart('second');
    r.server.report([fix(1, NOW - 3_000)]);
    await r.pass(2 * SECOND);
    expect([r.timeOf(1), r.timeOf(2)]).toEqual([NOW - 3_000, 0]);
    r.server.drop();
    await r.pass(2 * SECOND);
    expect(r.server.attempts.at(-1)?.cursor?.epoch).toBe('second');
  });

  it('asks for a new picture after a frame that makes no sense', async () => {
    const r = rig();
    r.server.report([fix(1, NOW - 10_000)]);
    await r.attach();
    r.server.sendBytes(new ArrayBuffer(30));
    expect(r.presences.at(-1)?.state).toBe('stale');
    await r.pass(2 * SECOND);
    expect(r.server.attempts.at(-1)?.cursor).toBeUndefined();
    expect(r.presences.at(-1)?.state).toBe('live');
  });

  it('asks for a new picture when the old one came only in part', async () => {
    const r = rig();
    r.server.report([fix(1, NOW - 10_000), fix(2, NOW - 10_000)]);
    r.server.cutSnapshot = true;
    await r.pass(100);
    expect(r.presences.at(-1)?.state).toBe('stale');
    await r.pass(SECOND);
    await r.attach();
    expect(r.server.attempts).toHaveLength(2);
    expect(r.server.attempts.at(-1)?.cursor).toBeUndefined();
    expect([r.timeOf(1), r.timeOf(2)]).toEqual([NOW - 10_000, NOW - 10_000]);
  });

  it('says stale at once with the next try, and waits longer each time, scattered', async () => {
    let chance = 0;
    const r = rig({ random: () => chance });
    await r.attach();
    r.server.down = true;
    r.server.drop();
    const lostAt = r.time.now();
    expect(r.presences.at(-1)).toEqual({ state: 'stale', since: lostAt, retryAt: lostAt + 250 });
    chance = 0.999;
    const waits: number[] = [];
    for (let tries = 0; tries < 9; tries++) {
      const before = r.server.attempts.length;
      while (r.server.attempts.length === before) await r.pass(100);
      await r.pass(20);
      const presence = r.presences.at(-1);
      if (presence?.state === 'stale' && presence.retryAt !== null)
        waits.push(Math.round((presence.retryAt - r.time.now()) / 500) / 2);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30, 30]);
    expect(r.presences.at(-1)).toMatchObject({ since: lostAt });
    r.server.down = false;
    r.source.retry();
    await r.pass(100);
    expect(r.presences.at(-1)?.state).toBe('live');
    r.server.drop();
    expect(r.presences.at(-1)).toMatchObject({ state: 'stale', retryAt: r.time.now() + 500 * 0.9995 });
  });

  it('notices a line that is up but dead', async () => {
    const r = rig();
    await r.attach();
    await r.pass(60 * SECOND);
    expect(r.presences.at(-1)?.state).toBe('live');
    r.server.silent = true;
    const heard = r.server.attempts.length;
    await r.pass(FEED.deadAfter);
    expect(r.presences.at(-1)?.state).toBe('stale');
    await r.pass(SECOND);
    expect(r.server.attempts.length).toBeGreaterThan(heard);
  });

  it('says within 3 seconds that it hears nothing, and keeps a line that was only slow', async () => {
    const r = rig();
    await r.attach();
    await r.pass(10 * SECOND);
    r.server.silent = true;
    await r.pass(3 * SECOND);
    const said = r.presences.at(-1);
    expect(said).toMatchObject({ state: 'stale', retryAt: null });
    expect(said?.state === 'stale' && r.time.now() - said.since).toBeLessThan(4 * SECOND);
    r.server.silent = false;
    await r.pass(2 * SECOND);
    expect(r.presences.at(-1)).toEqual({ state: 'live' });
    expect(r.server.attempts).toHaveLength(1);
  });

  it('opens a silent connection again when it is asked to', async () => {
    const r = rig();
    await r.attach();
    r.server.silent = true;
    await r.pass(3 * SECOND);
    r.server.silent = false;
    r.source.retry();
    await r.pass(100);
    expect(r.server.attempts).toHaveLength(2);
    expect(r.presences.at(-1)).toEqual({ state: 'live' });
  });
});

describe('refusals', () => {
  it('asks the session for a new token and goes on with it where it was', async () => {
    const r = rig();
    r.server.report([fix(1, NOW - 10_000)]);
    await r.attach();
    r.server.refuse({ code: ERROR.accessToken, message: 'The token has expired.', correlationId: 'c' });
    expect(r.refusals.map((refusal) => refusal.code)).toEqual([ERROR.accessToken]);
    expect(r.presences.at(-1)).toMatchObject({ state: 'stale', retryAt: null });
    await r.pass(MINUTE);
    expect(r.server.attempts).toHaveLength(1);
    r.identity.current = { token: 'two', account: 5, snapshotKey: 'me' };
    r.source.setAuth();
    await r.pass(100);
    expect(r.server.attempts[1]).toMatchObject({ token: 'two', cursor: { sequence: 101 } });
    expect(r.presences.at(-1)?.state).toBe('live');
  });

  it('fails for good where the account may not look', async () => {
    const r = rig();
    r.server.refusal = { code: ERROR.accountAccess, message: 'No access.', correlationId: 'c' };
    await r.pass(100);
    expect(r.presences.at(-1)).toEqual({ state: 'failed', code: ERROR.accountAccess, message: 'No access.' });
    await r.pass(MINUTE);
    expect(r.server.attempts).toHaveLength(1);
  });

  it('tries again by itself when the server is busy', async () => {
    const r = rig();
    r.server.refusal = { code: ERROR.unavailable, message: 'Trying again.', correlationId: 'c' };
    await r.pass(100);
    expect(r.presences.at(-1)?.state).toBe('stale');
    expect(r.refusals).toEqual([]);
    r.server.refusal = null;
    await r.pass(2 * SECOND);
    expect(r.presences.at(-1)?.state).toBe('live');
  });

  it('shows nothing of the old account in the new one', async () => {
    const r = rig();
    r.server.report([fix(1, NOW - 10_000)]);
    await r.attach();
    r.server.remove(1);
    r.server.report([fix(9, NOW - 10_000)]);
    r.identity.current = { token: 'two', account: 6, snapshotKey: 'other' };
    r.source.setAuth();
    await r.pass(100);
    await r.pass(100);
    expect(r.server.attempts.at(-1)).toMatchObject({ account: 6 });
    expect(r.server.attempts.at(-1)?.cursor).toBeUndefined();
    expect([r.timeOf(1), r.timeOf(9)]).toEqual([0, NOW - 10_000]);
  });
});

describe('the kept picture', () => {
  it('is there before the server answers, with its true age, and then catches up', async () => {
    const snapshots = createMemorySnapshots();
    const first = rig({ snapshots });
    first.server.report([fix(1, NOW - 10_000), fix(2, NOW - 20_000)]);
    await first.attach();
    await first.pass(11 * SECOND);
    first.source.close();
    const time = new ManualTime(NOW + 20 * SECOND);
    const server = new FakeLiveServer(time);
    const second = rig({ snapshots, time, server });
    const done = second.source.backfill(time.now(), second.fleet);
    await second.pass(0);
    await done;
    expect([second.timeOf(1), second.timeOf(2)]).toEqual([NOW - 10_000, NOW - 20_000]);
    expect(second.presences.map((presence) => presence.state)).toEqual(['connecting']);
    expect(server.attempts[0].cursor).toEqual({ epoch: 'first', sequence: 101 });
    server.report([fix(1, NOW + 15_000)]);
    await second.pass(100);
    await second.pass(100);
    expect(second.timeOf(1)).toBe(NOW + 15_000);
    expect(second.presences.at(-1)?.state).toBe('live');
  });

  it('is gone after signing out', async () => {
    const snapshots = createMemorySnapshots();
    const r = rig({ snapshots });
    r.server.report([fix(1, NOW - 10_000)]);
    await r.attach();
    r.source.keep();
    await r.pass(0);
    expect(await snapshots.load('me')).not.toBeNull();
    r.source.erase();
    await r.pass(0);
    expect(await snapshots.load('me')).toBeNull();
    expect(r.server.connected).toBe(0);
  });
});

describe('beside the positions', () => {
  const event = (sequence: number, account = 5): DomainEvent =>
    testEvent('unitRenamed', {}, { sequence, account_id: account, subject_id: 1 });

  const follow = (r: Rig) => {
    const got: (number | 'read again')[] = [];
    r.source.events$.subscribe((events) => got.push(...events.map((each) => each.sequence)));
    r.source.readAgain$.subscribe(() => got.push('read again'));
    return got;
  };

  it('goes on with the events after a lost connection, in their order and each once, of accounts that had none too', async () => {
    const r = rig();
    const got = follow(r);
    await r.attach();
    r.server.publish([event(7), event(8)]);
    r.server.drop();
    r.server.publish([event(9), event(1, 6)]);
    r.server.publish([event(10)]);
    await r.pass(2 * SECOND);
    r.server.publish([event(11)]);
    expect(got).toEqual([7, 8, 9, 1, 10, 11]);
  });

  it('reads again after a lost connection where the server was started meanwhile, and is sent nothing twice', async () => {
    const r = rig();
    const got = follow(r);
    await r.attach();
    r.server.publish([event(7)]);
    r.server.drop();
    r.server.publish([event(8)]);
    r.server.forgetEvents('run-2');
    await r.pass(2 * SECOND);
    r.server.publish([event(9)]);
    r.server.drop();
    await r.pass(2 * SECOND);
    expect(got).toEqual([7, 'read again', 9]);
  });

  it('reads again where its line was too slow for its events, and goes on from there', async () => {
    const r = rig();
    const got = follow(r);
    await r.attach();
    r.server.leaveOut([event(7), event(8)]);
    r.server.drop();
    r.server.publish([event(9)]);
    await r.pass(2 * SECOND);
    expect(got).toEqual(['read again', 9]);
  });

  it('says once more since when it reads where the line was lost before it had a place among the events', async () => {
    const r = rig();
    r.server.cutEvents = true;
    await r.pass(2 * SECOND);
    await r.attach();
    expect(r.server.attempts.map(({ reading, events }) => [reading !== undefined, events])).toEqual([
      [true, undefined],
      [true, undefined],
    ]);
  });

  it('reports for how long it has read without the feed, until its first joining worked', async () => {
    const r = rig();
    r.server.down = true;
    await r.pass(400);
    r.server.down = false;
    await r.pass(2 * SECOND);
    await r.attach();
    r.server.drop();
    await r.pass(2 * SECOND);
    const [first, second, third] = r.server.attempts.map(({ reading }) => reading);
    expect(first).toBe(0);
    expect(second).toBeGreaterThan(0);
    expect(third).toBeUndefined();
  });

  it('watches again after every reconnect', async () => {
    const r = rig();
    await r.attach();
    r.source.watch([3, 4]);
    r.server.drop();
    await r.pass(2 * SECOND);
    expect(r.server.watched).toEqual([
      [3, 4],
      [3, 4],
    ]);
  });

  it('watches for several screens at once, each until it ends its own', async () => {
    const r = rig();
    await r.attach();
    const endList = r.source.watch([3, 4]);
    const endCard = r.source.watch([4]);
    const endOther = r.source.watch([5]);
    expect(r.server.watched.at(-1)).toEqual([4, 5, 3]);
    endCard();
    endCard();
    expect([...(r.server.watched.at(-1) ?? [])].sort()).toEqual([3, 4, 5]);
    endList();
    expect(r.server.watched.at(-1)).toEqual([5]);
    endOther();
    expect(r.server.watched.at(-1)).toEqual([]);
  });

  it('measures the server clock, so that ages are true on a computer with a wrong one', async () => {
    const r = rig();
    r.server.ahead = 3_600_000;
    let offset = 0;
    r.source.offset$.subscribe((value) => {
      offset = value;
    });
    r.server.report([fix(1, NOW + 3_600_000 - 5_000)]);
    await r.attach();
    expect(offset).toBeGreaterThan(3_600_000 - 200);
    expect(offset).toBeLessThanOrEqual(3_600_000);
    expect(r.timeOf(1)).toBe(NOW + 3_595_000);
  });

  it('hands rows over at most every 50 ms, and not at all while the page does not take them', async () => {
    const r = rig();
    r.server.report([fix(1, NOW - 200_000)]);
    await r.attach();
    let news = 0;
    r.source.news$.subscribe(() => news++);
    for (let step = 0; step < 100; step++) {
      r.server.report([fix(1, NOW - 100_000 + step * 1_000)]);
      r.time.pass(10);
    }
    expect(news).toBe(1);
    await r.pass(60);
    await r.pass(60);
    expect(news).toBe(2);
    expect(r.timeOf(1)).toBe(NOW - 1_000);
  });
});
