import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '../../src/api/contract/index.ts';
import type { DomainEvent, EventKind } from '../../src/domain/events/index.ts';
import { testEvent } from '../../src/domain/events/testing/index.ts';
import type { Permissions } from '../../src/domain/access/index.ts';
import type { AccountId } from '../../src/domain/base/index.ts';
import { frameTime, readFrame } from '../../src/domain/telemetry/index.ts';
import type { CommittedBatch } from '../store/types.ts';
import { FeedHub } from './hub.ts';
import { committedBatch } from './testing/committedBatch.ts';
import { stillPositions } from './testing/positions.ts';
import type { FeedAuthenticate, FeedSession } from './types.ts';
import { Viewer } from './viewer.ts';
import { createViewerAuthorizer } from './viewerAuthorizer.ts';

const HOME = 1 as AccountId;
const BELOW = 2 as AccountId;
const LOOKS: Permissions = { units: ['r', 'ar'] };
const MANAGES: Permissions = { units: ['r', 'ar'], role: ['r'], user: ['r'], account: ['r', 'ar'] };

function setup() {
  const listeners: ((batch: CommittedBatch) => void)[] = [];
  const positions = stillPositions({ onCommitted: (listener) => (listeners.push(listener), () => undefined) });
  const time = { now: () => 1_000 };
  const hub = new FeedHub({
    positions,
    time,
    epoch: 'e',
    run: 'run',
    directory: { accountOf: (unitId) => (unitId < 20 ? HOME : BELOW), allocationAt: () => null, unitIdsOf: () => [] },
  });
  /** What the sessions know now, by token; a text is the code of a refusal, null: the database is away. */
  const known = new Map<string, FeedSession | string | null>();
  const authenticate: FeedAuthenticate = async (token) => {
    const answer = known.get(token);
    if (answer === null || answer === undefined) throw new Error('away');
    return typeof answer === 'string'
      ? { ok: false, error: { code: answer, message: '' } }
      : { ok: true, value: answer };
  };
  const authorizer = createViewerAuthorizer({
    hub,
    authenticate,
    time,
    correlationId: () => 'c',
    logger: { warn: () => undefined },
  });
  const enter = (token: string, userId: number, permissions: Permissions, reach: AccountId[] = [HOME]) => {
    const session: FeedSession = {
      sessionId: userId,
      userId,
      scope: permissions.units ? reach : [],
      reach,
      permissions,
    };
    known.set(token, session);
    return session;
  };
  const join = (token: string, session: FeedSession) => {
    const got = { events: [] as LiveEvent[], refused: [] as string[], units: [] as number[] };
    const viewer: Viewer = new Viewer(
      {
        ready: () => undefined,
        place: () => undefined,
        readAgain: () => undefined,
        alarmViewers: () => undefined,
        details: () => undefined,
        waiting: () => 0,
        events: (events) => got.events.push(...events),
        frame(bytes) {
          const frame = readFrame(bytes);
          for (let row = 0; row < frame.count; row++) if (frameTime(frame, row) > 0) got.units.push(frame.ids[row]);
        },
        refuse({ code }) {
          got.refused.push(code);
          hub.leave(viewer);
        },
      },
      token,
      HOME,
      session,
    );
    hub.join(viewer, undefined);
    return got;
  };
  let sequence = 0;
  const event = (kind: EventKind, id: number, account: AccountId = HOME): DomainEvent =>
    testEvent(kind, {}, { account_id: account, sequence: ++sequence, subject_id: id, user_id: 9 });
  let reported = 900;
  const commit = (unitId: number) => {
    for (const listener of listeners) listener(committedBatch(1, [{ unitId, time: ++reported }]));
    hub.flush();
  };
  return { hub, authorizer, enter, join, known, event, commit };
}

describe('what viewers hear', () => {
  it('is what they may read: details of roles go to those who may see roles', async () => {
    const { authorizer, enter, join, event } = setup();
    const manager = join('m', enter('m', 1, MANAGES));
    const looker = join('l', enter('l', 2, LOOKS));
    authorizer.publish([event('roleUpdated', 5), event('unitRenamed', 10), event('signedIn', 1)]);
    await authorizer.settled();
    expect(manager.events.map(({ kind }) => kind)).toEqual(['roleUpdated', 'unitRenamed']);
    expect(looker.events.map(({ kind }) => kind)).toEqual(['unitRenamed']);
  });

  it('informs the holder of a changed role that their permissions changed, without its details', async () => {
    const { authorizer, enter, join, event } = setup();
    const looker = join('l', enter('l', 2, LOOKS));
    const other = join('o', enter('o', 3, LOOKS));
    enter('l', 2, { units: ['r', 'ar', 'sh'] });
    authorizer.publish([event('roleUpdated', 5)]);
    await authorizer.settled();
    expect(looker.events).toMatchObject([
      { kind: 'permissionsChanged', account_id: HOME, sequence: 1, subject_id: 2, data: {} },
    ]);
    expect(other.events).toEqual([]);
  });

  it('reaches someone who sees no units, too', async () => {
    const { authorizer, enter, join, event, commit } = setup();
    const clerk = join('c', enter('c', 4, { user: ['r'] }));
    commit(10);
    authorizer.publish([event('userRoleChanged', 4)]);
    await authorizer.settled();
    expect(clerk.units).toEqual([]);
    expect(clerk.events.map(({ kind }) => kind)).toEqual(['userRoleChanged']);
  });

  it('keeps its order while somebody is being checked', async () => {
    const { authorizer, enter, join, event } = setup();
    const manager = join('m', enter('m', 1, MANAGES));
    authorizer.publish([event('roleUpdated', 5)]);
    authorizer.publish([event('unitRenamed', 10)]);
    await authorizer.settled();
    expect(manager.events.map(({ sequence }) => sequence)).toEqual([1, 2]);
  });
});

describe('who may stay', () => {
  it('is decided at once when an account is blocked, with the code of the call', async () => {
    const { authorizer, enter, join, known, event } = setup();
    const looker = join('l', enter('l', 2, LOOKS));
    known.set('l', 'POLY_ERR_ACCESSDINED_MESSAGE');
    authorizer.publish([event('accountStatusChanged', HOME)]);
    await authorizer.settled();
    expect(looker).toMatchObject({ refused: ['POLY_ERR_ACCESSDINED_MESSAGE'], events: [] });
  });

  it('asks only those whom a change concerns', async () => {
    const { authorizer, enter, join, known, event } = setup();
    const removed = join('r', enter('r', 2, LOOKS));
    const other = join('o', enter('o', 3, LOOKS));
    known.set('r', 'POLY_ERR_ACCOUNT_ACCESS_ERROR');
    known.set('o', 'POLY_ERR_LOGIN_BLOCKED');
    authorizer.publish([event('userRemoved', 2)]);
    await authorizer.settled();
    expect(removed.refused).toEqual(['POLY_ERR_ACCOUNT_ACCESS_ERROR']);
    expect(other.refused).toEqual([]);
    await authorizer.checkAll();
    expect(other.refused).toEqual(['POLY_ERR_LOGIN_BLOCKED']);
  });

  it('sends back who cannot be checked after a change, but nobody on the routine check', async () => {
    const { authorizer, enter, join, known, event } = setup();
    const looker = join('l', enter('l', 2, LOOKS));
    known.set('l', null);
    await authorizer.checkAll();
    expect(looker.refused).toEqual([]);
    authorizer.publish([event('roleUpdated', 5)]);
    await authorizer.settled();
    expect(looker).toMatchObject({ refused: ['POLY_ERR_UNAVAILABLE'], events: [] });
  });
});

describe('what viewers see', () => {
  it('ends with the right to see units, and grows with a new account below', async () => {
    const { authorizer, enter, join, event, commit } = setup();
    const looker = join('l', enter('l', 2, LOOKS));
    const manager = join('m', enter('m', 1, MANAGES));
    commit(10);
    commit(20);
    expect([looker.units, manager.units]).toEqual([[10], [10]]);
    enter('l', 2, { report: ['r'] }, [HOME, BELOW]);
    enter('m', 1, MANAGES, [HOME, BELOW]);
    authorizer.publish([event('accountCreated', BELOW, BELOW)]);
    await authorizer.settled();
    expect(manager.events.map(({ kind }) => kind)).toEqual(['accountCreated']);
    commit(11);
    commit(21);
    expect(looker.units).toEqual([10]);
    expect(manager.units).toEqual([10, 11, 21]);
  });
});
