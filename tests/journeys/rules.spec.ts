import { expect, test } from '../support/journey.ts';
import type { Page } from 'playwright/test';
import { devicePort, goTo, signIn, url } from '../support/app.ts';
import { callAs } from '../support/pageCalls.ts';

const stamp = String(Date.now()).slice(-8);

/** A unit with a device that says a temperature. */
async function makeUnit(page: Page, name: string): Promise<{ identifier: string; unitId: number }> {
  const call = await callAs(page);
  const identifier = `rule-${stamp}`;
  const { device_id } = await call('device-service', 'createDevice', {
    name: `Probe ${stamp}`,
    device_model: 'Traccar Client',
    unique_identifier: identifier,
  });
  await call('device-service', 'createSensor', {
    device_id,
    type: 'temperature',
    name: 'Coolant',
    field: 'coolant',
    parameter: 'heat',
    data_type: 'number',
    multiplier: 1,
    table: { kind: 'none' },
  });
  const { unit_id } = await call('unit-service', 'createUnit', { name, kind: 'van', device_ids: [device_id] });
  return { identifier, unitId: Number(unit_id) };
}

const report = async (page: Page, identifier: string, heat: number): Promise<void> => {
  const answer = await page.request.get(
    `http://127.0.0.1:${devicePort('osmand')}/?id=${identifier}&lat=48.1&lon=11.5&heat=${heat}&timestamp=${Date.now()}`,
  );
  expect(answer.status()).toBe(200);
};

/** Another way for the rule to hold: two conditions that count as one. */
async function addGroup(page: Page): Promise<void> {
  const kindOf = async (condition: string, kind: string): Promise<void> => {
    await page.getByRole('group', { name: condition, exact: true }).getByRole('button', { name: /Kind/ }).click();
    await page.getByRole('option', { name: kind, exact: true }).click();
  };
  await page.getByRole('button', { name: 'Add group', exact: true }).click();
  await page.getByText('Any condition holds', { exact: true }).first().click();
  const group = page.getByRole('group', { name: 'Group 2', exact: true });
  await kindOf('Condition 2.1', 'Device alarm');
  await group.getByRole('textbox', { name: 'Alarm', exact: true }).fill('sos');
  await group.getByRole('button', { name: 'Add condition', exact: true }).click();
  await kindOf('Condition 2.2', 'GPS lost');
  await group.getByText('All conditions hold', { exact: true }).click();
}

test('a rule shows its result on live values while it is written, fires, and records it', async ({ page }) => {
  // Three screens and a map in one sitting: a busy machine takes its time.
  test.setTimeout(180_000);
  const name = `Hot ${stamp}`;
  await signIn(page, 'dealer', '/units/list');
  const { identifier, unitId } = await makeUnit(page, name);
  await report(page, identifier, 90);

  await goTo(page, '/rules');
  await page.getByRole('link', { name: 'New rule' }).first().click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Coolant ${stamp}`);
  await page.getByText('Chosen units', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Add units' }).fill(name);
  await page.getByRole('button', { name: `Add ${name}` }).click();
  await expect(page.getByRole('list', { name: 'Chosen units' })).toContainText(name);
  const sensor = page.getByRole('combobox', { name: 'Sensor', exact: true });
  await sensor.click();
  await sensor.fill('Coolant');
  await page.getByRole('option', { name: /^Coolant/ }).click();
  const now = page.getByRole('list', { name: 'Now' }).getByRole('listitem').filter({ hasText: name });
  await expect(now).toContainText('90 °C');

  // The bound decides as it is typed, the value as it comes.
  await page.getByLabel('Maximum', { exact: true }).fill('95');
  await expect(now).toContainText('Normal');
  await report(page, identifier, 104);
  await expect(now).toContainText('104 °C');
  await expect(now).toContainText('Would fire');
  await expect(page.getByText('1 of 1 unit meets this now')).toBeVisible();
  await page.getByLabel('Maximum', { exact: true }).fill('110');
  await expect(now).toContainText('Normal');
  await page.getByLabel('Maximum', { exact: true }).fill('100');
  await addGroup(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();

  // Earlier reports are not its business; new ones are.
  const row = page.getByRole('row', { name: new RegExp(`Coolant ${stamp}`) });
  await expect(row).toContainText('Quiet');
  await expect(row).toContainText('Coolant above 100 or (alarm “sos” and no valid position)');
  await report(page, identifier, 106);
  // Detection has the demo's fleet to look at as well.
  await expect(row).toContainText('Active on 1 unit', { timeout: 60_000 });

  await row.getByRole('link', { name: `Coolant ${stamp}`, exact: true }).click();
  const event = page.getByRole('table').getByRole('row').filter({ hasText: name });
  await expect(event).toHaveCount(1);
  await expect(event).toContainText('106 °C');
  await expect(event).toContainText('Ongoing');
  await report(page, identifier, 80);
  await expect(event).not.toContainText('Ongoing');

  // The map's events have it, too.
  await goTo(page, `/units/events?units=${unitId}`);
  await expect(page.getByText(`Coolant ${stamp}: 106`)).toBeVisible({ timeout: 60_000 });
});

test('a rule rests, is edited beside somebody else and deleted; who may only look changes nothing', async ({
  page,
  browser,
}) => {
  await signIn(page, 'dealer', '/rules');
  const call = await callAs(page);
  const name = `Shared ${stamp}`;
  const form = { name, conditions: [{ sensor: 'Fuel level', minimum: 5 }], hold: 0, all_units: true, unit_ids: [] };
  // A list hears of others' changes once its screen is live.
  await expect(page.getByRole('status', { name: 'Connection' })).toContainText('Live');
  const { rule_id } = await call('rule-service', 'createRule', form);
  // There may be more rules than a page shows.
  await page.getByRole('searchbox').fill(name);
  const row = page.getByRole('row', { name: new RegExp(name) });
  // Rows ticked before the search is answered are not ticked any more after it.
  await expect(page.getByText('1 entry', { exact: true })).toBeVisible();
  await row.getByRole('checkbox').check({ force: true });
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await expect(row).toContainText('Inactive');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).not.toContainText('Inactive');

  await row.getByRole('link', { name: `Edit ${name}` }).click();
  await expect(page.getByLabel('Minimum', { exact: true })).toHaveValue('5');
  await call('rule-service', 'updateRule', { ...form, rule_id, conditions: [{ sensor: 'Fuel level', minimum: 8 }] });
  await page.getByLabel('Minimum', { exact: true }).fill('7');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(
    page.getByText('Someone else changed Conditions while you were editing.', { exact: false }),
  ).toBeVisible();
  await expect(page.getByText('Someone else changed this while you were editing.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /leave|discard/i }).click();

  const viewer = await browser.newPage();
  await signIn(viewer, 'viewer', '/rules');
  await expect(viewer.getByRole('row').filter({ hasText: 'Fuel runs low' })).toBeVisible();
  await expect(viewer.getByRole('link', { name: 'New rule' })).toHaveCount(0);
  await viewer.goto(url('/rules-config'));
  await expect(viewer).toHaveURL(/unauthorized/);
  await viewer.close();

  await goTo(page, `/rules?search=${encodeURIComponent(name)}`);
  await expect(page.getByText('1 entry', { exact: true })).toBeVisible();
  await row.getByRole('checkbox').check({ force: true });
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 1 rule' }).click();
  await expect(row).toHaveCount(0);
});
