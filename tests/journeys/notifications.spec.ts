import { expect, test } from '../support/journey.ts';
import type { Page } from 'playwright/test';
import { devicePort, signIn } from '../support/app.ts';
import { mailTo } from '../support/mail.ts';
import { callAs, type PageCall } from '../support/pageCalls.ts';

const stamp = String(Date.now()).slice(-8);
const ALERT = `Overheated ${stamp}`;

/** A unit whose temperature a rule watches, and an alert on the rule. */
async function makeAlert(call: PageCall): Promise<{ identifier: string }> {
  const identifier = `notify-${stamp}`;
  const { device_id } = await call('device-service', 'createDevice', {
    name: `Probe ${stamp}`,
    device_model: 'Traccar Client',
    unique_identifier: identifier,
  });
  await call('device-service', 'createSensor', {
    device_id,
    type: 'temperature',
    name: `Heat ${stamp}`,
    field: 'heat',
    parameter: 'heat',
    data_type: 'number',
    multiplier: 1,
    table: { kind: 'none' },
  });
  const { unit_id } = await call('unit-service', 'createUnit', {
    name: `Kettle ${stamp}`,
    kind: 'van',
    device_ids: [device_id],
  });
  const { rule_id } = await call('rule-service', 'createRule', {
    name: `Heat ${stamp}`,
    conditions: [{ kind: 'sensor', sensor: `Heat ${stamp}`, condition: 'inside', minimum: 100, maximum: 999 }],
    all_units: false,
    unit_ids: [unit_id],
  });
  await call('alert-service', 'createAlert', { name: ALERT, severity: 'critical', rule_ids: [rule_id] });
  return { identifier };
}

const report = async (page: Page, identifier: string, heat: number): Promise<void> => {
  const answer = await page.request.get(
    `http://127.0.0.1:${devicePort('osmand')}/?id=${identifier}&lat=48.1&lon=11.5&heat=${heat}&timestamp=${Date.now()}`,
  );
  expect(answer.status()).toBe(200);
};

test('a notification is made, its alarm reaches the outbox, and its log says so', async ({ page }) => {
  await signIn(page, 'dealer', '/notification/create');
  const { identifier } = await makeAlert(await callAs(page));
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Kettles ${stamp}`);
  await page.getByText('Selected alerts', { exact: true }).click();
  const alerts = page.getByRole('combobox', { name: 'Selected alerts' });
  await alerts.fill(ALERT);
  await page.getByRole('option', { name: ALERT }).click();
  await page.getByText('All units', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'Push' }).uncheck({ force: true });
  await expect(page.getByText(/^Reaches \d+ (person|people)$/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Text in English' }).fill('%UNIT% boils: %VALUE%');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Nothing was sent yet.')).toBeVisible();

  await report(page, identifier, 104);
  const log = page.getByRole('list', { name: 'Delivery log' });
  // Mails of the demo stay in its outbox.
  await expect(log.getByRole('listitem').filter({ hasText: 'Kaveh Moradi' })).toContainText('In the outbox');
  await expect(log).toContainText(`${ALERT}, Kettle ${stamp}`);
  expect(await mailTo(page, 'dealer@demo.wayline.example')).toContain(`Kettle ${stamp} boils: 104`);
});
