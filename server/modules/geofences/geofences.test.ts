import { describe, expect, it } from 'vitest';
import type { CallData, MethodName, Reply } from '../../../src/api/contract/index.ts';
import type { LonLat } from '../../../src/domain/geometry/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { withModules } from '../../../tests/support/modules.ts';

const modules = withModules();
const DEALER = ['dealer', 'Kaveh Telematics'] as const;
const CONSUMER = ['consumer', 'Pars Logistics'] as const;

const call = <M extends MethodName>(who: readonly [string, string], method: M, data: CallData<M>) =>
  modules.world.call(who[0], who[1], method, data);
async function answerOf<M extends MethodName>(who: readonly [string, string], method: M, data: CallData<M>) {
  const answer = await call(who, method, data);
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value as Reply<M>;
}
const circle = (name: string, radius = 100) => ({
  name,
  shape: { type: 'circle' as const, center: [51, 35] as LonLat, radius },
});
type Imported = CallData<'importGeofences'>['geofences'];
const imported = (...rows: object[]) => ({ geofences: rows as Imported });

describe('an import of geofences', () => {
  it('is followed in the past by a job of the person who did it, once for all of it', async () => {
    await answerOf(DEALER, 'importGeofences', imported(circle('Followed 1'), circle('Followed 2')));
    const jobs = await modules.database.query<{ state: string; payload: object; user_id: number | null }>(
      "select state, payload, user_id from job where kind = 'findPastVisits' order by id",
    );
    const account = await modules.world.account(DEALER[1]);
    expect(jobs.filter(({ payload }) => 'account_id' in payload && payload.account_id === account)).toEqual([
      { state: 'queued', payload: { account_id: account }, user_id: expect.any(Number) },
    ]);
  });

  describe('in parts', () => {
    const send = (importId: string, [number, count]: readonly [number, number], ...rows: object[]) =>
      call(DEALER, 'importGeofences', { ...imported(...rows), part: { import_id: importId, number, count } });
    const names = async (search: string) =>
      (await answerOf(DEALER, 'getGeofenceList', { search, sort: 'name' })).rows.map(({ name }) => name);

    it('creates nothing before the last part has come, and then all of it', async () => {
      expect(await send('whole', [0, 3], circle('Whole 1'), circle('Whole 2'))).toEqual({
        ok: true,
        value: { geofences: [], skipped: [] },
      });
      await send('whole', [1, 3], circle('Whole 3'));
      expect(await names('Whole')).toEqual([]);
      const last = await send('whole', [2, 3], circle('Whole 1'));
      const created = ['Whole 1', 'Whole 2', 'Whole 3', 'Whole 1 (2)'];
      expect(last).toMatchObject({ value: { geofences: created.map((name) => ({ name })), skipped: [] } });
      expect(await names('Whole')).toEqual(created.toSorted());
      const kept = await modules.database.query(
        "select from geofence_import where import_id = 'whole' and forms is not null",
      );
      expect(kept).toEqual([]);
    });

    it('counts a part that is sent again once, and answers as before', async () => {
      const first = await send('lost-answer', [0, 2], circle('Sent twice'));
      expect(await send('lost-answer', [0, 2], circle('Sent twice'))).toEqual(first);
      const last = await send('lost-answer', [1, 2], circle('Sent once'));
      expect(await send('lost-answer', [1, 2], circle('Sent once'))).toEqual(last);
      expect(await names('Sent')).toEqual(['Sent once', 'Sent twice']);
      // The same id of another account is another import.
      const other = await answerOf(CONSUMER, 'importGeofences', {
        ...imported(circle('Sent twice')),
        part: { import_id: 'lost-answer', number: 0, count: 1 },
      });
      expect(other.geofences).toHaveLength(1);
    });

    it('refuses the last part where another is missing, and keeps what has come', async () => {
      await send('torn', [0, 3], circle('Torn 1'));
      expect(await send('torn', [2, 3], circle('Torn 3'))).toMatchObject({
        ok: false,
        error: { code: ERROR.conflict, fields: [{ field: 'part' }] },
      });
      expect(await names('Torn')).toEqual([]);
      await send('torn', [1, 3], circle('Torn 2'));
      expect(await send('torn', [2, 3], circle('Torn 3'))).toMatchObject({ ok: true });
      expect(await names('Torn')).toHaveLength(3);
    });

    it('refuses a part beyond the last, named', async () => {
      expect(await send('beyond', [2, 2], circle('Beyond'))).toMatchObject({
        ok: false,
        error: { code: ERROR.validation, fields: [{ field: 'part.count' }] },
      });
    });
  });

  it('creates all of them with events, names that are taken with a number behind', async () => {
    await answerOf(DEALER, 'importGeofences', imported(circle('Depot')));
    const { geofences } = await answerOf(
      DEALER,
      'importGeofences',
      imported(circle('DEPOT'), circle('Depot'), circle('Yard')),
    );
    expect(geofences.map(({ name }) => name)).toEqual(['DEPOT (2)', 'Depot (3)', 'Yard']);
    const { geofence_id } = geofences[2];
    expect(await answerOf(DEALER, 'getGeofence', { geofence_id })).toMatchObject({
      name: 'Yard',
      colour: 'blue',
      labels: [],
      min_stay: 0,
      speed_limit: null,
      kind: 'circle',
      area: expect.closeTo(31_416, -2),
    });
    const events = await modules.database.query<{ kind: string }>(
      'select kind from event where subject_type = $1 and subject_id = $2',
      ['geofence', geofence_id],
    );
    expect(events).toEqual([{ kind: 'geofenceCreated' }]);
  });

  it('leaves out those whose names are taken, where that is asked', async () => {
    await answerOf(DEALER, 'importGeofences', imported(circle('Harbour')));
    const answer = await answerOf(DEALER, 'importGeofences', {
      ...imported(circle('harbour'), circle('Pier'), circle('Pier')),
      taken: 'skip',
    });
    expect([answer.geofences.map(({ name }) => name), answer.skipped]).toEqual([['Pier'], [0, 2]]);
  });

  it('creates none where one is wrong, and names it', async () => {
    const refused = await call(DEALER, 'importGeofences', imported(circle('Good one'), circle('Too small', 1)));
    expect(refused).toMatchObject({
      ok: false,
      error: { code: ERROR.validation, fields: [{ field: 'geofences[1].shape' }] },
    });
    expect(await answerOf(DEALER, 'getGeofenceList', { search: 'Good one' })).toMatchObject({ total: 0 });
  });

  it('goes into an account that the caller may add to, and into no other', async () => {
    const own = await answerOf(CONSUMER, 'importGeofences', imported(circle('Own one')));
    const [{ account_id }] = (await answerOf(CONSUMER, 'getGeofenceList', { search: 'Own one' })).rows;
    expect(own.geofences).toHaveLength(1);
    await answerOf(DEALER, 'importGeofences', { account_id, ...imported(circle('From above')) });
    const [{ account_id: above }] = (await answerOf(DEALER, 'getGeofenceList', { search: 'Depot' })).rows;
    expect(
      await call(CONSUMER, 'importGeofences', { account_id: above, ...imported(circle('Not mine')) }),
    ).toMatchObject({ ok: false, error: { code: ERROR.validation } });
  });
});

describe('shapes of geofences', () => {
  it('come part after part, each once, those of sub-accounts to whoever reaches them', async () => {
    const names = Array.from({ length: 5 }, (_, index) => `Part ${index}`);
    await answerOf(CONSUMER, 'importGeofences', imported(...names.map((name) => circle(name))));
    const all: string[] = [];
    let after: number | null = 0;
    let parts = 0;
    while (after !== null) {
      const answer: Reply<'getGeofenceShapes'> = await answerOf(CONSUMER, 'getGeofenceShapes', { after, limit: 2 });
      all.push(...answer.geofences.map(({ name }) => name));
      after = answer.next;
      parts++;
    }
    expect(parts).toBeGreaterThan(2);
    expect(new Set(all).size).toBe(all.length);
    expect(all).toEqual(expect.arrayContaining(names));
    const { geofences } = await answerOf(DEALER, 'getGeofenceShapes', {});
    expect(geofences.map(({ name }) => name)).toEqual(expect.arrayContaining([...names, 'Depot']));
    expect(all).not.toContain('Depot');
    expect(geofences[0]).toMatchObject({ shape: { type: 'circle' }, colour: 'blue' });
    expect(geofences[0]).not.toHaveProperty('description');
    const whole = await answerOf(DEALER, 'getGeofenceShapes', { whole: true });
    expect(whole.geofences[0]).toMatchObject({ description: expect.any(String), speed_limit: null, min_stay: 0 });
  });
});

it('a geofence that is a checkpoint of a route stays until the route does without it', async () => {
  const { geofences } = await answerOf(CONSUMER, 'importGeofences', imported(circle('Gate'), circle('Free gate')));
  const [gate, free] = geofences.map(({ geofence_id }) => geofence_id);
  const at = { name: 'Gate', latitude: 35, longitude: 51 };
  const { route_id } = await answerOf(CONSUMER, 'createRoute', {
    name: 'Through the gate',
    checkpoints: [
      { key: 1, name: 'Gate', geofence_id: gate },
      { key: 2, ...at },
    ],
  } as CallData<'createRoute'>);
  const remove = () => answerOf(CONSUMER, 'deleteGeofences', { geofence_ids: [gate, free] });
  expect(await remove()).toMatchObject({
    done: [free],
    refused: [{ id: gate, code: ERROR.conflict, message: expect.stringContaining('“Through the gate”') }],
  });
  await answerOf(CONSUMER, 'deleteRoutes', { route_ids: [route_id] });
  expect(await remove()).toMatchObject({ done: [gate] });
});
