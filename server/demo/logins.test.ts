import { beforeEach, describe, expect, it } from 'vitest';
import { createPasswordHasher } from '../modules/auth/index.ts';
import { withTestDatabase } from '../../tests/support/postgres.ts';
import { DEMO_PASSWORD, PEOPLE } from './companies.ts';
import { closeDemoLogins, openDemoLogins } from './logins.ts';
import { STAFF } from './staff.ts';
import { seedDemoWorld } from './world.ts';

const test = withTestDatabase();
const hasher = createPasswordHasher({ cost: { memory: 64, passes: 1, parallelism: 1 } });
const NOW = Date.UTC(2026, 10, 21, 12);
const ALL = PEOPLE.length + STAFF.length;
const close = () => closeDemoLogins(test.database, hasher, NOW);
const statusOf = async (username: string) =>
  (await test.database.query<{ status: string }>('select status from app_user where username_key = $1', [username]))[0]
    ?.status;

describe('demo logins on a server without the demo', () => {
  it('are none where the demo was never made', async () => {
    expect(await close()).toEqual([]);
  });

  describe('where it was', () => {
    beforeEach(async () => {
      await seedDemoWorld({ database: test.database, units: 0, now: NOW, hashPassword: (text) => hasher.hash(text) });
      await openDemoLogins(test.database);
    });

    it('are refused, their sessions ended, and opened again by the demo', async () => {
      const [{ id }] = await test.database.query<{ id: string }>(
        "select id from app_user where username_key = 'owner'",
      );
      await test.database.query(
        `insert into session (id, user_id, bearer_expires_at, remote, user_agent, created_at, last_used_at)
         values (1, $1, now(), '', '', now(), now())`,
        [id],
      );
      const closed = await close();
      expect(closed).toHaveLength(ALL);
      expect(closed).toEqual(expect.arrayContaining(PEOPLE.map(({ username }) => username)));
      expect(await statusOf('owner')).toBe('inactive');
      expect(await test.database.query('select id from session where ended_at is null')).toEqual([]);
      expect(await close()).toHaveLength(ALL);
      await openDemoLogins(test.database);
      expect(await statusOf('owner')).toBe('active');
    });

    it('stay open where somebody set a password of their own', async () => {
      await test.database.query("update app_user set password_hash = $1 where username_key = 'dealer'", [
        await hasher.hash(`${DEMO_PASSWORD}!`),
      ]);
      const closed = await close();
      expect(closed).toHaveLength(ALL - 1);
      expect(closed).not.toContain('dealer');
      expect(await statusOf('dealer')).toBe('active');
    });

    it('leave alone who is no part of the demo, and who was inactive before', async () => {
      await test.database.query(
        "update app_user set email = 'me@fleet.example', email_key = 'me@fleet.example' where username_key = 'viewer'",
      );
      await test.database.query("update app_user set status = 'inactive' where username_key = 'operator'");
      await close();
      expect(await statusOf('viewer')).toBe('active');
      await openDemoLogins(test.database);
      expect(await statusOf('operator')).toBe('inactive');
    });
  });
});
