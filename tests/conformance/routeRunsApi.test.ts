import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, toIso } from '../../src/domain/base/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import type { RouteRun } from '../../src/domain/route/index.ts';
import { NOON, valueOf, withModules, type Caller } from '../support/modules.ts';

// Runs over the API: who may plan, start and abort them, and whose runs are listed when.

const OWNER = 'Wayline';
const DEALER = 'Kaveh Telematics';
const CONSUMER = 'Pars Logistics';
const modules = withModules();
const asOwner = modules.as('owner', OWNER);
const asDealer = modules.as('dealer', DEALER);
const asConsumer = modules.as('consumer', CONSUMER);
const asViewer = modules.as('viewer', CONSUMER);
const asStranger = modules.as('multi', 'Rhein-Isar Kurier');

let number = 0;
let route: number;
let unit: number;
const at = (after: number): string => toIso(NOON + after);

const checkpoint = (key: number, latitude: number) => ({
  key,
  name: `Gate ${key}`,
  latitude,
  longitude: 51,
  radius: 100,
});
const newRoute = async (as: Caller): Promise<number> =>
  valueOf(await as('createRoute', { name: `Round ${++number}`, checkpoints: [checkpoint(1, 35), checkpoint(2, 35.1)] }))
    .route_id;
const newUnit = async (as: Caller): Promise<number> => {
  const identifier = `RUN${++number}`;
  const { device_id } = valueOf(
    await as('createDevice', { name: `Tracker ${identifier}`, device_model: 'FMB920', unique_identifier: identifier }),
  );
  return valueOf(await as('createUnit', { name: `Van ${identifier}`, device_ids: [device_id] })).unit_id;
};
const plan = (as: Caller, start = HOUR, more: object = {}) =>
  as('planRun', { route_id: route, unit_id: unit, start: at(start), ...more });
const listed = async (as: Caller, more: object = {}): Promise<RouteRun[]> =>
  valueOf(await as('getRouteRuns', { from: at(-DAY), to: at(7 * DAY), unit_ids: [unit], ...more })).runs;
const idsOf = async (as: Caller, more: object = {}): Promise<number[]> =>
  (await listed(as, more)).map(({ run_id: id }) => id);

beforeEach(async () => {
  modules.world.now = NOON;
  unit = await newUnit(asConsumer);
  route = await newRoute(asConsumer);
});

describe('a run by hand', () => {
  it('is planned, started and aborted, each of it once, and listed as it is', async () => {
    const { run_id, ...planned } = valueOf(await plan(asConsumer));
    expect(planned).toMatchObject({ state: 'planned', start: at(HOUR), schedule_key: null, started_at: null });
    expect(valueOf(await asConsumer('startRun', { run_id }))).toMatchObject({ state: 'started', started_at: at(0) });
    expect(await asConsumer('startRun', { run_id })).toMatchObject({
      ok: false,
      error: { fields: [{ field: 'run_id', message: 'This run has already started or is over.' }] },
    });
    modules.world.now = NOON + 5 * MINUTE;
    expect(valueOf(await asConsumer('abortRun', { run_id }))).toMatchObject({
      state: 'aborted',
      reason: 'byHand',
      ended_at: at(5 * MINUTE),
    });
    expect(await asConsumer('abortRun', { run_id })).toMatchObject({ ok: false });
    expect(await listed(asConsumer)).toMatchObject([{ run_id, state: 'aborted', route_id: route }]);
    expect(await idsOf(asConsumer, { states: ['planned', 'started'] })).toEqual([]);
  });

  it('has its words in the audit: who planned, started and aborted it', async () => {
    const { run_id } = valueOf(await plan(asConsumer));
    valueOf(await asConsumer('startRun', { run_id }));
    valueOf(await asConsumer('abortRun', { run_id }));
    const rows = await modules.database.query<{ kind: string; user_id: number }>(
      "select kind, user_id from event where subject_type = 'route_run' and subject_id = $1 order by sequence",
      [run_id],
    );
    const user = await modules.world.user('consumer');
    expect(rows).toEqual(
      ['runPlanned', 'runStartedByHand', 'runAbortedByHand'].map((kind) => ({ kind, user_id: user })),
    );
  });

  it.each([
    ['no instant', { start: 'tomorrow' }, 'start'],
    ['a start in two years', { start: toIso(NOON + 731 * DAY) }, 'start'],
    ['a unit that is not there', { unit_id: 999_999 }, 'unit_id'],
  ])('is refused for %s, with nothing planned', async (_, data, field) => {
    expect(await plan(asConsumer, HOUR, data)).toMatchObject({ ok: false, error: { fields: [{ field }] } });
    expect(await listed(asConsumer)).toEqual([]);
  });

  it('needs the permission to change routes; who may only read sees it', async () => {
    const { run_id } = valueOf(await plan(asConsumer));
    expect(await idsOf(asViewer)).toEqual([run_id]);
    for (const refused of [
      await plan(asViewer),
      await asViewer('startRun', { run_id }),
      await asViewer('abortRun', { run_id }),
    ])
      expect(refused).toMatchObject({ ok: false, error: { code: ERROR.accessRight } });
    expect(await listed(asConsumer)).toMatchObject([{ run_id, state: 'planned' }]);
  });
});

describe('runs and accounts', () => {
  it('are not there for another tenant: neither listed, nor planned, started or aborted', async () => {
    const { run_id } = valueOf(await plan(asConsumer));
    for (const refused of [
      await plan(asStranger),
      await asStranger('startRun', { run_id }),
      await asStranger('abortRun', { run_id }),
      await asStranger('getRouteRuns', { from: at(-DAY), to: at(DAY), unit_ids: [unit] }),
    ])
      expect(refused).toMatchObject({ ok: false });
    expect(valueOf(await asStranger('getRouteRuns', { from: at(-DAY), to: at(DAY), route_ids: [route] })).runs).toEqual(
      [],
    );
    expect(await listed(asConsumer)).toMatchObject([{ run_id, state: 'planned' }]);
  });

  it('takes no unit of another tenant, though the route is the own one', async () => {
    route = await newRoute(asStranger);
    expect(await plan(asStranger)).toMatchObject({ ok: false, error: { fields: [{ field: 'unit_id' }] } });
  });

  it('are seen from above', async () => {
    const { run_id } = valueOf(await plan(asConsumer));
    expect(await idsOf(asDealer)).toEqual([run_id]);
  });
});

describe('runs of a unit that is allocated for a while', () => {
  it('are planned and listed by who holds it within that time alone', async () => {
    unit = await newUnit(asOwner);
    route = await newRoute(asDealer);
    expect(await plan(asDealer)).toMatchObject({ ok: false, error: { fields: [{ field: 'unit_id' }] } });
    const { devices } = valueOf(await asOwner('getUnit', { unit_id: unit }));
    valueOf(
      await asOwner('allocateUnit', {
        unit_id: unit,
        device_ids: devices.map(({ device_id: id }) => id),
        account_id: await modules.world.account(DEALER),
        start_date: at(HOUR),
        end_date: at(2 * DAY),
      }),
    );
    modules.world.now = NOON + 2 * HOUR;
    const within = valueOf(await plan(asDealer, 3 * HOUR)).run_id;
    expect(await idsOf(asDealer)).toEqual([within]);
    expect(await plan(asDealer, 3 * DAY)).toMatchObject({ ok: false, error: { fields: [{ field: 'unit_id' }] } });
    // One that was planned by those who see more is not theirs where it starts after their time.
    await modules.database.query('update route_run set start_at = $2 where id = $1', [within, at(3 * DAY)]);
    expect(await idsOf(asDealer)).toEqual([]);
    expect(await asDealer('abortRun', { run_id: within })).toMatchObject({ ok: false });
    expect(await idsOf(asOwner)).toEqual([within]);
  });
});
