import { expect, test } from '../support/journey.ts';
import { encodeTeltonikaLogin, encodeTeltonikaPacket } from '../../server/ingest/protocols/teltonika/index.ts';
import { devicePort, goTo, signIn } from '../support/app.ts';
import { DRIVEN, drive, say, sayFrom } from '../support/drive.ts';

// What stops a customer on the first day: a tracker that counts eight satellites, claimed by a consumer's
// administrator, who has no list of devices; it gets its model and set-up, and its first trip is found.

const IMEI = `35${String(Date.now()).slice(-13)}`;
const report = (...messages: readonly Uint8Array[]): Promise<(number | undefined)[]> =>
  say(devicePort('teltonika'), ...messages);

test('a consumer claims a tracker with eight satellites: it gets its model and set-up, and its first trip is found', async ({
  page,
}) => {
  const name = `First ${IMEI.slice(-6)}`;
  expect(await report(encodeTeltonikaLogin(IMEI), encodeTeltonikaPacket(drive(Date.now(), 35.7, 51.4)))).toEqual([
    1, 0,
  ]);
  await signIn(page, 'consumer', '/units/list');
  await page.getByRole('button', { name: 'Unclaimed trackers' }).click();
  // On a phone, too, what is done with a tracker is in sight.
  const claim = page.getByRole('button', { name: `Claim ${IMEI}` });
  await expect(claim).toBeVisible();
  await page.setViewportSize({ width: 390, height: 780 });
  await expect(claim).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await claim.click();
  await expect(page.getByRole('combobox', { name: 'Device model' })).toHaveValue('Teltonika FMC920');
  await page.getByLabel('Unit name').fill(name);
  await page.getByRole('button', { name: 'Create unit' }).click();
  await page.getByRole('link', { name: 'Set up now' }).click();
  await page
    .getByRole('button', { name: /suggested sensors/ })
    .first()
    .click();
  await page
    .getByRole('alertdialog', { name: 'Set up the trip detector?' })
    .getByRole('button', { name: 'Set up now' })
    .click();
  await expect(page.getByRole('textbox', { name: 'Minimum satellites' })).toHaveValue('4');
  // What is proposed applies without being saved.
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(page.getByRole('row', { name: /Ignition/ })).toBeVisible();
  await page.getByRole('button', { name: 'Next: commands' }).click();
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  const records = drive(Date.now(), 35.7, 51.4);
  expect(await report(encodeTeltonikaLogin(IMEI), encodeTeltonikaPacket(records))).toEqual([1, records.length]);
  await goTo(page, '/units/list');
  await page.getByRole('searchbox').fill(name);
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('link', { name: 'Trips', exact: true }).first().click();
  await expect(page).toHaveURL(/\/units\/trips/);
  const trip = page.getByRole('listitem').filter({ hasText: DRIVEN }).first();
  // A past that was sent at once is found without a word to the list: whoever looked before looks again.
  await expect(async () => {
    await page.reload();
    await expect(trip).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: 45_000 });
});

test('a tracker that reports from elsewhere is found by its number alone, and claimed by a report that its owner makes it send', async ({
  page,
}) => {
  const imei = `35${String(Date.now() + 7).slice(-13)}`;
  const elsewhere = () => sayFrom('127.0.0.2', devicePort('teltonika'), encodeTeltonikaLogin(imei));
  await elsewhere();
  await signIn(page, 'consumer', '/units/list');
  await page.getByRole('button', { name: 'Unclaimed trackers' }).click();
  const field = page.getByRole('searchbox', { name: 'Tracker number (IMEI)' });
  const claim = page.getByRole('button', { name: `Claim ${imei}` });
  await field.fill(imei.slice(0, -1));
  await expect(page.getByText('No unclaimed tracker with this number has reported.')).toBeVisible();
  await field.fill(imei);
  await claim.click();
  await page.getByLabel('Unit name').fill(`Proven ${imei.slice(-6)}`);
  await page.getByRole('button', { name: 'Create unit' }).click();
  const proof = page.getByRole('alertdialog', { name: `Is tracker ${imei} yours?` });
  await proof.getByRole('button', { name: 'Start' }).click();
  await expect(proof.getByText('Waiting for the tracker to report')).toBeVisible();
  await elsewhere();
  await expect(page.getByText(`Proven ${imei.slice(-6)} has been created`)).toBeVisible();
  await expect(proof).toBeHidden();
  await expect(field).toHaveValue('');
});
