import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLogger, withTestDatabase } from '../../../tests/support/postgres.ts';
import { success } from '../../../src/domain/base/index.ts';
import type { AdminCall } from '../command.ts';
import { forgetSealedCommand } from './forgetSealed.ts';
import { openSealer } from '../../app/sealKey.ts';

const test = withTestDatabase();
let folder: string;

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wayline-seal-'));
  await test.database.query("delete from counter where name = 'seal_key'");
  await test.database.query('delete from app_user');
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const key = () => path.join(folder, 'seal.secret');
const open = () => openSealer(test.database, folder);
const call = (...options: string[]) =>
  forgetSealedCommand.run({
    parameters: [],
    options: new Set(options),
    dataDirectory: folder,
    now: () => 0,
    logger: silentLogger,
    say: () => undefined,
    openDatabase: async () => success(test.database),
  } as Partial<AdminCall> as AdminCall);

async function addLogin(sealed: string): Promise<void> {
  await test.database.query(
    `insert into app_user (id, username, username_key, first_name, last_name, password_hash, email, email_key, created_at, totp_secret, totp_enabled_at)
     values (1, 'ada', 'ada', 'Ada', 'Byron', 'x', 'ada@fleet.test', 'ada@fleet.test', now(), $1, now())`,
    [sealed],
  );
}

it('makes the key once, and opens with it what was sealed before', async () => {
  const sealed = (await open()).seal('gate code');
  expect((await open()).open(sealed)).toBe('gate code');
});

it('refuses to start without its key or with another one, and makes none', async () => {
  await addLogin((await open()).seal('otp'));
  const own = fs.readFileSync(key(), 'utf8');
  fs.rmSync(key());
  await expect(open()).rejects.toThrow(/seal\.secret is missing.*forget-sealed/);
  expect(fs.existsSync(key())).toBe(false);
  fs.writeFileSync(key(), 'another key that is long enough to be one');
  await expect(open()).rejects.toThrow(/is not the key of this database/);
  fs.writeFileSync(key(), own);
  await open();
});

it('makes another key where nothing is sealed with the one that is gone', async () => {
  await open();
  fs.rmSync(key());
  const sealed = (await open()).seal('gate code');
  expect((await open()).open(sealed)).toBe('gate code');
});

it('misses the key of an installation from before keys were marked', async () => {
  await addLogin('v1.sealed');
  await expect(open()).rejects.toThrow(/is missing/);
});

it('gives up what was sealed when that is confirmed, and not before', async () => {
  await addLogin((await open()).seal('otp'));
  fs.rmSync(key());
  expect(await call()).toMatchObject({ ok: false, error: expect.stringMatching(/1 logins.*--yes/s) });
  await expect(open()).rejects.toThrow(/is missing/);
  expect(await call('yes')).toMatchObject({ ok: true });
  await open();
  expect(await test.database.query('select totp_secret, totp_enabled_at from app_user')).toEqual([
    { totp_secret: null, totp_enabled_at: null },
  ]);
});
