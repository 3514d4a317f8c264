import { strict as assert } from 'node:assert';
import type { CDPSession, Page, Request } from 'playwright';
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
    start: () => answerCalls(page, answers),
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

/** Calls, and what a page asks of the session that it kept. */
const CALLS = ['*/api', '*/api/session'].map((urlPattern) => ({ urlPattern }));

/**
 * Answers each call of the client with what is kept for its method, oldest first, once; with nothing kept the server
 * does. Only calls are paused on their way: with Playwright's `route` all else would be, too, and each load would bring
 * and compile all scripts again, for the browser keeps nothing then.
 */
export async function answerCalls(page: Page, answers: Map<string, Answer[]>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', (paused) => {
    const envelope = JSON.parse(paused.request.postData ?? 'null') as { header?: { method?: string } } | null;
    const given = answers.get(envelope?.header?.method ?? '')?.shift();
    void settle({ page, session, ...paused }, given).catch((error: Error) => {
      // Who left the page meanwhile waits for no answer.
      if (!/Invalid InterceptionId|closed/.test(error.message)) throw error;
    });
  });
  await session.send('Fetch.enable', { patterns: CALLS });
}

/** A call that waits between the page and the server. */
interface PausedCall {
  readonly page: Page;
  readonly session: CDPSession;
  readonly requestId: string;
  readonly request: { readonly url: string; readonly headers: Record<string, string>; readonly postData?: string };
}

async function settle({ page, session, requestId, request }: PausedCall, given: Answer | undefined): Promise<void> {
  if (given === undefined) return void (await session.send('Fetch.continueRequest', { requestId }));
  if (given === 'away')
    return void (await session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionRefused' }));
  const reply = 'change' in given ? await changed(page, request, given.change) : replyOf(given);
  await session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: 200,
    responseHeaders: [{ name: 'content-type', value: 'application/json' }],
    body: Buffer.from(JSON.stringify(reply)).toString('base64'),
  });
}

/** What the server answers, with another part. */
async function changed(
  page: Page,
  { url, headers, postData }: PausedCall['request'],
  change: (data: object) => object,
) {
  const response = await page.request.post(url, { headers, data: postData });
  const real = (await response.json()) as ReplyEnvelope<object>;
  return { ...real, data: change(real.data ?? {}) };
}

function replyOf(given: { code: ErrorCode; fields?: FieldProblem[] } | { data: unknown }): ReplyEnvelope {
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
  return {
    error,
    header: { status: error ? 'error' : 'ok', correlationId: 'test' },
    data: 'data' in given ? given.data : null,
  };
}

let identifiers = 0;
/** An identifier of a tracker that no earlier path used, of 14 digits and more. */
export const freshIdentifier = (): string =>
  `4${String(Date.now()).slice(-9)}${String(identifiers++).padStart(4, '0')}`;
