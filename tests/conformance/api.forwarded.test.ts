import { afterEach, expect, it } from 'vitest';
import { fillWorld, startApi, type TestApi } from '../support/api.ts';
import { withTestDatabase } from '../support/postgres.ts';

const test = withTestDatabase();
let api: TestApi | undefined;
afterEach(() => api?.close());

/** The link of a mail that a call caused, which came from there and said that it was for another host. */
async function hostOfLink(trustProxy: false | string[], remoteAddress: string): Promise<string> {
  api = await startApi(test.database, { config: { trustProxy, tileHosts: [] } });
  const { token } = await api.signIn('consumer');
  await test.database.query('delete from outbox');
  await test.database.query('delete from invitation');
  await api.server.inject({
    method: 'POST',
    url: '/api',
    remoteAddress,
    headers: { host: 'fleet.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-for': '192.0.2.9' },
    payload: {
      header: { method: 'inviteMultipleUser', service: 'account-service', token, account: 4 },
      data: { emails: ['ida@new.test'], role_id: 900 },
    },
  });
  const query = { recipient: 'ida@new.test', unsentOnly: false, search: '', page: 1, limit: 1 };
  const { rows } = await api.outbox.list(test.database, query);
  return /https?:\/\/([^/]+)/.exec(rows[0]?.text ?? '')?.[1] ?? '';
}

it('takes the host of a link from X-Forwarded-Host of the proxies that are trusted, and of nobody else', async () => {
  await fillWorld(test.database);
  const permissions = { user: ['a'], units: ['r'] };
  await test.database.query('update role set permissions = $1 where account_id = 4', [permissions]);
  await test.database.query(
    "insert into role (id, account_id, name, permissions, created_at) values (900, 4, 'Dispatcher', $1, now())",
    [{ units: ['r'] }],
  );
  expect(await hostOfLink(false, '10.0.0.1')).toBe('fleet.example');
  await api?.close();
  expect(await hostOfLink(['10.0.0.0/8'], '192.0.2.1')).toBe('fleet.example');
  await api?.close();
  expect(await hostOfLink(['10.0.0.0/8'], '10.0.0.1')).toBe('evil.example');
});
