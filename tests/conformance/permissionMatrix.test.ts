import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserId } from '../../src/domain/base/index.ts';
import { catalogue, needsOf, type MethodName } from '../../src/api/contract/index.ts';
import { can, reachesBelow, type Need } from '../../src/domain/access/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import { startApi, START, type Called, type TestApi } from '../support/api.ts';
import { changesNothing, REQUESTS, type Reaching } from '../support/matrixRequests.ts';
import {
  fillMatrixWorld,
  fingerprint,
  PLACES,
  type Actor,
  type MatrixPlace,
  type MatrixWorld,
  type Target,
} from '../support/matrixWorld.ts';
import { withTestDatabase } from '../support/postgres.ts';

// Every method x every demo role x own, sibling, child, grandchild and parent account, against the real gateway and
// database. The expected answer is worked out from the catalogue's permission, the role and the tree; nothing here asks
// the code under test.

const test = withTestDatabase();
const METHODS = Object.keys(catalogue) as MethodName[];
const needsOfMethod = (method: MethodName): readonly Need[] => needsOf(catalogue[method].access);
const NEEDING = METHODS.filter((method) => needsOfMethod(method).length > 0);
const OF_PERSON = METHODS.filter((method) => catalogue[method].access === 'session');
const PUBLIC = METHODS.filter((method) => catalogue[method].access === 'public');
/** What it takes to call a method whose data says what it is about, with the data of the matrix. */
const BY_DATA: Readonly<Partial<Record<MethodName, Need>>> = { changeLabels: { resource: 'units', action: 'u' } };
/** Codes that say "you may not"; somebody who may must never see one. */
const FORBIDDING: readonly string[] = [
  ERROR.accessRight,
  ERROR.accountAccess,
  ERROR.accountMissing,
  ERROR.accessDenied,
  ERROR.accountInactive,
  ERROR.accessToken,
];

let world: MatrixWorld;
let api: TestApi;
const tokens = new Map<Actor, string>();
let number = 0;

beforeAll(async () => {
  world = await fillMatrixWorld(test.database);
  api = await startApi(test.database);
  for (const actor of world.actors) tokens.set(actor, await newToken(actor));
}, 60_000);
afterAll(() => api.close());

async function newToken(actor: Actor): Promise<string> {
  const opened = await api.sessions.open(actor.userId as UserId, { remote: '192.0.2.1', userAgent: 'matrix' }, START);
  return opened.accessToken;
}

interface Case {
  readonly method: MethodName;
  readonly actor: Actor;
  readonly place: MatrixPlace;
  readonly target: Target;
}

const nameOf = ({ method, actor, place }: Case) => `${method} by ${actor.name} for ${place}`;

function casesOf(methods: readonly MethodName[]): Case[] {
  return methods.flatMap((method) =>
    world.actors.flatMap((actor) =>
      PLACES.flatMap((place) => {
        const target = actor.targets[place];
        return target ? [{ method, actor, place, target }] : [];
      }),
    ),
  );
}

/** Calls in the actor's own account, reaching for the target. */
function reach({ method, actor, target }: Case, token = tokens.get(actor) ?? ''): Promise<Called> {
  return api.call(method, REQUESTS[method].data(target, actor, ++number), {
    token,
    account: actor.targets.own?.accountId ?? 0,
  });
}

const ownOf = ({ method, actor }: Case) => {
  return needsOfMethod(method).some((need) => can(actor.permissions, need));
};

/**
 * Devices of the caller's own account are open to who sets its units up, though there is no list of devices for them.
 */
const opensByUnits = ({ method, actor, place }: Case): boolean => {
  const { unitAccess } = catalogue[method];
  return (
    unitAccess !== undefined && can(actor.permissions, unitAccess) && place === 'own' && method !== 'getDeviceList'
  );
};

/** True when the target lies where the method may reach from the actor's account. */
function within({ method, actor, target }: Case): boolean {
  const own = actor.targets.own;
  if (!own) return false;
  const isOwn = target.accountId === own.accountId;
  const isBelow = !isOwn && !own.restricted && liesBelow(target, own);
  const isReached = needsOfMethod(method).some((need) => reachesBelow(actor.permissions, need));
  const direct = target.parentId === own.accountId;
  const consumer = target.type === 'CONSUMER';
  const parent = target.parentId === null ? undefined : world.targets.get(target.parentId);
  const answers: Record<Reaching, boolean> = {
    nothing: isOwn,
    own: isOwn,
    ownAlone: isOwn,
    ownOrBelow: isOwn || (isBelow && isReached),
    narrowed: isOwn || (isBelow && isReached),
    below: isBelow,
    dealerBelow: isBelow && target.type === 'DEALER',
    consumerBelow: isBelow && consumer,
    dealerDirectlyBelow: isBelow && direct && target.type === 'DEALER',
    consumerDirectlyBelow: isBelow && direct && consumer,
    belowOtherDealer: isBelow && !direct && parent?.type === 'DEALER',
    consumerFurtherDown: isBelow && !direct && consumer,
    consumerOrBelow: consumer && (isOwn || isBelow),
  };
  return answers[REQUESTS[method].reaches];
}

function liesBelow(target: Target, above: Target): boolean {
  for (
    let at: Target | undefined = target;
    at;
    at = at.parentId === null ? undefined : world.targets.get(at.parentId)
  ) {
    if (at.parentId === above.accountId) return true;
  }
  return false;
}

/** True for what lies in the caller's tree, where they may see what they may not change (beyondRights.test.ts). */
function isBelow({ actor, target }: Case): boolean {
  const { own } = actor.targets;
  return own !== undefined && !own.restricted && liesBelow(target, own);
}

/** What a case shows of a target that it must not show. */
function leaked({ target }: Case, answer: Called): boolean {
  const text = JSON.stringify(answer);
  return text.includes(target.marker) || (answer.error === null && text.includes(`"${target.name}"`));
}

function report(title: string, counts: Record<string, number>): void {
  process.stdout.write(
    `permission matrix, ${title}: ${Object.entries(counts)
      .map(([what, count]) => `${count} ${what}`)
      .join(', ')}\n`,
  );
}

describe('the permission matrix', () => {
  it('has roles that differ, and targets at every place', () => {
    expect(world.actors).toHaveLength(10);
    for (const place of PLACES)
      expect(world.actors.filter((actor) => actor.targets[place]).length, place).toBeGreaterThan(1);
    expect(METHODS.filter((method) => !Object.hasOwn(REQUESTS, method))).toEqual([]);
  });

  it('refuses every call in an account that the caller does not belong to, and every call without the permission; nothing changes', async () => {
    const before = await fingerprint(test.database);
    const wrong: string[] = [];
    const counts = {
      'in foreign accounts': 0,
      'without the permission': 0,
      'by a permission of units': 0,
      'beyond reach': 0,
    };
    for (const each of casesOf(NEEDING)) {
      const { method, actor, place, target } = each;
      if (place !== 'own') {
        const answer = await api.call(method, REQUESTS[method].data(target, actor, ++number), {
          token: tokens.get(actor) ?? '',
          account: target.accountId,
        });
        counts['in foreign accounts']++;
        if (answer.error?.code !== ERROR.accountAccess || leaked(each, answer))
          wrong.push(`${nameOf(each)}, acting there: ${answer.error?.code ?? 'answered'}`);
      }
      if (!ownOf(each)) {
        const answer = await reach(each);
        counts[opensByUnits(each) ? 'by a permission of units' : 'without the permission']++;
        if (opensByUnits(each)) {
          if (answer.error !== null) wrong.push(`${nameOf(each)}, by a permission of units: ${answer.error.code}`);
        } else if (answer.error?.code !== ERROR.accessRight || leaked(each, answer))
          wrong.push(`${nameOf(each)}, without the permission: ${answer.error?.code ?? 'answered'}`);
      } else if (!within(each) && REQUESTS[method].reaches !== 'nothing') {
        const answer = await reach(each);
        counts['beyond reach']++;
        const mayAnswer = ['narrowed', 'ownAlone'].includes(REQUESTS[method].reaches) && answer.error === null;
        // Targets below may be seen where they may not be changed: then the refusal says so.
        const isUnauthorised = answer.error?.code === ERROR.accessRight && isBelow(each);
        const refused = answer.error !== null && (!FORBIDDING.includes(answer.error.code) || isUnauthorised);
        if ((!mayAnswer && !refused) || leaked(each, answer))
          wrong.push(
            `${nameOf(each)}, beyond reach: ${answer.error?.code ?? JSON.stringify(answer.data).slice(0, 200)}`,
          );
      }
    }
    report('refusals', counts);
    expect(counts['by a permission of units']).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
    expect(await fingerprint(test.database)).toBe(before);
  }, 120_000);

  it('answers the same for what is foreign as for what does not exist', async () => {
    const wrong: string[] = [];
    for (const each of casesOf(NEEDING)) {
      if (!ownOf(each) || within(each) || each.place === 'own' || REQUESTS[each.method].reaches === 'nothing') continue;
      const missing: Target = {
        ...each.target,
        accountId: 888_888,
        unitId: 888_888,
        deviceId: 888_888,
        entityId: 888_888,
        roleId: 888_888,
        userId: 888_888,
        invitationId: 888_888,
        marker: 'Nobody',
      };
      const [foreign, nothing] = [await reach(each), await reach({ ...each, target: missing })];
      if (isBelow(each) && foreign.error?.code === ERROR.accessRight) continue;
      if (JSON.stringify([foreign.error, foreign.data]) !== JSON.stringify([nothing.error, nothing.data]))
        wrong.push(nameOf(each));
    }
    expect(wrong).toEqual([]);
  }, 60_000);

  it('lets nobody be refused who may', async () => {
    const wrong: string[] = [];
    const counts = { allowed: 0, 'of them answered': 0 };
    /** Put back since anything was called that changes something. */
    const intact = new Set<Target>();
    for (const each of casesOf(NEEDING)) {
      if (!ownOf(each) || !within(each)) continue;
      if (!intact.has(each.target)) await world.restore(each.target);
      intact.add(each.target);
      // The product learns of targets that are restored past it by reading again.
      await api.directory.settled();
      if (api.directory.accountOf(each.target.unitId) === 0) await api.directory.reload();
      const answer = await reach(each);
      if (!changesNothing(each.method)) intact.clear();
      counts.allowed++;
      if (answer.error === null) counts['of them answered']++;
      if (answer.error && FORBIDDING.includes(answer.error.code)) wrong.push(`${nameOf(each)}: ${answer.error.code}`);
      // A refusal of an allowed act must be one of the act, not "there is no such thing".
      if (answer.error?.code === ERROR.notFound) wrong.push(`${nameOf(each)}: not found`);
    }
    report('permissions', counts);
    expect(wrong).toEqual([]);
    expect(counts['of them answered']).toBeGreaterThan(counts.allowed / 2);
  }, 120_000);

  it('lets everybody reach what is their own, and nobody more by naming another account', async () => {
    const wrong: string[] = [];
    const counts = { 'of the person': 0, 'with a foreign account': 0, public: 0 };
    for (const each of casesOf(OF_PERSON)) {
      const { method, actor, place, target } = each;
      // Signing out ends the session that it is called with.
      const token = method === 'signout' ? await newToken(actor) : (tokens.get(actor) ?? '');
      if (place === 'own') {
        counts['of the person']++;
        const answer = await reach(each, token);
        const need = BY_DATA[method];
        const isRefused = answer.error !== null && FORBIDDING.includes(answer.error.code);
        const isRight = need === undefined || can(actor.permissions, need) ? !isRefused : isRefused;
        if (!isRight) wrong.push(`${nameOf(each)}: ${answer.error?.code ?? 'answered'}`);
      } else if (['getChildAccounts', 'getRefData', 'selectAccount', 'createApiKey'].includes(method)) {
        counts['with a foreign account']++;
        const answer = await api.call(method, REQUESTS[method].data(target, actor, ++number), {
          token,
          account: target.accountId,
        });
        if (
          leaked(each, answer) ||
          (answer.error === null && (method === 'selectAccount' || method === 'createApiKey'))
        )
          wrong.push(`${nameOf(each)} with a foreign account`);
      }
      const without = await api.call(method, REQUESTS[method].data(target, actor, ++number));
      if (without.error?.code !== ERROR.accessToken)
        wrong.push(`${nameOf(each)} without a token: ${without.error?.code ?? 'answered'}`);
    }
    const [actor] = world.actors;
    const own = actor?.targets.own;
    if (!actor || !own) throw new Error('Nobody is there.');
    for (const method of PUBLIC) {
      counts.public++;
      // From this machine: the demo's outbox answers nowhere else.
      const answer = await api.call(method, REQUESTS[method].data(own, actor, ++number), { remote: '127.0.0.1' });
      if (answer.error && FORBIDDING.includes(answer.error.code))
        wrong.push(`${method} without a token: ${answer.error.code}`);
    }
    report('persons', counts);
    expect(wrong).toEqual([]);
  }, 120_000);

  it('asks for a token wherever it asks for a permission', async () => {
    const codes = new Set<string | undefined>();
    for (const each of casesOf(NEEDING).filter(({ place }) => place === 'own')) {
      codes.add(
        (
          await api.call(each.method, REQUESTS[each.method].data(each.target, each.actor, ++number), {
            account: each.target.accountId,
          })
        ).error?.code,
      );
    }
    expect([...codes]).toEqual([ERROR.accessToken]);
  }, 60_000);
});
