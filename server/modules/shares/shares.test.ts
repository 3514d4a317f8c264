import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND, SHARE, fromIso, toIso } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { SharedLocation } from '../../../src/domain/share/index.ts';
import { START, fillWorld, position, startApi, type TestApi } from '../../../tests/support/api.ts';
import { withTestDatabase } from '../../../tests/support/postgres.ts';

const test = withTestDatabase();
let api: TestApi;
let blue: { token: string; account: number };
let red: { token: string; account: number };

const RIGHTS = { units: ['r', 'ec', 'ar', 'au'], geofences: ['r'] };
/** Lent to Blue Freight by the dealer for an hour from the start. */
const LENT = 90;

beforeAll(async () => {
  await fillWorld(test.database);
  await test.database.query('update role set permissions = $1 where account_id in (4, 7)', [RIGHTS]);
  const at = new Date(START - HOUR);
  await test.database.query(
    "insert into unit (id, account_id, name, kind, created_at) values ($1, 2, 'Lent', 'van', $2)",
    [LENT, at],
  );
  await test.database.query(
    'insert into unit_allocation (id, unit_id, account_id, start_at, end_at, device_ids, user_id, created_at) values (1, $1, 4, $2, $3, $4, 2, $2)',
    [LENT, new Date(START), new Date(START + HOUR), '[]'],
  );
});
beforeEach(async () => {
  await test.database.query('delete from share');
  api = await startApi(test.database);
  blue = { token: (await api.signIn('consumer')).token, account: 4 };
  red = { token: (await api.signIn('red')).token, account: 7 };
});
afterEach(() => api.close());

const OPEN = { filters: { state: 'open' } };
/** The account has no logo of its own; what it has, tests of accounts read. */
const NO_BRAND = { name: '', logos: {} };
const USED_UP = { state: 'usedUp', brand: NO_BRAND };
const inMinutes = (minutes: number): string => toIso(START + minutes * MINUTE);
const form = (more: object = {}) => ({ name: 'Delivery', unit_ids: [40], to: inMinutes(120), ...more });

async function made(more: object = {}, who = blue): Promise<string> {
  const { error, data } = await api.call('createShare', form(more), who);
  if (error) throw new Error(JSON.stringify(error));
  return /\/app\/share\/location\/([\w-]{43})$/.exec(data.url)?.[1] ?? '';
}
const look = (token: string, more: object = {}) => api.call('getSharedLocation', { token, ...more });
const shown = async (token: string, more: object = {}): Promise<SharedLocation> => (await look(token, more)).data;
async function units(token: string, more: object = {}) {
  const location = await shown(token, more);
  if (location.state !== 'active') throw new Error(location.state);
  return location.units;
}

describe('a share', () => {
  it('is opened by its link, whose token is nowhere in the database', async () => {
    api.positions.stored.push(position(40, 0, { attributes: { ignition: true, driver_key: 'SECRET' } }));
    const token = await made();
    const location = await shown(token, { opening: true });
    expect(location).toMatchObject({ state: 'active', name: 'Delivery', account_name: 'Blue Freight', trail: false });
    expect(await units(token)).toEqual([
      {
        key: 1,
        name: 'Blue One',
        position: { latitude: 52, longitude: 13, speed: 50, course: 90, time: inMinutes(0) },
        trail: null,
        zones: [],
        drivers: [],
        arrival: null,
      },
    ]);
    const [{ rows }] = await test.database.query<{ rows: string }>(
      "select jsonb_agg(to_jsonb(s))::text || (select jsonb_agg(to_jsonb(e))::text from event e where subject_type = 'share') as rows from share s",
    );
    expect(rows).not.toContain(token);
  });

  it('calls units by nothing of theirs where that is not chosen', async () => {
    expect((await units(await made({ names: false })))[0]).toMatchObject({ name: '' });
  });

  it('shows a trail from its start on, never from before, and only where it was chosen', async () => {
    api.positions.stored.push(...[-10, -1, 0, 5, 9].map((minute) => position(40, minute)));
    const [withTrail, without] = [await made({ trail: true }), await made()];
    api.now = START + 10 * MINUTE;
    expect((await units(withTrail, { trail: true }))[0]?.trail).toEqual([
      [13, 52],
      [13, 52.005],
      [13, 52.009],
    ]);
    expect((await units(without, { trail: true }))[0]?.trail).toBeNull();
  });

  it('names who drives where that is chosen, of its own account alone', async () => {
    const names = ['Own Driver', 'Driver of the dealer'];
    for (const [index, account] of [4, 2].entries()) {
      const [{ id }] = await test.database.query<{ id: number }>(
        'insert into operator (account_id, name, code, created_at) values ($1, $2, $3, $4) returning id',
        [account, names[index], `D${index}`, new Date(START)],
      );
      await test.database.query(
        "insert into operator_binding (operator_id, unit_id, from_at, source, created_at) values ($1, $2, $3, 'manual', $3)",
        [id, LENT, new Date(START)],
      );
    }
    expect((await units(await made({ unit_ids: [LENT], driver: true })))[0]?.drivers).toEqual(['Own Driver']);
    expect((await units(await made({ unit_ids: [LENT] })))[0]?.drivers).toEqual([]);
  });

  it('begins and ends by the clock', async () => {
    const token = await made({ from: inMinutes(30), to: inMinutes(60) });
    expect(await shown(token)).toMatchObject({ state: 'upcoming', from: inMinutes(30) });
    api.now = START + 30 * MINUTE;
    expect((await shown(token)).state).toBe('active');
    api.now = START + HOUR;
    expect(await shown(token)).toEqual({ state: 'expired', brand: NO_BRAND });
  });

  it('is dead at once when it is revoked, and looks like one that never was', async () => {
    const token = await made();
    const [share] = (await api.call('getShareList', OPEN, blue)).data.rows;
    expect((await api.call('revokeShare', { share_id: share?.share_id }, blue)).error).toBeNull();
    expect(await shown(token)).toEqual(await shown('nothing-of-the-kind'));
    expect((await api.call('getShareList', OPEN, blue)).data.rows).toEqual([]);
    const again = await api.call('revokeShare', { share_id: share?.share_id }, blue);
    expect(again.error?.code).toBe(ERROR.notFound);
  });

  it('counts the openings of its page, not each question of it', async () => {
    const token = await made();
    await look(token, { opening: true });
    await look(token);
    await look(token, { opening: true });
    expect((await api.call('getShareList', OPEN, blue)).data.rows).toMatchObject([
      { opened: 2, last_opened_at: inMinutes(0), units: [{ unit_id: 40, name: 'Blue One' }] },
    ]);
  });

  it('ends with the account that it is of', async () => {
    const token = await made();
    await test.database.query("update account set status = 'blocked' where id = 2");
    await api.directory.reload();
    expect(await shown(token)).toEqual({ state: 'invalid' });
    await test.database.query("update account set status = 'active' where id = 2");
  });
});

describe('a destination', () => {
  /** 0.01° of latitude are 1.11 km; the unit drives north at 66.7 km/h by its reports. */
  const drive = (): void => {
    api.positions.stored.push(...[0, 1, 2, 3].map((minute) => position(40, minute, { latitude: 52 + minute / 100 })));
    api.now = START + 3 * MINUTE + SECOND;
  };
  const POINT = { latitude: 52.13, longitude: 13, name: 'Dock 4' };

  it('is shown with when the unit is expected there, by the road and how fast it went lately', async () => {
    drive();
    const token = await made({ destination: POINT });
    const location = await shown(token, { trail: true });
    expect(location).toMatchObject({ destination: POINT });
    const [{ arrival }] = await units(token, { trail: true });
    // 11.12 km as the crow flies, by road 1.3 times that, at 66.7 km/h.
    expect(arrival?.remaining).toBeCloseTo(14_456, -2);
    const expected = START + 3 * MINUTE + (14_456 / 66_717) * HOUR;
    expect(Math.abs(fromIso(arrival?.eta ?? '') - expected)).toBeLessThan(SECOND);
    // The past is read now and then only, and no trail goes out that was not chosen.
    expect(await units(token)).toMatchObject([{ arrival: null, trail: null }]);
    expect(await units(await made(), { trail: true })).toMatchObject([{ arrival: null }]);
  });

  it('is expected at no time by who has not reported lately, and reached within its circle', async () => {
    drive();
    const [far, near] = [
      await made({ destination: POINT }),
      await made({ destination: { ...POINT, latitude: 52.0305 } }),
    ];
    expect(await units(near, { trail: true })).toMatchObject([{ arrival: { remaining: 0, eta: null } }]);
    api.now = START + HOUR;
    const [{ arrival }] = await units(far, { trail: true });
    expect([arrival?.eta, (arrival?.remaining ?? 0) > 0]).toEqual([null, true]);
  });

  it('may be a geofence that the sharer sees, until it is deleted', async () => {
    drive();
    const shape = { type: 'circle', center: [13, 52.13], radius: 1_000 };
    const [zone, foreign] = await Promise.all(
      [4, 7].map(async (account) => {
        const [{ id }] = await test.database.query<{ id: number }>(
          `insert into geofence (account_id, name, shape, colour, description, labels, created_at) values ($1, 'Yard', $2, 'blue', '', '[]', $3) returning id`,
          [account, JSON.stringify(shape), new Date(START)],
        );
        return id;
      }),
    );
    const refused = await api.call('createShare', form({ destination: { geofence_id: foreign } }), blue);
    expect(refused.error?.fields?.map(({ field }) => field)).toEqual(['destination.geofence_id']);
    const token = await made({ destination: { geofence_id: zone } });
    expect(await shown(token)).toMatchObject({ destination: { name: 'Yard', latitude: 52.13, longitude: 13 } });
    // To its edge, not to its middle.
    expect((await units(token, { trail: true }))[0]?.arrival?.remaining).toBeCloseTo(13_156, -2);
    expect((await api.call('getShareList', OPEN, blue)).data.rows).toMatchObject([{ destination: 'Yard' }]);
    await test.database.query('delete from geofence where id = $1', [zone]);
    expect(await shown(token, { trail: true })).toMatchObject({ destination: null, units: [{ arrival: null }] });
  });

  it('needs coordinates where it is no geofence', async () => {
    const { error } = await api.call('createShare', form({ destination: { latitude: 52 } }), blue);
    expect(error?.fields?.map(({ field }) => field)).toEqual(['destination.longitude']);
  });
});

describe('a link that may be opened a few times', () => {
  const visitOf = async (token: string): Promise<string> => {
    const location = await shown(token, { opening: true });
    return location.state === 'active' ? (location.visit ?? '') : '';
  };

  it('is used up after that, while who opened it goes on', async () => {
    const token = await made({ max_opens: 2 });
    const visits = [await visitOf(token), await visitOf(token)];
    expect(await shown(token, { opening: true })).toEqual(USED_UP);
    expect(await shown(token)).toEqual(USED_UP);
    for (const visit of visits) {
      expect((await shown(token, { visit })).state).toBe('active');
      // The page loaded again is no other opening.
      expect((await shown(token, { visit, opening: true })).state).toBe('active');
    }
    const [share] = (await api.call('getShareList', OPEN, blue)).data.rows;
    expect(share).toMatchObject({ opened: 2, max_opens: 2 });
    await api.call('revokeShare', { share_id: share?.share_id }, blue);
    expect((await shown(token, { visit: visits[0] })).state).toBe('invalid');
  });

  it('takes the visit of no other link, and none that was made up', async () => {
    const [first, second] = [await made({ max_opens: 1 }), await made({ max_opens: 1 })];
    const visit = await visitOf(first);
    for (const wrong of [visit, 'v1.made-up', '']) expect(await shown(second, { visit: wrong })).toEqual(USED_UP);
  });

  it('lets one in of two who open it last at the same time', async () => {
    const token = await made({ max_opens: 1 });
    const states = await Promise.all([shown(token, { opening: true }), shown(token, { opening: true })]);
    expect(states.map(({ state }) => state).toSorted()).toEqual(['active', 'usedUp']);
  });
});

describe('the list of shares', () => {
  it('shows those of a state, finds by name, unit and person, and sorts', async () => {
    await made({ name: 'Running' });
    await made({ name: 'Later', from: inMinutes(30), to: inMinutes(60) });
    await made({ name: 'Short', to: inMinutes(5) });
    await made({ name: 'Gone' });
    const list = async (more: object = {}) =>
      (await api.call('getShareList', { sort: 'name', ...more }, blue)).data.rows.map(({ name }) => name);
    const { rows } = (await api.call('getShareList', { search: 'gone' }, blue)).data;
    await api.call('revokeShare', { share_id: rows[0]?.share_id }, blue);
    api.now = START + 10 * MINUTE;
    expect(await list()).toEqual(['Gone', 'Later', 'Running', 'Short']);
    const of = (state: string) => list({ filters: { state } });
    expect(await Promise.all(['open', 'active', 'upcoming', 'expired', 'revoked'].map(of))).toEqual([
      ['Later', 'Running'],
      ['Running'],
      ['Later'],
      ['Short'],
      ['Gone'],
    ]);
    expect(await list({ search: 'blue one', sort: '-name' })).toEqual(['Short', 'Running', 'Later', 'Gone']);
    expect((await api.call('getShareList', { sort: 'token_hash' }, blue)).error?.code).toBe(ERROR.validation);
  });
});

describe('sight', () => {
  it('takes a unit out of the share when the account sees it no more', async () => {
    api.positions.stored.push(position(40, 0), position(LENT, -5));
    const token = await made({ unit_ids: [40, LENT] });
    // Reports from before it was lent are not the borrower's to show.
    expect((await units(token)).map(({ name, position: at }) => [name, at === null])).toEqual([
      ['Blue One', false],
      ['Lent', true],
    ]);
    api.now = START + HOUR;
    expect((await units(token)).map(({ name }) => name)).toEqual(['Blue One']);
  });

  it('refuses to share what the caller does not see', async () => {
    for (const unitIds of [[70], [40, 70], [999]]) {
      const { error } = await api.call('createShare', form({ unit_ids: unitIds }), blue);
      expect(error?.code).toBe(ERROR.notFound);
    }
  });

  it('keeps shares to their account', async () => {
    await made();
    const [share] = (await api.call('getShareList', OPEN, blue)).data.rows;
    expect((await api.call('getShareList', OPEN, red)).data.rows).toEqual([]);
    expect((await api.call('revokeShare', { share_id: share?.share_id }, red)).error?.code).toBe(ERROR.notFound);
    expect((await api.call('getShareList', OPEN, blue)).data.rows).toHaveLength(1);
  });
});

describe('bounds', () => {
  it('are on the number of open shares of an account', async () => {
    await test.database.query(
      `insert into share (account_id, name, token_hash, from_at, to_at, names, trail, zones, driver, scope_below, created_by, created_at)
       select 4, 'S', decode(lpad(to_hex(n), 8, '0'), 'hex'), $1, $2, true, false, false, false, false, 3, $1 from generate_series(1, $3::int4) n`,
      [new Date(START), new Date(START + HOUR), SHARE.perAccount],
    );
    const { error } = await api.call('createShare', form(), blue);
    expect([error?.code, error?.fields?.[0]?.field]).toEqual([ERROR.conflict, 'name']);
    await test.database.query('update share set revoked_at = $1 where id = (select min(id) from share)', [
      new Date(START),
    ]);
    expect((await api.call('createShare', form(), blue)).error).toBeNull();
  });

  it('name the field of an interval that cannot be', async () => {
    const fieldOf = async (more: object) =>
      (await api.call('createShare', form(more), blue)).error?.fields?.map(({ field }) => field);
    expect(await fieldOf({ to: inMinutes(0) })).toEqual(['to']);
    expect(await fieldOf({ to: 'soon' })).toEqual(['to']);
    expect(await fieldOf({ from: inMinutes(90), to: inMinutes(60) })).toEqual(['to']);
    expect(await fieldOf({ to: inMinutes((SHARE.days + 1) * 24 * 60) })).toEqual(['to']);
  });

  it('are on tries of one address to find a link', async () => {
    let last = await look('try-0');
    for (let count = 1; count <= 31; count++) last = await look(`try-${count}`);
    expect(last.error?.code).toBe(ERROR.tooManyRequests);
    const { error } = await api.call('getSharedLocation', { token: 'x' }, { remote: '192.0.2.99' });
    expect(error).toBeNull();
  });

  it('let a page ask every few seconds for long', async () => {
    const token = await made();
    for (let count = 0; count < 60; count++) {
      api.now = START + count * SHARE.poll;
      expect((await look(token)).error).toBeNull();
    }
  });
});
