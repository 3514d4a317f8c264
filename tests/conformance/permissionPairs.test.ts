import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue, needsOf, type MethodName } from '../../src/api/contract/index.ts';
import {
  ceilingOf,
  isOffered,
  mayOpen,
  menuFor,
  neededBelow,
  pairs,
  samePermissions,
  type Need,
  type Permissions,
} from '../../src/domain/access/index.ts';
import { ENTITIES } from '../../src/domain/entities/index.ts';
import { DAY, MINUTE, type UserId } from '../../src/domain/base/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import { createFeedAuthenticate } from '../../server/gateway/feedAuthenticate.ts';
import { createProblems, loadMessages } from '../../server/call/index.ts';
import { PEOPLE_TABS } from '../../src/views/people/tabs.ts';
import { createScreens } from '../../src/views/registry.ts';
import { startApi, START, type Called, type TestApi } from '../support/api.ts';
import { REQUESTS } from '../support/matrixRequests.ts';
import { fillMatrixWorld, type Actor, type MatrixWorld, type Target } from '../support/matrixWorld.ts';
import { withTestDatabase } from '../support/postgres.ts';

// Every permission that a role editor offers is taken, one at a time, from a role that holds all of them: somewhere a
// call is refused, rows are missing, or a screen, tab or entry of the menu is gone. Against the real gateway and
// database.

const test = withTestDatabase();
const METHODS = Object.keys(catalogue) as MethodName[];
const EVERYTHING = ceilingOf('OWNER');
const OFFERED = pairs(EVERYTHING).filter(isOffered);
const nothing = async () => ({ default: () => null });
const SCREENS = createScreens({ list: nothing, map: nothing });
const nameOf = ({ resource, action }: Need) => `${resource}:${action}`;
const same = (one: Need, other: Need | null) => other !== null && nameOf(one) === nameOf(other);
const without = (need: Need): Permissions => ({
  ...EVERYTHING,
  [need.resource]: EVERYTHING[need.resource]?.filter((action) => action !== need.action),
});

let world: MatrixWorld;
let api: TestApi;
let owner: Actor;
/**
 * Accounts to reach for: the caller's own, a dealer directly below, a consumer of it, and a consumer directly below.
 */
let own: Target;
let dealer: Target;
let consumer: Target;
let direct: Target;
/** Far from the numbers of the matrix; part of names and numbers that are made. */
let number = 1_000;
const FIRST = 970_000;

beforeAll(async () => {
  world = await fillMatrixWorld(test.database);
  const found = world.actors.find(({ username }) => username === 'owner');
  if (!found?.targets.own) throw new Error('The demo has no owner.');
  owner = found;
  own = found.targets.own;
  const all = [...world.targets.values()];
  const below = (parent: Target, type: Target['type']) => {
    const target = all.find((each) => each.parentId === parent.accountId && each.type === type && !each.restricted);
    if (!target) throw new Error(`No ${type} below ${parent.name}.`);
    return target;
  };
  dealer = below(own, 'DEALER');
  consumer = below(dealer, 'CONSUMER');
  const id = FIRST;
  await test.database.query(
    "insert into account (id, parent_id, name, type, status, created_at) values ($1, $2, 'Direct Cargo', 'CONSUMER', 'active', $3)",
    [id, own.accountId, new Date(START - DAY)],
  );
  direct = {
    ...consumer,
    accountId: id,
    parentId: own.accountId,
    name: 'Direct Cargo',
    marker: `Target${id}`,
    unitId: id,
    deviceId: id,
    entityId: id,
    roleId: id,
    userId: id,
    invitationId: id,
  };
  await world.restore(direct);
  await addHolders();
  api = await startApi(test.database);
}, 60_000);
afterAll(() => api.close());

/** Somebody with everything, and one for each permission without it. */
async function addHolders(): Promise<void> {
  const at = new Date(START - DAY);
  for (const [index, permissions] of [EVERYTHING, ...OFFERED.map(without)].entries()) {
    const id = FIRST + 1_000 + index;
    await test.database.query(
      'insert into role (id, account_id, name, permissions, created_at) values ($1, $2, $3, $4, $5)',
      [id, own.accountId, `Pairs ${index}`, permissions, at],
    );
    await test.database.query(
      `insert into app_user (id, username, username_key, email, email_key, first_name, last_name, password_hash, created_at, email_verified_at) values ($1, $2, $2, $3, $3, 'Pairs', 'Test', 'none', $4, $4)`,
      [id, `pairs${index}`, `pairs${index}@example.test`, at],
    );
    await test.database.query(
      'insert into membership (user_id, account_id, role_id, created_at) values ($1, $2, $1, $3)',
      [id, own.accountId, at],
    );
  }
}

/** A fresh session of who lacks the permission, or of who has everything. */
async function tokenOf(holder: string): Promise<string> {
  const index = ['everything', ...OFFERED.map(nameOf)].indexOf(holder);
  return (
    await api.sessions.open((FIRST + 1_000 + index) as UserId, { remote: '192.0.2.1', userAgent: 'pairs' }, api.now)
  ).accessToken;
}

interface Probe {
  readonly method: MethodName;
  readonly target: Target;
  /** In place of what the permission matrix sends. */
  readonly data?: (target: Target) => object;
  readonly before?: () => Promise<unknown>;
}

const UPCOMING = { start: new Date(START + DAY), end: new Date(START + 2 * DAY) };

/** Calls by which a permission is looked at inside a method, or which name an account that the matrix does not name. */
function specialOf(need: Need): readonly Probe[] {
  const newBelow = (method: MethodName): Probe[] => [
    {
      method,
      target: consumer,
      data: (target) => ({ ...REQUESTS[method].data(target, owner, ++number), account_id: target.accountId }),
    },
  ];
  const upcoming = (table: 'unit' | 'device', target: Target) =>
    test.database.query(
      `insert into ${table}_allocation (id, ${table}_id, account_id, ${table === 'unit' ? 'device_ids, ' : ''}start_at, end_at, user_id, created_at)
     values ($1, $2, $3, ${table === 'unit' ? "'[]', " : ''}$4, $5, $6, $7) on conflict do nothing`,
      [
        FIRST + 900,
        table === 'unit' ? target.unitId : target.deviceId,
        direct.accountId,
        UPCOMING.start,
        UPCOMING.end,
        owner.userId,
        new Date(START),
      ],
    );
  const entity = ENTITIES.find(({ resource }) => resource === need.resource);
  if (entity && need.action === 'aa') return newBelow(entity.methods.create);
  switch (nameOf(need)) {
    case 'account:ca':
      return [{ method: 'createDealerConsumerAccounts', target: own }];
    case 'account:a':
      return [
        {
          method: 'createDealerConsumerAccounts',
          target: own,
          data: () => ({ ...REQUESTS.createDealerConsumerAccounts.data(own, owner, ++number), type: 'DEALER' }),
        },
      ];
    case 'account:cr':
      return [{ method: 'getConsumerAccountDetails', target: direct }];
    case 'account:car':
      return [{ method: 'getConsumerAccountDetails', target: consumer }];
    case 'units:aa':
      return newBelow('createUnit');
    case 'devices:aa':
      return newBelow('createDevice');
    case 'report:rsag':
      return [
        { method: 'generateReport', target: consumer, data: ({ unitId }) => ({ type: 'trips', unit_ids: [unitId] }) },
      ];
    case 'account_units:d':
      return [
        {
          method: 'endUnitAllocation',
          target: own,
          data: () => ({ allocation_id: FIRST + 900 }),
          before: () => upcoming('unit', own),
        },
      ];
    case 'account_devices:d':
      return [
        {
          method: 'endDeviceAllocation',
          target: own,
          data: () => ({ allocation_id: FIRST + 900 }),
          before: () => upcoming('device', own),
        },
      ];
    default:
      return [];
  }
}

/** Calls that the permission opens by itself, and those that it takes into the sub-accounts. */
function probesOf(need: Need): Probe[] {
  const opened = METHODS.filter((method) => needsOf(catalogue[method].access).some((each) => same(each, need)));
  const taken = METHODS.filter((method) =>
    needsOf(catalogue[method].access).some((each) => same(need, neededBelow(each))),
  );
  return [
    ...specialOf(need),
    ...taken.flatMap((method) => [consumer, direct].map((target) => ({ method, target }))),
    ...opened.flatMap((method) => [own, consumer, direct, dealer].map((target) => ({ method, target }))),
  ];
}

/** What a caller gets to know by a call: whether and where it is refused, and what of the target it shows or does. */
function outcome({ target }: Probe, { error, data }: Called): string {
  const rows = data as { total?: number; done?: readonly number[] } | null;
  if (error) return `${error.code} ${(error.fields ?? []).map(({ field }) => field).join()}`;
  return `answered, ${JSON.stringify(data).includes(target.marker) ? 'shows it' : 'hides it'}, ${rows?.done?.length ?? ''}${'units' in (rows ?? {}) ? JSON.stringify(rows) : ''}`;
}

async function run(probe: Probe, holder: string): Promise<string> {
  await probe.before?.();
  const data = (probe.data ?? ((target: Target) => REQUESTS[probe.method].data(target, owner, ++number)))(probe.target);
  // Everybody acts at their own time, so that no bound on how often is met.
  api.now += MINUTE;
  return outcome(probe, await api.call(probe.method, data, { token: await tokenOf(holder), account: own.accountId }));
}

/** Screens, entries of the menu and tabs that the permissions open. */
function seen(permissions: Permissions): string[] {
  return [
    ...SCREENS.filter((screen) => mayOpen(permissions, screen)).map(({ path }) => path),
    ...menuFor(SCREENS, permissions).flatMap(({ screens }) => screens.map(({ path }) => `menu ${path}`)),
    ...Object.values(PEOPLE_TABS)
      .filter(({ menu }) => permissions[menu.resource]?.includes(menu.action))
      .map(({ path }) => `tab ${path}`),
  ];
}

/** Puts back what a call took away. */
async function putBack(target: Target): Promise<void> {
  await world.restore(target);
  await api.directory.reload();
}

/** True when the first outcome is a refusal that the second is not, or shows or does less. */
function isLess(less: string, all: string): boolean {
  if (less === all) return false;
  const isRefused = [ERROR.accessRight, ERROR.notFound, 'account_id'].some((each) => less.includes(each));
  return (
    isRefused ||
    (less.startsWith('answered') && all.startsWith('answered') && (less.includes('hides it') || all.includes('units')))
  );
}

describe('a permission that is offered', () => {
  it.each(OFFERED.map((need) => [nameOf(need), need] as const))('%s decides something', async (name, need) => {
    const gone = seen(EVERYTHING).filter((each) => !seen(without(need)).includes(each));
    if (gone.length > 0) return;
    const alike: string[] = [];
    for (const probe of probesOf(need)) {
      const less = await run(probe, name);
      await putBack(probe.target);
      const all = await run(probe, 'everything');
      await putBack(probe.target);
      if (isLess(less, all)) return;
      alike.push(`${probe.method} in ${probe.target.name}: ${all}`);
    }
    expect.fail(`Nothing is refused or hidden without ${name}. Tried: ${alike.join('; ') || 'nothing'}`);
  });

  it('is one that some role can hold, and none of an area that is still to come is read', () => {
    const unoffered = pairs(EVERYTHING).filter((need) => !isOffered(need));
    const read = [
      ...METHODS.flatMap((method) => needsOf(catalogue[method].access)),
      ...METHODS.flatMap((method) => needsOf(catalogue[method].access).map(neededBelow)),
      ...SCREENS.flatMap(({ need, menu }) => [
        ...(need === null ? [] : 'resource' in need ? [need] : need),
        menu?.need ?? null,
      ]),
    ];
    expect(unoffered.filter((need) => read.some((each) => same(need, each))).map(nameOf)).toEqual([]);
    expect(OFFERED.length).toBeGreaterThan(80);
  });
});

describe('the live feed', () => {
  it('shows the units of the sub-accounts to who may see them there', async () => {
    const authenticate = createFeedAuthenticate(api.sessions, createProblems(loadMessages()));
    const scope = async (holder: string) => {
      const answer = await authenticate(await tokenOf(holder), own.accountId, api.now);
      return answer.ok ? answer.value.scope : answer.error.code;
    };
    expect(await scope('everything')).toContain(consumer.accountId);
    expect(await scope('units:ar')).toEqual([own.accountId]);
    expect(await scope('units:r')).toEqual([]);
  });
});

it('the roles of the test differ by one permission', () => {
  for (const need of OFFERED) {
    expect(samePermissions(EVERYTHING, without(need))).toBe(false);
    expect(pairs(EVERYTHING)).toHaveLength(pairs(without(need)).length + 1);
  }
});
