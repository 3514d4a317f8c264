import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue, needsOf, type MethodName } from '../../src/api/contract/index.ts';
import { can, reachesBelow, type Permissions } from '../../src/domain/access/index.ts';
import type { UserId } from '../../src/domain/base/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import { startApi, START, type TestApi } from '../support/api.ts';
import { REQUESTS } from '../support/matrixRequests.ts';
import { LOOKS, OWN_ONLY, addHolder } from '../support/lookers.ts';
import { fillMatrixWorld, fingerprint, type Actor, type MatrixWorld, type Target } from '../support/matrixWorld.ts';
import { withTestDatabase } from '../support/postgres.ts';

// Every method that names something by its number, called by a dealer's role that sees the sub-accounts and changes
// nothing there: on a sub-account's things it is answered that it may not, on what it does not see that there is
// nothing.

const test = withTestDatabase();
const METHODS = Object.keys(catalogue) as MethodName[];
const HOLDER = 960_000;
const BLIND = 960_001;
const UNKNOWN_ID = 888_888;

let world: MatrixWorld;
let api: TestApi;
let dealer: Actor;
let own: Target;
let below: Target;
let foreign: Target;
let number = 5_000;
const tokens = new Map<number, string>();

beforeAll(async () => {
  world = await fillMatrixWorld(test.database);
  const found = world.actors.find(({ username }) => username === 'dealer');
  const targets = found?.targets;
  if (!targets?.own || !targets.child || !targets.sibling) throw new Error('The demo has no dealer.');
  dealer = found as Actor;
  own = targets.own;
  below = targets.child;
  foreign = targets.sibling;
  for (const [id, permissions] of [
    [HOLDER, LOOKS],
    [BLIND, OWN_ONLY],
  ] as const)
    await addHolder(test.database, own.accountId, id, permissions);
  api = await startApi(test.database);
  for (const id of [HOLDER, BLIND])
    tokens.set(
      id,
      (await api.sessions.open(id as UserId, { remote: '192.0.2.1', userAgent: 'looks' }, START)).accessToken,
    );
}, 60_000);
afterAll(() => api.close());

function call(method: MethodName, target: Target, userId = HOLDER) {
  return api.call(method, REQUESTS[method].data(target, dealer, ++number), {
    token: tokens.get(userId) ?? '',
    account: own.accountId,
  });
}

const missing = (): Target => ({
  ...below,
  accountId: UNKNOWN_ID,
  unitId: UNKNOWN_ID,
  deviceId: UNKNOWN_ID,
  entityId: UNKNOWN_ID,
  roleId: UNKNOWN_ID,
  userId: UNKNOWN_ID,
  invitationId: UNKNOWN_ID,
  marker: 'Nobody',
});

/** Methods whose least request names a thing of the target by its number. */
const naming = (): MethodName[] =>
  METHODS.filter(
    (method) =>
      needsOf(catalogue[method].access).length > 0 &&
      REQUESTS[method].reaches !== 'nothing' &&
      Object.entries(REQUESTS[method].data(below, dealer, 1)).some(([field]) => /_ids?$/.test(field)),
  );
const ownOf = (method: MethodName, permissions: Permissions) =>
  needsOf(catalogue[method].access).some((need) => can(permissions, need));
/** Those whose permission ends at the own account, and that the role may call there. */
const endingAtOwn = (permissions: Permissions): MethodName[] =>
  naming().filter(
    (method) =>
      ownOf(method, permissions) &&
      (REQUESTS[method].reaches === 'own' ||
        (['ownOrBelow', 'narrowed'].includes(REQUESTS[method].reaches) &&
          needsOf(catalogue[method].access).every((need) => !reachesBelow(permissions, need)) &&
          // Invitations of sub-accounts go by the permission for their users.
          catalogue[method].service !== 'invitation-service')),
  );
/** An invitation offers the roles of its account: another one is a wrong choice at its field. */
const CHOOSING: readonly MethodName[] = ['inviteUser', 'inviteMultipleUser'];

describe('who sees the things of a sub-account and may not change them', () => {
  it('is refused with "Un-authorized action" by every method, and nothing changes', async () => {
    const methods = endingAtOwn(LOOKS).filter((method) => !CHOOSING.includes(method));
    const before = await fingerprint(test.database);
    const wrong: string[] = [];
    for (const method of methods) {
      const { error } = await call(method, below);
      if (error?.code !== ERROR.accessRight || error.message !== 'Un-authorized action')
        wrong.push(`${method}: ${error?.code ?? 'answered'} ${JSON.stringify(error?.fields ?? '')}`);
    }
    expect(wrong).toEqual([]);
    expect(methods.length).toBeGreaterThan(30);
    expect(await fingerprint(test.database)).toBe(before);
  }, 60_000);

  it('still gets "not found" for what exists nowhere and for what belongs to others', async () => {
    const wrong: string[] = [];
    for (const method of endingAtOwn(LOOKS)) {
      for (const target of [missing(), foreign]) {
        const { error } = await call(method, target);
        if (error?.code === ERROR.accessRight) wrong.push(`${method} in ${target.name}: ${error.code}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 60_000);

  it('is refused those of several that it may not, and the rest is done', async () => {
    await world.restore(own);
    await api.directory.reload();
    const answer = await api.call(
      'updateUnitStatus',
      { unit_ids: [own.unitId, below.unitId, foreign.unitId], status: 'inactive' },
      { token: tokens.get(HOLDER) ?? '', account: own.accountId },
    );
    expect(answer.error).toBeNull();
    expect(answer.data.done).toEqual([own.unitId]);
    expect(new Map(answer.data.refused.map(({ id, code, message }) => [id, `${code} ${message}`]))).toEqual(
      new Map([
        [below.unitId, `${ERROR.accessRight} Un-authorized action`],
        [foreign.unitId, `${ERROR.notFound} Not found. It was deleted, or you have no access to it.`],
      ]),
    );
  });
});

describe('who sees nothing of the sub-accounts', () => {
  it('gets the answer of what does not exist by every method', async () => {
    const wrong: string[] = [];
    for (const method of endingAtOwn(OWN_ONLY)) {
      const [there, nowhere] = [await call(method, below, BLIND), await call(method, missing(), BLIND)];
      if (there.error?.code !== nowhere.error?.code || there.error?.message !== nowhere.error?.message)
        wrong.push(`${method}: ${there.error?.code ?? 'answered'}, ${nowhere.error?.code ?? 'answered'}`);
    }
    expect(wrong).toEqual([]);
  }, 60_000);
});
