import { describe, expect, it } from 'vitest';
import type { IncomingMessage } from 'node:http';
import { countedAddressBehind, requestOrigin, type TrustedProxies } from './requestOrigin.ts';

describe('the origin of a call', () => {
  it.each([
    ['Fleet.Example', 'https://fleet.example'],
    ['localhost:8080', 'https://localhost:8080'],
    ['[::1]:8080', 'https://[::1]:8080'],
    ['evil.example/app?', 'http://localhost'],
    ['a b', 'http://localhost'],
    ['x@evil.example', 'http://localhost'],
    ['', 'http://localhost'],
  ])('of %s is %s', (host, origin) => expect(requestOrigin({ protocol: 'https', host })).toBe(origin));
});

describe('the address whose connections are counted', () => {
  const from = (remoteAddress: string, forwarded?: string) =>
    ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

  it.each<[TrustedProxies, string, string | undefined, string | null]>([
    [false, '203.0.113.7', undefined, '203.0.113.7'],
    [false, '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    [false, '127.0.0.1', '198.51.100.1', null],
    [['127.0.0.1'], '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    [['127.0.0.1'], '::ffff:127.0.0.1', '10.9.9.9, 198.51.100.1', '198.51.100.1'],
    [['127.0.0.1', '198.51.100.0/24'], '127.0.0.1', '203.0.113.7, 198.51.100.1', '203.0.113.7'],
    [['127.0.0.1'], '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    [1, '10.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    [2, '10.0.0.1', '1.1.1.1, 198.51.100.1', '1.1.1.1'],
  ])('behind %j from %s for %s is %s', (proxies, remote, forwarded, address) =>
    expect(countedAddressBehind(proxies)(from(remote, forwarded))).toBe(address),
  );
});
