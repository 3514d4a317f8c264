import { SECOND } from '../../src/domain/base/index.ts';
import { Undeliverable, type Channel } from './types.ts';

const TIMEOUT = 15 * SECOND;

/** Sends a request; the one way out of this channel. */
export type Post = (url: string, body: string, headers: Record<string, string>) => Promise<{ status: number }>;

/**
 * Text messages by an HTTP gateway: `POST {"to": "+49…", "text": "…"}` as JSON; any 2xx means taken.
 * A user and password in the address are sent as basic authentication.
 */
export function createSmsChannel(smsUrl: string, post: Post = postJson): Channel {
  const url = new URL(smsUrl);
  const credentials = url.username ? `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}` : null;
  url.username = '';
  url.password = '';
  return {
    name: 'sms',
    async send({ recipient, text }) {
      const headers = {
        'content-type': 'application/json',
        ...(credentials === null ? {} : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
      };
      const { status } = await post(url.href, JSON.stringify({ to: recipient, text }), headers);
      if (status === 400 || status === 422)
        throw new Undeliverable(`The SMS gateway refused the message (HTTP ${status}).`);
      if (status < 200 || status >= 300) throw new Error(`The SMS gateway answered HTTP ${status}.`);
    },
    close: () => undefined,
  };
}

const postJson: Post = async (url, body, headers) => {
  const answer = await fetch(url, { method: 'POST', body, headers, signal: AbortSignal.timeout(TIMEOUT) });
  await answer.body?.cancel();
  return { status: answer.status };
};
