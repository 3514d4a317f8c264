import { expect, type Page } from 'playwright/test';
import { isSignedIn } from '../../models/browserServer.ts';

/** A call of the API; answers the data. */
export type PageCall = (service: string, method: string, data: object) => Promise<Record<string, unknown>>;

/** A call of the page's own session: what it sends itself is repeated with another method. */
export async function callAs(page: Page): Promise<PageCall> {
  const [request] = await Promise.all([
    page.waitForRequest((each) => new URL(each.url()).pathname === '/api' && isSignedIn(each.postDataJSON()?.header)),
    page.reload(),
  ]);
  const { header } = request.postDataJSON();
  return async (service, method, data) => {
    const answer = await page.request.post(request.url(), { data: { header: { ...header, service, method }, data } });
    const { error, data: reply } = await answer.json();
    expect(error, method).toBeNull();
    return reply;
  };
}
