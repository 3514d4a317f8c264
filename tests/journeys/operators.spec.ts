import { expect, test } from '../support/journey.ts';
import type { Page } from 'playwright/test';
import { encodeIpsData, encodeIpsLogin } from '../../server/ingest/protocols/wialon_ips/index.ts';
import { devicePort, goTo, signIn } from '../support/app.ts';
import { drive, DRIVEN, say } from '../support/drive.ts';
import { linkOf } from '../support/mail.ts';
import { callAs, createUnit } from '../support/pageCalls.ts';

const stamp = String(Date.now()).slice(-7);

/** Ten minutes of driving that began some time ago, with a key that is read at its start. */
function driveWith(key: string, identifier: string, now: number): Promise<unknown> {
  const reports = drive(now, 36.5, 52.1).map(({ time, latitude, longitude, speed, course, satellites }, index) => {
    const place = { time, latitude, longitude, speed, course, satellites };
    return encodeIpsData(index === 0 ? { ...place, driverKey: key } : place);
  });
  return say(devicePort('wialon_ips'), encodeIpsLogin(identifier), ...reports);
}

/** Chooses in a field whose entries say more than their names. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(option);
  await page.getByRole('option', { name: new RegExp(`^${option}`) }).click();
}

test('a driver signs in by key, another is assigned by hand and wins, and each has a timeline', async ({ page }) => {
  const [name, other, unitName] = [`Sara ${stamp}`, `Omid ${stamp}`, `Bus ${stamp}`];
  const [key, unknownKey, identifier] = [`K${stamp}`, `U${stamp}`, `W${stamp}`];
  await signIn(page, 'consumer', '/operator/create');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Code').fill(key);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const operatorUrl = page.url();
  const call = await callAs(page);
  const { unitId } = await createUnit(call, identifier, { name: unitName, model: 'Generic' });
  await driveWith(key, identifier, Date.now());

  // Bound by the report: on the card and in the list.
  await goTo(page, `/units/map?units=${unitId}`);
  const card = page.getByRole('region', { name: 'Unit details' });
  await expect(card.getByText(name)).toBeVisible();
  await goTo(page, `/units/list?search=${encodeURIComponent(name)}`);
  await expect(page.getByRole('row', { name: new RegExp(unitName) })).toBeVisible();

  // The timeline of duty, with the trip.
  await goTo(page, operatorUrl);
  const duty = page.getByRole('table', { name: 'Timeline' });
  await expect(duty.getByText(DRIVEN).first()).toBeVisible();
  await expect(duty).toContainText(unitName);

  // Somebody else by hand, who wins over what the key says from now on.
  await goTo(page, '/operator/create');
  await page.getByLabel('Name').fill(other);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Assign to a unit' }).click();
  await choose(page, 'Unit', unitName);
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Assigned manually')).toBeVisible();
  await goTo(page, `/units/list?search=${encodeURIComponent(unitName)}`);
  await expect(page.getByRole('row', { name: new RegExp(unitName) })).toContainText(other);
  await expect(page.getByRole('row', { name: new RegExp(unitName) })).not.toContainText(name);

  // A key that is nobody's is claimed, for the past as well.
  await createUnit(call, `X${stamp}`, { name: `Second ${stamp}`, model: 'Generic' });
  await driveWith(unknownKey, `X${stamp}`, Date.now());
  await goTo(page, '/unknown-keys');
  const row = page.getByRole('row', { name: new RegExp(unknownKey) });
  await row.getByRole('button', { name: 'Assign key' }).click();
  await choose(page, 'Operator', name);
  await page.getByRole('dialog').getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(row).toHaveCount(0);
  await goTo(page, `/units/list?search=${encodeURIComponent(`Second ${stamp}`)}`);
  await expect(page.getByRole('row', { name: new RegExp(`Second ${stamp}`) })).toContainText(name);
});

test('an operator is invited, and whoever accepts is linked', async ({ page, browser }) => {
  const name = `Invited ${stamp}`;
  const address = `driver.${stamp}@example.com`;
  await signIn(page, 'consumer', '/operator/create');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(address);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Invite by email' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /Role/ }).click();
  await page.getByRole('listbox').getByRole('option', { name: 'Viewer' }).click();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  const sent = page.getByRole('listitem').filter({ hasText: address });
  await expect(sent).toContainText('Pending');

  const driver = await (await browser.newContext()).newPage();
  await driver.goto(await linkOf(page, address));
  for (const [label, value] of [
    ['First name', 'Dana'],
    ['Last name', name],
    ['Username', `driver${stamp}`],
    ['Retype password', 'Dana#2026'],
  ])
    await driver.getByLabel(label).fill(value);
  await driver.getByLabel('Password', { exact: true }).fill('Dana#2026');
  await driver.getByRole('button', { name: 'Create the login and accept' }).click();
  await expect(driver).toHaveURL(/new-user-onboarding/);
  await driver.context().close();

  await expect(sent).toContainText('Accepted');
  await expect(page.getByText(`Signs in as Dana ${name}`)).toBeVisible();
});
