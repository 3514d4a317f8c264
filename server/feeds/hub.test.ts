import { describe, expect, it } from 'vitest';
import type { LiveEvent, LiveReady } from '../../src/api/contract/index.ts';
import type { DomainEvent } from '../../src/domain/events/index.ts';
import { testEvent, testEventAbout } from '../../src/domain/events/testing/index.ts';
import { FEED, type AccountId } from '../../src/domain/base/index.ts';
import { IGNITION, MOTION, frameTime, packState, readFrame, type Position } from '../../src/domain/telemetry/index.ts';
import type { CommittedBatch, LatestStates } from '../store/types.ts';
import { FeedHub } from './hub.ts';
import { committedBatch } from './testing/committedBatch.ts';
import { stillPositions } from './testing/positions.ts';
import { Viewer, type ViewerWire } from './viewer.ts';

const DEALER = 1 as AccountId;
const CONSUMER = 2 as AccountId;
const STRANGER = 3 as AccountId;
const OWNER_OF: Record<number, number> = { 10: CONSUMER, 11: CONSUMER, 12: DEALER, 20: STRANGER };

/** A position store that commits by hand. */
function fakePositions() {
  const listeners = new Set<(batch: CommittedBatch) => void>();
  const unitIds = new Uint32Array(Object.keys(OWNER_OF).map(Number));
  const zero = () => new Float64Array(unitIds.length);
  const latest: LatestStates & { states: Uint32Array } = {
    count: unitIds.length,
    unitIds,
    times: zero(),
    receivedTimes: zero(),
    sequences: zero(),
    longitudes: new Int32Array(unitIds.length),
    latitudes: new Int32Array(unitIds.length),
    states: new Uint32Array(unitIds.length),
    flags: new Uint8Array(unitIds.length).fill(3),
    indexOf: (unitId) => unitIds.indexOf(unitId),
    position: (unitId) =>
      ({ unit_id: unitId, time: new Date(latest.times[unitIds.indexOf(unitId)]).toISOString() }) as Position,
  };
  const store = {
    ...stillPositions({
      latest,
      onCommitted: (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    }),
    sequence: 0,
  };
  const state = packState(36, 90, MOTION.moving, IGNITION.on, false);
  function commit(...rows: [unitId: number, time: number, advanced?: 0 | 1][]) {
    store.sequence++;
    for (const [unitId, time, advanced = 1] of rows) {
      const index = unitIds.indexOf(unitId);
      if (!advanced) continue;
      latest.times[index] = time;
      latest.states[index] = state;
      latest.sequences[index] = store.sequence;
    }
    const batch = committedBatch(
      store.sequence,
      rows.map(([unitId, time, advanced = 1]) => ({ unitId, time, state, advanced })),
    );
    for (const listener of listeners) listener(batch);
  }
  return { store, commit };
}

function setup(ringSpan = 60_000, run = 'run') {
  const clock = { value: 1_000_000, now: () => clock.value };
  const { store, commit } = fakePositions();
  const hub = new FeedHub({
    positions: store,
    time: clock,
    epoch: 'e',
    run,
    ringSpan,
    directory: {
      accountOf: (unitId) => OWNER_OF[unitId] ?? 0,
      allocationAt: () => null,
      unitIdsOf: (scope) =>
        Object.keys(OWNER_OF)
          .map(Number)
          .filter((unitId) => scope.includes(OWNER_OF[unitId] as AccountId)),
    },
  });
  return { hub, commit, clock };
}

function connect(account: AccountId, scope: AccountId[]) {
  const got = {
    ready: [] as LiveReady[],
    rows: [] as [number, number][],
    kinds: [] as string[],
    events: [] as LiveEvent[],
    details: [] as Position[],
    frames: 0,
    places: [] as string[],
    readAgain: 0,
  };
  let waiting = 0;
  const wire: ViewerWire = {
    ready(ready) {
      got.ready.push(ready);
      if (ready.events !== undefined) got.places.push(ready.events);
    },
    place: (place) => got.places.push(place),
    readAgain(place) {
      got.readAgain++;
      got.places.push(place);
    },
    frame(bytes) {
      const frame = readFrame(bytes);
      got.frames++;
      got.kinds.push(frame.kind);
      for (let row = 0; row < frame.count; row++) got.rows.push([frame.ids[row], frameTime(frame, row)]);
    },
    events(events, place) {
      got.events.push(...events);
      got.places.push(place);
    },
    alarmViewers: () => undefined,
    details: (positions) => got.details.push(...positions),
    refuse: () => undefined,
    waiting: () => waiting,
  };
  const viewer = new Viewer(wire, 'token', account, {
    sessionId: 1,
    userId: 1,
    scope,
    reach: scope,
    permissions: { units: ['r', 'ar'] },
  });
  return { viewer, got, clog: (bytes: number) => (waiting = bytes) };
}

describe('feed hub', () => {
  it('brings the latest state of the units in reach, then what follows', () => {
    const { hub, commit, clock } = setup();
    commit([10, 900_000], [20, 900_000]);
    const { viewer, got } = connect(DEALER, [DEALER, CONSUMER]);
    hub.join(viewer, undefined);
    expect(got.ready).toEqual([{ epoch: 'e', sequence: 1, resumed: false, serverTime: clock.value, events: 'run 0' }]);
    expect(got.kinds).toEqual(['snapshot']);
    expect(got.rows).toEqual([[10, 900_000]]);
    commit([12, 1_000_000], [20, 1_000_000], [10, 1_000_000]);
    hub.flush();
    expect(got.rows.slice(1)).toEqual([
      [12, 1_000_000],
      [10, 1_000_000],
    ]);
  });

  it('shows a tenant nothing of another', () => {
    const { hub, commit } = setup();
    const stranger = connect(STRANGER, [STRANGER]);
    hub.join(stranger.viewer, undefined);
    commit([10, 900_000], [12, 900_000]);
    hub.flush();
    hub.watch(stranger.viewer, [10, 12]);
    commit([10, 950_000]);
    hub.flushDetails();
    hub.publish([testEvent('unitUpdated', {}, { account_id: CONSUMER })]);
    expect(stranger.got).toMatchObject({ rows: [], details: [], events: [] });
  });

  it('repeats every row a viewer missed, once', () => {
    const { hub, commit } = setup();
    const first = connect(DEALER, [DEALER, CONSUMER]);
    hub.join(first.viewer, undefined);
    commit([10, 900_000]);
    hub.flush();
    hub.leave(first.viewer);
    commit([10, 910_000], [20, 910_000]);
    commit([10, 920_000], [12, 920_000]);
    const again = connect(DEALER, [DEALER, CONSUMER]);
    hub.join(again.viewer, { epoch: 'e', sequence: 1 });
    expect(again.got.ready[0].resumed).toBe(true);
    expect(again.got.rows).toEqual([
      [10, 910_000],
      [10, 920_000],
      [12, 920_000],
    ]);
  });

  it('brings only the latest state of what changed when the absence was longer than the ring', () => {
    const { hub, commit, clock } = setup(5_000);
    commit([12, 800_000]);
    commit([10, 900_000]);
    clock.value += 10_000;
    commit([10, 1_005_000]);
    clock.value += 10_000;
    commit([11, 1_015_000]);
    const { viewer, got } = connect(DEALER, [DEALER, CONSUMER]);
    hub.join(viewer, { epoch: 'e', sequence: 1 });
    expect(got.kinds).toEqual(['changes']);
    expect(got.rows).toEqual([
      [10, 1_005_000],
      [11, 1_015_000],
    ]);
  });

  it.each([
    ['another epoch', { epoch: 'old', sequence: 1 }],
    ['a sequence of the future', { epoch: 'e', sequence: 99 }],
  ])('answers %s with a snapshot', (_, cursor) => {
    const { hub, commit } = setup();
    commit([10, 900_000]);
    const { viewer, got } = connect(DEALER, [DEALER, CONSUMER]);
    hub.join(viewer, cursor);
    expect(got.ready[0].resumed).toBe(false);
    expect(got.kinds).toEqual(['snapshot']);
  });

  const renamed = (sequence: number, account = CONSUMER): DomainEvent =>
    testEvent('unitRenamed', {}, { account_id: account, sequence });
  const sequencesOf = (events: readonly LiveEvent[]) =>
    events.map(({ account_id: id, sequence }) => `${id}/${sequence}`);

  describe('sent to who comes back', () => {
    /** A window that received the first event and was closed then. */
    function left() {
      const feed = setup();
      const before = connect(DEALER, [DEALER, CONSUMER]);
      feed.hub.join(before.viewer, undefined, { since: feed.clock.value });
      feed.hub.publish([renamed(1)]);
      feed.hub.leave(before.viewer);
      const place = before.got.places.at(-1) ?? '';
      return {
        ...feed,
        place,
        back: (hub = feed.hub, from = place) => {
          const window = connect(DEALER, [DEALER, CONSUMER]);
          hub.join(window.viewer, { epoch: 'e', sequence: 0 }, { place: from });
          return window;
        },
      };
    }

    it('is what they missed, in its order and once, of accounts too of which they knew no event', () => {
      const { hub, back } = left();
      hub.publish([renamed(2)]);
      hub.publish([renamed(1, DEALER), renamed(3), renamed(9, STRANGER)]);
      const { got } = back();
      hub.publish([renamed(4)]);
      expect(sequencesOf(got.events)).toEqual(['2/2', '1/1', '2/3', '2/4']);
      expect(got.ready[0]).not.toHaveProperty('readAgain');
    });

    it('is nothing but their place where nothing happened, or nothing for them', () => {
      const { hub, back } = left();
      hub.publish([renamed(9, STRANGER)]);
      const { got } = back();
      expect([got.events, got.readAgain, got.places]).toEqual([[], 0, ['run 2']]);
    });

    it('is to read again, and no event, where the server was started meanwhile', () => {
      const { place, back } = left();
      const restarted = setup(60_000, 'another run');
      restarted.hub.publish([renamed(2)]);
      const { got } = back(restarted.hub, place);
      restarted.hub.publish([renamed(3)]);
      expect(got.ready[0]).toMatchObject({ readAgain: true, events: 'another run 1' });
      expect(sequencesOf(got.events)).toEqual(['2/3']);
    });

    it.each([
      ['more happened than is remembered', FEED.recentEvents + 1, 0],
      ['it was longer ago than is remembered', 1, FEED.recentSpan + 1],
      ['they missed more than is sent', FEED.missedEvents + 1, 0],
    ])('is to read again where %s', (_, events, passed) => {
      const { hub, clock, back } = left();
      for (let sent = 0; sent < events; sent++) hub.publish([renamed(sent + 2)]);
      clock.value += passed;
      hub.publish([renamed(events + 2)]);
      const { got } = back();
      expect([got.ready[0].readAgain, got.events]).toEqual([true, []]);
    });

    it.each(['', 'run', 'run -1', 'run 1.5', 'run 99', 'run x'])(
      'is to read again for the place %j, which is none',
      (place) => {
        const { hub, back } = left();
        expect(back(hub, place).got.ready[0].readAgain).toBe(true);
      },
    );

    it('goes on from a place that is sent now and then, however much others received meanwhile', () => {
      const { hub, clock } = left();
      const quiet = connect(STRANGER, [STRANGER]);
      hub.join(quiet.viewer, undefined, { since: clock.value });
      for (let sent = 0; sent < 100; sent++) hub.publish([renamed(sent + 2)]);
      hub.sendPlaces();
      hub.sendPlaces();
      expect(quiet.got.places).toEqual(['run 1', 'run 101']);
    });
  });

  it('has a slow viewer read again instead of growing a queue of events', () => {
    const { hub } = setup();
    const { viewer, got, clog } = connect(DEALER, [DEALER, CONSUMER]);
    hub.join(viewer, undefined);
    clog(FEED.waitingBytes + 1);
    for (let sent = 1; sent <= 1_000; sent++) hub.publish([renamed(sent)]);
    hub.sendPlaces();
    hub.flush();
    clog(FEED.waitingBytes / 2);
    hub.publish([renamed(1_001)]);
    hub.flush();
    expect([got.events, got.readAgain]).toEqual([[], 0]);
    clog(0);
    hub.flush();
    hub.flush();
    hub.publish([renamed(1_002)]);
    expect([sequencesOf(got.events), got.readAgain, got.places.slice(1)]).toEqual([
      ['2/1002'],
      1,
      ['run 1001', 'run 1002'],
    ]);
  });

  describe('sent to who comes for the first time', () => {
    it('is what happened since they began to read, and nothing that they may not hear of', () => {
      const { hub, clock } = setup();
      hub.publish([renamed(1)]);
      clock.value += 5_000;
      hub.publish([
        renamed(2),
        renamed(1, STRANGER),
        testEventAbout('invitation', { account_id: CONSUMER, sequence: 3 }),
      ]);
      clock.value += 1_000;
      const { viewer, got } = connect(DEALER, [DEALER, CONSUMER]);
      hub.join(viewer, undefined, { since: clock.value - 3_000 });
      expect(got.events.map(({ sequence }) => sequence)).toEqual([2]);
      expect(got.ready[0]).not.toHaveProperty('readAgain');
    });

    it('is not repeated to who comes back, and comes once', () => {
      const { hub } = setup();
      hub.publish([renamed(1)]);
      const { viewer, got } = connect(DEALER, [DEALER, CONSUMER]);
      hub.join(viewer, { epoch: 'e', sequence: 0 });
      hub.publish([renamed(2)]);
      expect(got.events.map(({ sequence }) => sequence)).toEqual([2]);
    });

    it('includes that their own permissions changed, where they may not hear of the cause', () => {
      const { hub, clock } = setup();
      clock.value += 5_000;
      hub.publish([testEvent('roleUpdated', { after: {} }, { account_id: DEALER, sequence: 4, subject_id: 5 })]);
      const { viewer, got } = connect(DEALER, [DEALER, CONSUMER]);
      hub.join(viewer, undefined, { since: clock.value - 1_000 });
      expect(got.events).toMatchObject([{ kind: 'permissionsChanged', sequence: 4, subject_id: 1, data: {} }]);
    });

    it.each([
      ['they began to read before the server knew anything', 0, 1],
      ['they read for longer than it is remembered', FEED.recentSpan + 40_000, 1],
      ['too much happened meanwhile', 1_000, 20_001],
    ])('is that they have to read again, where %s', (_, passed, events) => {
      const { hub, clock } = setup();
      hub.publish(Array.from({ length: events }, (_each, index) => renamed(index + 1)));
      clock.value += passed;
      hub.publish([renamed(events + 1)]);
      const { viewer, got } = connect(DEALER, [DEALER, CONSUMER]);
      hub.join(viewer, undefined, { since: clock.value - passed - 1 });
      expect(got.ready[0].readAgain).toBe(true);
      expect(got.events).toEqual([]);
    });
  });

  it('leaves out rows that did not become the latest', () => {
    const { hub, commit } = setup();
    const { viewer, got } = connect(DEALER, [DEALER, CONSUMER]);
    hub.join(viewer, undefined);
    commit([10, 900_000]);
    commit([10, 890_000, 0]);
    hub.flush();
    expect(got.rows).toEqual([[10, 900_000]]);
  });

  it('gives a slow viewer the latest state instead of a growing queue', () => {
    const { hub, commit } = setup();
    const { viewer, got, clog } = connect(DEALER, [DEALER, CONSUMER]);
    hub.join(viewer, undefined);
    clog(FEED.waitingBytes + 1);
    for (let step = 0; step < 100; step++) {
      commit([10, 900_000 + step]);
      hub.flush();
    }
    expect(got.rows).toEqual([]);
    clog(0);
    hub.flush();
    expect(got.rows).toEqual([[10, 900_100]]);
    commit([10, 901_000]);
    hub.flush();
    expect(got.rows.at(-1)).toEqual([10, 901_000]);
  });

  it('sends the details of watched units once a tick', () => {
    const { hub, commit } = setup();
    const { viewer, got } = connect(DEALER, [DEALER, CONSUMER]);
    hub.join(viewer, undefined);
    hub.watch(viewer, [10, 20]);
    commit([10, 900_000]);
    commit([10, 901_000], [11, 901_000]);
    hub.flushDetails();
    expect(got.details.map((position) => position.unit_id)).toEqual([10]);
    hub.watch(viewer, []);
    commit([10, 902_000]);
    hub.flushDetails();
    expect(got.details).toHaveLength(1);
  });
});
