import { strict as assert } from 'node:assert';
import type { Page, Request, Route } from 'playwright';
import type { CallEnvelope, FieldProblem, ReplyEnvelope } from '../src/api/contract/index.ts';
import type { ErrorCode } from '../src/domain/errors/index.ts';

/** What the server is made to answer instead of what it would. */
export type Answer =
  | { code: ErrorCode; fields?: FieldProblem[] }
  | { data: unknown }
  | { change: (data: object) => object }
  | 'away';

/** A call as the client sent it last: what a test needs to call the server itself. */
interface Sent {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly header: object;
}

/** Before an account is entered a call speaks for nobody in particular. */
export const isSignedIn = (header?: { token: string | null; account: number | null }): boolean =>
  Boolean(header?.token && header.account);

/** What of a request the next call of the same person needs; null where it is not a call of somebody who is inside. */
function sentBy(request: Request): Sent | null {
  if (!request.url().endsWith('/api')) return null;
  const { header } = request.postDataJSON() as CallEnvelope;
  return isSignedIn(header) ? { url: request.url(), headers: request.headers(), header } : null;
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
  page.on('request', (request) => (sent = sentBy(request) ?? sent));
  return {
    async start() {
      await page.route(/\/api(\/session)?$/, (route) => answer(route, answers));
    },
    put: (method, given) => void answers.set(method, [given]),
    async call<Reply>(service: string, method: string, data: object): Promise<Reply> {
      if (sent === null) await page.waitForRequest((request) => sentBy(request) !== null);
      assert.ok(sent, 'The client has not called the server yet.');
      const { url, headers, header } = sent;
      const reply = await page.request.post(url, { headers, data: { header: { ...header, service, method }, data } });
      const { error, data: value } = (await reply.json()) as ReplyEnvelope<Reply>;
      assert.equal(error, null, error?.message);
      return value as Reply;
    },
  };
}

/**
 * Answers a call of the client with what is kept for its method, oldest first, once each; with nothing kept the server
 * does.
 */
export async function answer(route: Route, answers: Map<string, Answer[]>): Promise<void> {
  const envelope = route.request().postDataJSON() as { header?: { method?: string } } | null;
  const given = answers.get(envelope?.header?.method ?? '')?.shift();
  if (given === undefined) return route.continue();
  if (given === 'away') return route.abort('connectionrefused');
  if ('change' in given) {
    // The server answers; only a part of it is another.
    const response = await route.fetch();
    const real = (await response.json()) as ReplyEnvelope<object>;
    return route.fulfill({ response, json: { ...real, data: given.change(real.data ?? {}) } });
  }
  const error =
    'code' in given
      ? {
          code: given.code,
          message: `Refused by the test (${given.code})`,
          title: '',
          category: 'server' as const,
          ...(given.fields && { fields: given.fields }),
        }
      : null;
  const body: ReplyEnvelope = {
    error,
    header: { status: error ? 'error' : 'ok', correlationId: 'test' },
    data: 'data' in given ? given.data : null,
  };
  return route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(body) });
}

let identifiers = 0;
/** An identifier of a tracker that no earlier path used, of 14 digits and more. */
export const freshIdentifier = (): string =>
  `4${String(Date.now()).slice(-9)}${String(identifiers++).padStart(4, '0')}`;
