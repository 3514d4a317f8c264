import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ceilingOf, standardPermissions, unusable, type Permissions } from '../../src/domain/access/index.ts';
import { withTestDatabase } from '../../tests/support/postgres.ts';

const test = withTestDatabase();
const SQL = fs.readFileSync(path.join(import.meta.dirname, 'migrations', '0016_permissions_below.sql'), 'utf8');
let id = 100;

/** What the migration makes of a role's permissions. */
async function migrated(permissions: object, type = 'DEALER', name = 'Role'): Promise<Permissions> {
  const own = ++id;
  await test.database.query(
    "insert into account (id, name, type, status, created_at) values ($1, $2, $3, 'active', now())",
    [own, `Account ${own}`, type],
  );
  await test.database.query(
    'insert into role (id, account_id, name, permissions, created_at) values ($1, $1, $2, $3, now())',
    [own, name, permissions],
  );
  await test.database.transaction((transaction) => transaction.query(SQL));
  const [row] = await test.database.query<{ permissions: Permissions }>('select permissions from role where id = $1', [
    own,
  ]);
  return row?.permissions ?? {};
}
const sorted = (permissions: Permissions) =>
  Object.fromEntries(Object.entries(permissions).map(([resource, actions]) => [resource, actions.toSorted()]));

it('keeps for roles what reading and changing reached before', async () => {
  const role = await migrated({ units: ['r', 'a', 'ec'], sims: ['r'], alert: ['r'], widgets: ['r'] });
  expect(sorted(role)).toEqual({
    units: ['a', 'aa', 'ar', 'au', 'ec', 'r'],
    sims: ['ar', 'r'],
    alert: ['r'],
    widgets: ['r'],
    account: ['asa', 'dash_a_r'],
  });
  expect(unusable(role)).toEqual([]);
});

it('leaves the choice of those that were offered before', async () => {
  expect(await migrated({ devices: ['r', 'u'], account_units: ['r', 'u'] })).toEqual({
    devices: ['r', 'u'],
    account_units: ['r', 'u'],
  });
});

it('opens the invitations that were sent to who could see them, and to nobody else', async () => {
  expect(
    sorted(await migrated({ user: ['r', 'a'], user_accounts_invitations: ['r', 'm', 'd'] })).user_accounts_invitations,
  ).toEqual(['m', 'r', 'u']);
  expect((await migrated({ user_accounts_invitations: ['r', 'm'] })).user_accounts_invitations).toEqual(['m']);
  expect((await migrated({ user_accounts_invitations: ['r'] })).user_accounts_invitations).toBeUndefined();
});

it('gives the permissions on direct consumers to who had those of all, where the account can have them', async () => {
  expect((await migrated({ account: ['r', 'a', 'car'] })).account).toEqual(['r', 'a', 'car', 'cr', 'ca']);
  expect((await migrated({ account: ['r', 'a', 'car'] }, 'CONSUMER')).account).toEqual(['r', 'a', 'car']);
});

it('changes nothing of roles that are made today', async () => {
  for (const type of ['OWNER', 'DEALER', 'CONSUMER'] as const)
    expect(
      sorted(await migrated({ ...ceilingOf(type), user_accounts_invitations: ['r', 'u', 'd', 'm'] }, type)),
    ).toEqual(sorted({ ...ceilingOf(type), user_accounts_invitations: ['r', 'u', 'd', 'm'] }));
  for (const name of ['Dispatcher', 'Viewer'] as const)
    expect(sorted(await migrated(standardPermissions(name, 'CONSUMER'), 'CONSUMER', name))).toEqual(
      sorted(standardPermissions(name, 'CONSUMER')),
    );
});
