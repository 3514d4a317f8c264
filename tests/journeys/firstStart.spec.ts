import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '../support/journey.ts';
import type { Page } from 'playwright/test';
import { encodeTeltonikaLogin, encodeTeltonikaPacket } from '../../server/ingest/protocols/teltonika/index.ts';
import { MINUTE, toIso } from '../../src/domain/base/index.ts';
import { DRIVEN, drive, say } from '../support/drive.ts';
import { signInByHttp } from '../support/httpCaller.ts';
import { startServer, type RunningServer } from '../support/server.ts';

test.use({ newProfile: true });

// A server of its own without the demo, on a folder that was empty: what a customer does on the first day.
test.describe.configure({ mode: 'serial', timeout: 150_000 });

const IMEI = '356307042441013';
const PASSWORD = 'first-one-26';
const [LATITUDE, LONGITUDE] = [52.5163, 13.3777];
const MODES = 'What is shown beside the map';
const root = path.resolve(import.meta.dirname, '../..');
let server: RunningServer;
let data = '';
let scratch = '';

test.beforeAll(async () => {
  scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'wayline-first-'));
  data = path.join(scratch, 'data');
  server = await startServer({ DEMO: '0', DATA_DIR: data });
});
test.afterAll(async () => {
  await server.stop();
  fs.rmSync(scratch, { recursive: true, force: true });
});

const admin = (directory: string, ...words: string[]) =>
  promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/admin/main.ts', ...words], {
    cwd: root,
    env: { ...process.env, DATA_DIR: directory },
  });

const codeOfLog = (): string => /setup code:\s+(\S+)/.exec(server.output())?.[1] ?? '';

/** A tracker at the device port logs in and sends one report; answers the last byte of each answer. */
function report(latitude: number, speed: number): Promise<(number | undefined)[]> {
  const place = { latitude, longitude: LONGITUDE, speed, course: 90, altitude: 34, satellites: 8, hdop: 0.9 };
  const record = { ...place, time: Date.now() - 1_000, io: [{ id: 239, size: 1, value: 1 }] } as const;
  return say(server.ports.teltonika, encodeTeltonikaLogin(IMEI), encodeTeltonikaPacket([record], 'eight'));
}

/** The drive that led to the first report, sent afterwards as trackers do that were out of reach: its trip is found. */
async function expectFirstTrip(page: Page): Promise<void> {
  const records = drive(Date.now(), LATITUDE, LONGITUDE);
  const answers = await say(server.ports.teltonika, encodeTeltonikaLogin(IMEI), encodeTeltonikaPacket(records));
  expect(answers, 'every record is acknowledged').toEqual([1, records.length]);
  const { call } = await signInByHttp(server.url, 'ada', PASSWORD);
  const span = { from: toIso(records[0].time - MINUTE), to: toIso(Date.now()) };
  // Looked for at the server, so that the page is drawn once, with the trip on it.
  await expect.poll(async () => (await call('getTrips', span)).trips.length, { timeout: 30_000 }).toBe(1);
  await page.getByRole('navigation', { name: MODES }).getByRole('link', { name: 'Trips' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: DRIVEN }).first()).toBeVisible();
}

async function fillOwner(page: Page): Promise<void> {
  await page.getByLabel('Company', { exact: true }).fill('Harbour Fleet');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Berg');
  await page.getByLabel('Email', { exact: true }).fill('ada@harbour.example');
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Retype password').fill(PASSWORD);
}

test('an empty server: the code of the log, the owner account, the first own tracker on the map, and its first trip', async ({
  page,
}) => {
  await page.goto(`${server.url}/`);
  await expect(page).toHaveURL(/\/app\/setup$/);
  await page.getByLabel('Setup code').fill('AAAA-AAAA-AAAA');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('The setup code is wrong.')).toBeVisible();
  await page.getByLabel('Setup code').fill(codeOfLog().toLowerCase());
  await page.getByRole('button', { name: 'Next' }).click();

  await fillOwner(page);
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.getByRole('button', { name: 'Send a test to ada@harbour.example' }).click();
  await expect(page.getByText('Email is not configured')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { name: 'Invite your team' })).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();

  await expect(page.getByText(`Waiting for the first report on port ${server.ports.teltonika}…`)).toBeVisible();
  expect(await report(LATITUDE, 0), 'an unknown tracker shows its make, and is refused').toEqual([1, 0]);
  await page.getByRole('button', { name: `Add ${IMEI}` }).click();
  await page.getByLabel('Name', { exact: true }).fill('Harbour Van');
  await page.getByRole('button', { name: 'Add to the map' }).click();
  await expect(page.getByText('Waiting for its next report…')).toBeVisible();
  expect(await report(LATITUDE, 42), 'one record is acknowledged').toEqual([1, 1]);
  await expect(page.getByRole('heading', { name: 'Harbour Van is on the map' })).toBeVisible();
  await expect(page.getByText('52.51630, 13.37770')).toBeVisible();
  await page.getByRole('link', { name: 'Open the map' }).click();
  await expect(page).toHaveURL(/units\/map/);
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await expect(page.getByText('Harbour Van').first()).toBeVisible({ timeout: 60_000 });
  await expectFirstTrip(page);
});

test('the server is set up once: its entrance is the sign-in, and the set-up page says so', async ({ page }) => {
  await page.goto(`${server.url}/app/`);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await page.goto(`${server.url}/app/setup`);
  await expect(page.getByRole('heading', { name: 'This server is set up' })).toBeVisible();
});

test('who is locked out signs in again by reset-password, while the server runs', async ({ page }) => {
  const { stdout } = await admin(data, 'reset-password', 'ada@harbour.example');
  const password = /: (\S+)/.exec(stdout)?.[1] ?? '';
  await page.goto(`${server.url}/app/login`);
  await page.getByLabel('Username or email').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
});

test('a backup of the running server brings it to another folder', async () => {
  const file = path.join(scratch, 'harbour.backup');
  const elsewhere = path.join(scratch, 'elsewhere');
  expect((await admin(data, 'backup', file)).stdout).toContain('Wrote');
  await expect(admin(data, 'restore', file, '--force')).rejects.toMatchObject({
    stderr: expect.stringContaining('The server is running'),
  });
  expect((await admin(elsewhere, 'restore', file)).stdout).toContain('Restored');
  const { stdout } = await admin(elsewhere, 'reset-password', 'ada');
  const restored = await startServer({ DEMO: '0', DATA_DIR: elsewhere });
  try {
    const { call } = await signInByHttp(restored.url, 'ada', /: (\S+)/.exec(stdout)?.[1] ?? '');
    expect((await call('getUnitList', {})).rows.map(({ name }) => name)).toEqual(['Harbour Van']);
    expect((await call('getLastPositions', {})).positions).toMatchObject([{ speed: 42 }]);
  } finally {
    await restored.stop();
  }
});
