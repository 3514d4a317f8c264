import { expect, test } from '../support/journey.ts';
import { goTo, signIn } from '../support/app.ts';
import { callAs, createUnit } from '../support/pageCalls.ts';

test('maintenance of a unit is overdue, done with its bill, and not due any more', async ({ page }) => {
  const stamp = String(Date.now()).slice(-8);
  await signIn(page, 'consumer', '/maintenance-reminders-list');
  const call = await callAs(page);
  const { unitId } = await createUnit(call, `SV${stamp}`, { name: `Serviced ${stamp}` });

  await goTo(page, `/units/services?units=${unitId}`);
  await page.getByRole('link', { name: 'Add reminder' }).click();
  await expect(page.getByRole('combobox', { name: 'Unit' })).toHaveValue(`Serviced ${stamp}`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Oil ${stamp}`);
  await page.getByLabel('Every, by time').fill('30');
  const day = page.getByRole('group', { name: 'Last done on' });
  for (const [part, value] of [
    ['month', '1'],
    ['day', '15'],
    ['year', '2026'],
  ] as const)
    await day.getByRole('spinbutton', { name: new RegExp(part) }).fill(value);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { name: `Oil ${stamp}` })).toBeVisible();
  await expect(page.getByRole('term').filter({ hasText: 'State' }).locator('..')).toContainText('Overdue');

  await page.getByRole('link', { name: 'Enter service' }).click();
  await page.getByLabel('Cost').fill('99.5');
  await page.getByLabel('Place').fill('Workshop');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('term').filter({ hasText: 'State' }).locator('..')).toContainText('Not due');
  const history = page.getByRole('list', { name: 'Service history' });
  await expect(history).toContainText('99.5');
  await history.getByRole('link').click();
  await expect(page.getByRole('link', { name: `Serviced ${stamp}` })).toBeVisible();

  // The unit's own panel shows it, and how it stands now.
  await goTo(page, `/units/services?units=${unitId}`);
  const line = page.getByRole('listitem').filter({ hasText: `Oil ${stamp}` });
  await expect(line).toContainText('30 days left');
});
