import { strict as assert } from 'node:assert';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCoverage } from '../../models/coverage.ts';
import { MODELS } from '../../models/models.ts';
import { modelGraph, type PathDriver } from '../../models/testModel.ts';
import { MINUTE, toIso } from '../../src/domain/base/index.ts';
import type { SharedLocation } from '../../src/domain/share/index.ts';
import { START, fillWorld, startApi, type TestApi } from '../support/api.ts';
import { withTestDatabase } from '../support/postgres.ts';

// A location link is a row and a clock: its model is walked on the server's own methods, by the account that makes it
// and by a visitor without a login.

const test = withTestDatabase();
let api: TestApi;
let token = '';
const ACCOUNT = 4;
/** Within the life of a session. */
const [BEGINS, ENDS] = [START + 5 * MINUTE, START + 10 * MINUTE];

beforeAll(async () => {
  await fillWorld(test.database);
  const rights = { units: ['r', 'ec'] };
  await test.database.query('update role set permissions = $1 where account_id = $2', [rights, ACCOUNT]);
  api = await startApi(test.database);
  ({ token } = await api.signIn('consumer'));
});
beforeEach(async () => {
  await test.database.query('delete from share');
  api.now = START;
});
afterAll(() => api.close());

/** One link, and the browser that opens it. */
class SharedLink {
  link = 'a-link-that-nobody-made';
  visit = '';
  last: SharedLocation | null = null;
  openings = 0;

  async create(more: object = {}): Promise<void> {
    const request = { name: 'Delivery', unit_ids: [40], to: toIso(ENDS), ...more };
    const { error, data } = await api.call('createShare', request, { token, account: ACCOUNT });
    assert.equal(error, null);
    this.link = data.url.split('/').at(-1) ?? '';
  }

  /** What a browser gets that comes with this visit; `opening`: its page was just loaded. */
  async look(visit: string, opening: boolean): Promise<SharedLocation> {
    const { error, data } = await api.call('getSharedLocation', { token: this.link, opening, visit });
    assert.equal(error, null);
    return data;
  }

  async open(): Promise<void> {
    this.last = await this.look(this.visit, true);
    if (this.last.state === 'active') this.visit = this.last.visit ?? this.visit;
  }

  async share() {
    const { data } = await api.call('getShareList', {}, { token, account: ACCOUNT });
    return data.rows[0];
  }
}

function driverOf(shared: SharedLink): PathDriver {
  /** What whoever opened it sees now, what somebody else would see, and what its account reads of it. */
  const looks =
    (own: SharedLocation['state'], other: SharedLocation['state'], state: string, opened: number) =>
    async (): Promise<void> => {
      expect((await shared.look(shared.visit, false)).state).toBe(own);
      expect((await shared.look('', false)).state).toBe(other);
      expect(await shared.share()).toMatchObject({ state, opened: opened + shared.openings });
    };
  const ended = (state: 'expired' | 'revoked') => async (): Promise<void> => {
    const seen = state === 'revoked' ? 'invalid' : 'expired';
    expect((await shared.look(shared.visit, false)).state).toBe(seen);
    expect((await shared.share())?.state).toBe(state);
    expect(
      (await api.call('getShareList', { filters: { state: 'open' } }, { token, account: ACCOUNT })).data.rows,
    ).toEqual([]);
  };
  return {
    acts: {
      create: () => shared.create(),
      'create.dated': () => shared.create({ from: toIso(BEGINS) }),
      'create.limited': () => shared.create({ max_opens: 1 }),
      open: () => shared.open(),
      async 'open.again'() {
        const limited = (await shared.share())?.max_opens !== null;
        const { state } = await shared.look('', true);
        expect(state).toBe(limited ? 'usedUp' : 'active');
        if (!limited) shared.openings += 1;
      },
      async reload() {
        const limited = (await shared.share())?.max_opens !== null;
        await shared.open();
        expect(shared.last?.state).toBe('active');
        // A limited link knows who opened it, so that a reload costs nothing.
        if (!limited) shared.openings += 1;
      },
      async begins() {
        api.now = BEGINS;
      },
      async ends() {
        api.now = ENDS;
      },
      async revoke() {
        const id = (await shared.share())?.share_id;
        expect((await api.call('revokeShare', { share_id: id }, { token, account: ACCOUNT })).error).toBeNull();
      },
    },
    looks: {
      async none() {
        expect((await shared.look('', true)).state).toBe('invalid');
      },
      upcoming: looks('upcoming', 'upcoming', 'upcoming', 0),
      running: looks('active', 'active', 'active', 0),
      opened: looks('active', 'active', 'active', 1),
      limited: looks('usedUp', 'usedUp', 'active', 0),
      usedUp: looks('active', 'usedUp', 'active', 1),
      expired: ended('expired'),
      revoked: ended('revoked'),
    },
  };
}

const { title, machine } = MODELS.share;
const { paths, transitions } = modelGraph(machine);
const coverage = createCoverage(`${title} on the server`, transitions);
afterAll(() => console.log(`\n${coverage.table()}\n`));

describe('every transition of the model of a location share, walked on the server', () => {
  it.each(paths.map((path) => [path.title, path] as const))('%s', async (_, path) =>
    path.walk(driverOf(new SharedLink()), coverage.record),
  );

  it('leaves none out', () => {
    expect(coverage.missing()).toEqual([]);
    expect(coverage.total).toBe(transitions.length);
  });
});
