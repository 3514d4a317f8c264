import { expect, test } from '../support/journey.ts';
import { goTo, signIn } from '../support/app.ts';

test('a group is made and filled, narrows the list, and its new name is followed by the view that was saved with it', async ({
  page,
}) => {
  const name = `Journey ${Date.now() % 1_000_000}`;
  await signIn(page, 'consumer', '/group/create');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByText('Teal', { exact: true }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  // Members are picked many at once.
  const members = page.getByRole('region', { name: 'Members' }).first();
  await members.getByRole('checkbox').nth(1).dispatchEvent('click');
  await members.getByRole('checkbox').nth(2).dispatchEvent('click');
  await members.getByRole('button', { name: 'Add 2 to the group' }).click();
  await expect(members.getByText('In the group', { exact: true })).toHaveCount(3);

  // Their list, and a view of it under a name.
  await page.getByRole('link', { name: 'Show in the list' }).click();
  await expect(page.getByText(/^2 of \d/)).toBeVisible();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Save view…' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name })).toBeVisible();

  // Another name is written into the units and the view.
  await goTo(page, `/groups?search=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name: `Edit ${name}` }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(`${name} South`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${name} South` })).toBeVisible();
  await goTo(page, '/units/list');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('dialog').getByText(name, { exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`label=${`${name} South`.replaceAll(' ', '\\+')}`));
  await expect(page.getByText(/^2 of \d/)).toBeVisible();
});
