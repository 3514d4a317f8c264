import { describe, expect, it } from 'vitest';
import type { LiveEvent, LiveReady } from '../../src/api/contract/index.ts';
import type { DomainEvent } from '../../src/domain/events/index.ts';
import { testEvent, testEventAbout } from '../../src/domain/events/testing/index.ts';
import type { AccountId } from '../../src/domain/base/index.ts';
import { IGNITION, MOTION, frameTime, packState, readFrame, type Position } from '../../src/domain/telemetry/index.ts';
import type { CommittedBatch, LatestStates } from '../store/types.ts';
import { FeedHub } from './hub.ts';
import { committedBatch } from './testing/committedBatch.ts';
import { stillPositions } from './testing/positions.ts';
import { LAG_LIMIT, Viewer, type ViewerWire } from './viewer.ts';

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

function setup(ringSpan = 60_000) {
  const clock = { value: 1_000_000, now: () => clock.value };
  const { store, commit } = fakePositions();
  const hub = new FeedHub({
    positions: store,
    time: clock,
    epoch: 'e',
    ringSpan,
    directory: {
      accountOf: (unitId) => OWNER_OF[unitId] ?? 0,
      holdingAt: () => null,
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
  };
  let waiting = 0;
  const wire: ViewerWire = {
    ready: (ready) => got.ready.push(ready),
    frame(bytes) {
      const frame = readFrame(bytes);
      got.frames++;
      got.kinds.push(frame.kind);
      for (let row = 0; row < frame.count; row++) got.rows.push([frame.ids[row], frameTime(frame, row)]);
    },
    events: (events) => got.events.push(...events),
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
    expect(got.ready).toEqual([{ epoch: 'e', sequence: 1, resumed: false, serverTime: clock.value }]);
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

  describe('told to who comes for the first time', () => {
    const renamed = (sequence: number, account = CONSUMER): DomainEvent =>
      testEvent('unitRenamed', {}, { account_id: account, sequence });

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
      hub.join(viewer, undefined, clock.value - 3_000);
      expect(got.events.map(({ sequence }) => sequence)).toEqual([2]);
      expect(got.ready[0]).not.toHaveProperty('missed');
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
      hub.join(viewer, undefined, clock.value - 1_000);
      expect(got.events).toMatchObject([{ kind: 'permissionsChanged', sequence: 4, subject_id: 1, data: {} }]);
    });

    it.each([
      ['they began to read before the server knew anything', 0, 1],
      ['they read for longer than it is remembered', 70_000, 1],
      ['too much happened meanwhile', 1_000, 20_001],
    ])('is that they have to read again, where %s', (_, passed, events) => {
      const { hub, clock } = setup();
      hub.publish(Array.from({ length: events }, (_each, index) => renamed(index + 1)));
      clock.value += passed;
      hub.publish([renamed(events + 1)]);
      const { viewer, got } = connect(DEALER, [DEALER, CONSUMER]);
      hub.join(viewer, undefined, clock.value - passed - 1);
      expect(got.ready[0].missed).toBe(true);
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
    clog(LAG_LIMIT + 1);
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
