import { strict as assert } from 'node:assert';
import type { Page } from 'playwright';
import type { ReplyEnvelope } from '../src/api/contract/index.ts';
import { answer, type Answer } from './session.browser.ts';

/** A call as the client sent it last: what a test needs to call the server itself. */
interface Sent {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly header: object;
}

/** The real server behind a page: a test may put one answer in its place, and call it as the person on the page. */
export interface BrowserServer {
  /** Must be called before the first page is opened. */
  start(): Promise<void>;
  /** What the next call of the method is answered. */
  put(method: string, given: Answer): void;
  call<Reply>(service: string, method: string, data: object): Promise<Reply>;
}

export function createBrowserServer(page: Page): BrowserServer {
  const answers = new Map<string, Answer[]>();
  let sent: Sent | null = null;
  page.on('request', (request) => {
    if (!request.url().endsWith('/api')) return;
    const { header } = request.postDataJSON() as { header: object };
    sent = { url: request.url(), headers: request.headers(), header };
  });
  return {
    async start() {
      await page.route('**/api', (route) => answer(route, answers));
    },
    put: (method, given) => void answers.set(method, [given]),
    async call<Reply>(service: string, method: string, data: object): Promise<Reply> {
      assert.ok(sent, 'The client has not called the server yet.');
      const reply = await page.request.post(sent.url, { headers: sent.headers, data: { header: { ...sent.header, service, method }, data } });
      const { error, data: value } = (await reply.json()) as ReplyEnvelope<Reply>;
      assert.equal(error, null, error?.message);
      return value as Reply;
    },
  };
}
