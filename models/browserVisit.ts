import type { Page } from 'playwright';

/** Where a consumer's wizards are left to. */
export const LIST_OF_UNITS = /\/units\/list/;

/**
 * Leaves whatever is open, and what was typed there, for the dashboard, which is drawn in less time than any list. A
 * dialog that covers the main menu is closed before.
 */
export async function leaveToDashboard(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Dashboard', exact: true })
    .click();
  const question = page.getByRole('alertdialog').getByRole('button', { name: 'Leave' });
  const dashboard = page.locator('.dashboard');
  await dashboard.or(question).first().waitFor();
  if (await question.isVisible()) await question.click();
  await dashboard.waitFor();
}

/** Opens an address from the dashboard, within the page: loaded for each of many legs, it would only take time. */
export async function openFromDashboard(page: Page, address: string): Promise<void> {
  await page.evaluate((target) => {
    history.pushState(null, '', target);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await page.locator('.dashboard').waitFor({ state: 'detached' });
}
