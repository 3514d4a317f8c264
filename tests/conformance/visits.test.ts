import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { VisitMessage } from '../../src/api/contract/index.ts';
import { destination, HOUR, MINUTE, SECOND, toIso } from '../../src/domain/base/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import type { Visit } from '../../src/domain/visit/index.ts';
import { boxTracks, openPool, openPositionStore, type OpenedPositionStore } from '../../server/store/index.ts';
import { fillWorld, START, startApi, type TestApi } from '../support/api.ts';
import { fixAt } from '../support/positionStore.ts';
import { silentLogger, withTestDatabase } from '../support/postgres.ts';

// Who was here: asked over HTTP, of a real store and directory. Units 40 and 41 are the consumer's, 60 its
// sub-account's, 70 another's.

const test = withTestDatabase();
const PLACE: readonly [number, number] = [59.4, 24.7];
const SHAPE = { type: 'circle', center: [PLACE[1], PLACE[0]], radius: 500 };
const ASKED = { shape: SHAPE, from: toIso(START), to: toIso(START + 12 * HOUR) };
let api: TestApi;
let store: OpenedPositionStore;

beforeAll(async () => {
  await fillWorld(test.database);
  const time = { now: () => api?.now ?? START };
  store = await openPositionStore({ database: test.database, logger: silentLogger, time });
  api = await startApi(test.database, { store });
  // Each drives through the place, one hour after the other: from 2 km west to 2 km east in four minutes.
  for (const [turn, unit] of [40, 41, 60, 70].entries()) {
    for (let minute = 0; minute <= 4; minute++) {
      const [latitude, longitude] = destination(...PLACE, minute < 2 ? 270 : 90, Math.abs(minute - 2) * 1_000);
      const time = START + turn * HOUR + minute * MINUTE;
      store.append(unit, 2, time, fixAt(time, { latitude, longitude, speed: 60 }));
    }
  }
  await new Promise<boolean>((resolve) => store.afterCommit(resolve));
  api.now = START + 5 * HOUR;
}, 60_000);
afterAll(async () => {
  await store.close();
  await api.close();
});

async function streamed(
  who: string,
  data: object,
): Promise<{ status: number; messages: VisitMessage[]; code: unknown }> {
  const { token, account } = await api.signIn(who);
  const header = {
    timezone: 0,
    lang: 'en',
    method: 'streamVisits',
    service: 'tracking-service',
    version: '0',
    token,
    account,
  };
  const answer = await api.server.inject({ method: 'POST', url: '/api/visits', payload: { header, data } });
  if (answer.statusCode !== 200 || !String(answer.headers['content-type']).includes('ndjson'))
    return { status: answer.statusCode, messages: [], code: answer.json<{ error: { code: unknown } }>().error.code };
  const messages = answer.payload
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as VisitMessage);
  return { status: answer.statusCode, messages, code: null };
}

const visitsIn = (messages: readonly VisitMessage[]): Visit[] =>
  messages.flatMap((message) => (message.type === 'visits' ? message.visits : []));

const connectionsOf = (own: TestApi): Promise<number> =>
  new Promise((resolve, reject) =>
    own.server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

const call = async (who: string, method: string, data: object) => api.call(method, data, await api.signIn(who));

describe('who was here', () => {
  it('is streamed with progress and an end, of the units in reach alone', async () => {
    const { messages } = await streamed('consumer', ASKED);
    expect(visitsIn(messages).map(({ unit_id }) => unit_id)).toEqual([40, 41, 60]);
    expect(visitsIn(messages)[0]).toMatchObject({
      entered_at: toIso(START + 90 * SECOND),
      left_at: toIso(START + 150 * SECOND),
      duration: 60,
      distance: 1_000,
      max_speed: 60,
      entered_before: false,
    });
    expect(messages[0]).toEqual({ type: 'progress', done: 0, total: 4 });
    expect(messages.at(-1)).toEqual({ type: 'end', truncated: false, done: 4, total: 4 });
  });

  it('is answered as JSON as well, newest first, and cut where it is to be', async () => {
    const found = await call('consumer', 'findVisits', ASKED);
    expect((found.data.visits as Visit[]).map(({ unit_id }) => unit_id)).toEqual([60, 41, 40]);
    expect(await call('consumer', 'findVisits', { ...ASKED, limit: 2 })).toMatchObject({ data: { truncated: true } });
    expect(await call('consumer', 'findVisits', { ...ASKED, unit_ids: [41] })).toMatchObject({
      data: { visits: [{ unit_id: 41 }], truncated: false },
    });
  });

  it('is the same from blocks, with and without boxes; those that lack one get it in the background, once', async () => {
    const { data: before } = await call('consumer', 'findVisits', ASKED);
    await store.compact();
    expect((await call('consumer', 'findVisits', ASKED)).data).toEqual(before);
    await test.database.query('update track_block set west = null, south = null, east = null, north = null');
    await test.database.query("delete from counter where name = 'track_boxes'");
    await test.database.query('drop index track_block_box');
    expect((await call('consumer', 'findVisits', ASKED)).data).toEqual(before);
    const pool = openPool({ connection: test.connection }, () => undefined);
    const { signal } = new AbortController();
    const blocks = await test.database.query('select from track_block');
    expect(await boxTracks(test.database, pool, signal)).toBe(blocks.length);
    expect(await boxTracks(test.database, pool, signal)).toBe(0);
    await pool.end();
    expect(await test.database.query('select from track_block where west is null')).toEqual([]);
    expect(await test.database.query("select from pg_class where relname = 'track_block_box'")).toHaveLength(1);
    expect((await call('consumer', 'findVisits', ASKED)).data).toEqual(before);
  });

  it('is refused without the permission, of others’ units, and of what is no shape or interval', async () => {
    expect(await streamed('consumer', { ...ASKED, unit_ids: [70] })).toMatchObject({ code: ERROR.notFound });
    expect(await call('consumer', 'findLastVisit', { unit_id: 70, shape: SHAPE })).toMatchObject({
      error: { code: ERROR.notFound },
    });
    expect(await streamed('consumer', { ...ASKED, shape: { ...SHAPE, radius: 1 } })).toMatchObject({
      code: ERROR.validation,
    });
    expect(await streamed('consumer', { ...ASKED, from: toIso(START - 400 * 24 * HOUR) })).toMatchObject({
      code: ERROR.validation,
    });
    expect(await streamed('viewer', ASKED)).toMatchObject({ code: ERROR.accessRight });
  });

  it('says when a unit was last here, and who was near at an instant', async () => {
    expect(await call('consumer', 'findLastVisit', { unit_id: 41, shape: SHAPE })).toMatchObject({
      data: { visit: { unit_id: 41, entered_at: toIso(START + HOUR + 90 * SECOND) } },
    });
    const elsewhere = { ...SHAPE, center: [PLACE[1] + 1, PLACE[0]] };
    expect((await call('consumer', 'findLastVisit', { unit_id: 41, shape: elsewhere })).data).toEqual({ visit: null });
    const near = { latitude: PLACE[0], longitude: PLACE[1], radius: 700, at: toIso(START + HOUR + 90 * SECOND) };
    // Half a kilometre to go at that instant; a minute around it, it passed through.
    expect(await call('consumer', 'findUnitsNear', { ...near, span: 0 })).toMatchObject({
      data: { units: [{ unit_id: 41, time: near.at, distance: expect.closeTo(500, 0) }] },
    });
    expect(await call('consumer', 'findUnitsNear', { ...near, span: 60 })).toMatchObject({
      data: { units: [{ unit_id: 41, time: toIso(START + HOUR + 2 * MINUTE), distance: 0 }] },
    });
    // Two kilometres further on they stand since.
    const [latitude, longitude] = destination(...PLACE, 90, 2_000);
    const later = await call('consumer', 'findUnitsNear', {
      latitude,
      longitude,
      radius: 100,
      at: toIso(START + 4 * HOUR),
    });
    expect((later.data.units as { unit_id: number }[]).map(({ unit_id }) => unit_id).toSorted()).toEqual([40, 41, 60]);
  });

  it('stops when the caller leaves', async () => {
    let read = 0;
    let ended: () => void = () => undefined;
    let goOn: () => void = () => undefined;
    const over = new Promise<void>((resolve) => (ended = resolve));
    const left = new Promise<void>((resolve) => (goOn = resolve));
    async function* slow(unitIds: readonly number[]) {
      try {
        for (const unitId of unitIds) {
          read++;
          yield { unitId, stretches: [] };
          await left;
        }
      } finally {
        ended();
      }
    }
    const own = await startApi(test.database, { positions: { ...api.positions.store, readPast: slow } });
    const address = await own.server.listen({ port: 0, host: '127.0.0.1' });
    own.now = api.now;
    const { token, account } = await own.signIn('consumer');
    const header = {
      timezone: 0,
      lang: 'en',
      method: 'streamVisits',
      service: 'tracking-service',
      version: '0',
      token,
      account,
    };
    const leaving = new AbortController();
    const answer = await fetch(`${address}/api/visits`, {
      method: 'POST',
      signal: leaving.signal,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ header, data: ASKED }),
    });
    expect(answer.status).toBe(200);
    await answer.body?.getReader().read();
    leaving.abort();
    await vi.waitFor(async () => expect(await connectionsOf(own)).toBe(0));
    goOn();
    await over;
    expect(read).toBeLessThan(4);
    await own.close();
  });
});
