import type { Page } from 'playwright/test';

/** Chooses in a field that is found by typing, as a person does: presses it, types, and presses the entry. */
export async function chooseIn(page: Page, label: string, option: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label, exact: true });
  await field.click();
  await field.fill(option);
  await page.getByRole('option', { name: option, exact: true }).click();
}
