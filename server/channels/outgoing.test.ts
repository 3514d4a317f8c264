import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAgents } from './agents.ts';
import { pushKeysOf } from './push.ts';
import { createWebhook, signatureOf } from './webhook.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const got: { headers: IncomingHttpHeaders; body: string }[] = [];
let status = 204;
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part: Buffer) => (body += part.toString()));
  request.on('end', () => {
    got.push({ headers: request.headers, body });
    response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end('the answer '.repeat(200));
  });
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
});
afterAll(() => server.close());

describe('a webhook', () => {
  const message = () => ({ url, secret: 'key', id: 7, body: '{"a":1}' });

  it('is signed with the time, and an answer of 2xx takes it', async () => {
    status = 204;
    expect(await createWebhook(createAgents(true))(message(), NOW)).toEqual({ ok: true, answer: 'HTTP 204' });
    expect(got.at(-1)).toMatchObject({
      body: '{"a":1}',
      headers: { 'wayline-delivery': '7', 'wayline-signature': signatureOf('key', '{"a":1}', NOW) },
    });
    // By `printf '1795262400.{"a":1}' | openssl dgst -sha256 -hmac key`.
    expect(signatureOf('key', '{"a":1}', NOW)).toBe(
      't=1795262400,v1=6227e401af31a3a04e1d28744223e72042521edbaa9d3389b0134da62cd753cd',
    );
  });

  it('that answers otherwise has failed, with the beginning of what it said; no redirect is followed', async () => {
    for (status of [302, 500]) {
      const { ok, answer } = await createWebhook(createAgents(true))(message(), NOW);
      expect([ok, answer.startsWith(`HTTP ${status} the answer`), answer.length < 600]).toEqual([false, true, true]);
    }
  });

  it('in the own network is not asked, by whatever name, unless a setting allows it', async () => {
    const count = got.length;
    const { port } = new URL(url);
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '10.0.0.1', '169.254.169.254'])
      expect(
        (await createWebhook(createAgents(false))({ ...message(), url: `http://${host}:${port}/` }, NOW)).ok,
        host,
      ).toBe(false);
    expect(got.length).toBe(count);
  });

  it('that is not there has failed with the reason', async () => {
    const answer = await createWebhook(createAgents(true))({ ...message(), url: 'http://127.0.0.1:1/' }, NOW);
    expect(answer).toMatchObject({ ok: false, answer: expect.stringContaining('ECONNREFUSED') as string });
  });
});

it('the pair of keys for push is the same for the same secret', () => {
  const secret = Buffer.alloc(32, 7).toString('base64url');
  const { publicKey } = pushKeysOf(secret);
  expect(pushKeysOf(secret).publicKey).toBe(publicKey);
  expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
});
