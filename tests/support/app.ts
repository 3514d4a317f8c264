import { expect, type Page } from 'playwright/test';

export const PASSWORD = 'Demo#2026';
export const url = (path: string): string => `${process.env.WAYLINE_URL}/app${path}`;
export const devicePort = (protocol: 'osmand' | 'teltonika' | 'gt06' | 'wialon_ips'): number =>
  (JSON.parse(process.env.WAYLINE_PORTS ?? '{}') as Record<string, number>)[protocol];

/** Signs in by the form, as a person does. */
export async function signIn(page: Page, username: string, path = '/login'): Promise<void> {
  await page.goto(url(path));
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
}

/** Sends one position as a phone does; answers the HTTP status. */
export async function sendPosition(
  identifier: string,
  latitude: number,
  longitude: number,
  speed = 20,
): Promise<number> {
  const answer = await fetch(
    `http://127.0.0.1:${devicePort('osmand')}/?id=${identifier}&lat=${latitude}&lon=${longitude}&speed=${speed}&bearing=90`,
  );
  return answer.status;
}
