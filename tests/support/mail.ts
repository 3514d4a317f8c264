import { expect, type Page } from 'playwright/test';
import { url } from './app.ts';

/** The demo's outbox: what would have been sent to an address, the newest of it. */
export async function mailTo(page: Page, recipient: string): Promise<string> {
  const header = {
    timezone: 0,
    lang: 'EN',
    method: 'getOutbox',
    service: 'account-service',
    token: null,
    account: null,
    version: '0.0.1',
  };
  const answer = await page.request.post(`${process.env.WAYLINE_URL}/api`, {
    headers: { authorization: 'Bearer {wayline}' },
    data: { header, data: { recipient } },
  });
  const { data } = (await answer.json()) as { data: { rows: { body: string }[] } };
  return data.rows[0]?.body ?? '';
}

/** The link of an invitation's mail, on the server that is tested. */
export async function linkOf(page: Page, recipient: string): Promise<string> {
  const path = /\/app(\/welcome-user\/[\w-]+)/.exec(await mailTo(page, recipient))?.[1];
  expect(path, `a link for ${recipient}`).toBeTruthy();
  return url(path ?? '');
}

/** The code of six digits that was sent last to an address or a number. */
export async function codeTo(page: Page, recipient: string): Promise<string> {
  await expect.poll(() => mailTo(page, recipient)).toMatch(/\b\d{6}\b/);
  return /\b(\d{6})\b/.exec(await mailTo(page, recipient))?.[1] ?? '';
}
