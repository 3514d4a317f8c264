import { createHmac } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { SECOND, type Instant } from '../../src/domain/base/index.ts';
import type { Agents } from './agents.ts';

const TIMEOUT = 10 * SECOND;
/** Bytes of an answer that are read. */
const ANSWER_LENGTH = 500;

interface WebhookMessage {
  readonly url: string;
  readonly secret: string;
  /** The same for each attempt, so that the receiver knows one that comes twice. */
  readonly id: number;
  readonly body: string;
}

/** What the other side said; `ok`: it took the message. */
export interface Outcome {
  readonly ok: boolean;
  readonly answer: string;
}

/** Sends JSON to an address by POST; never rejects. */
export type Webhook = (message: WebhookMessage, now: Instant) => Promise<Outcome>;

/**
 * `t=1764061200,v1=<hex>`: HMAC-SHA256 of `<seconds>.<body>`, so that an old message cannot be sent again as a new one.
 */
export function signatureOf(secret: string, body: string, now: Instant): string {
  const seconds = Math.floor(now / SECOND);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/** Webhooks: no redirect is followed, and only the beginning of an answer is read. */
export function createWebhook(agents: Agents): Webhook {
  return ({ url, secret, id, body }, now) =>
    new Promise((resolve) => {
      const isSecure = url.startsWith('https:');
      const request = (isSecure ? https : http).request(url, {
        method: 'POST',
        agent: isSecure ? agents.https : agents.http,
        signal: AbortSignal.timeout(TIMEOUT),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Wayline-Webhook',
          'wayline-delivery': String(id),
          'wayline-signature': signatureOf(secret, body, now),
        },
      });
      const fail = (error: Error): void => resolve({ ok: false, answer: reasonOf(error) });
      request.once('error', fail);
      request.once('response', (response) => {
        let text = '';
        const done = (): void => {
          const status = response.statusCode ?? 0;
          resolve({
            ok: status >= 200 && status < 300,
            answer: `HTTP ${status} ${text.slice(0, ANSWER_LENGTH)}`.trim(),
          });
        };
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
          if (text.length >= ANSWER_LENGTH) response.destroy();
        });
        response.once('close', done);
        response.once('error', fail);
      });
      request.end(body);
    });
}

/** Connections that fail by every address of a name say so in their parts. */
function reasonOf(error: Error & { readonly errors?: readonly Error[] }): string {
  const text = error.name === 'AbortError' || error.name === 'TimeoutError' ? 'No answer in time' : error.message;
  return text || error.errors?.map(({ message }) => message).join('; ') || error.name;
}
