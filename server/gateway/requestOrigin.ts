import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** A host as a browser sends it: a name or an address, and a port. Anything else could smuggle text into mails. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Scheme and host that the caller used, as `https://fleet.example`; `http://localhost` when it names none that could
 * be.
 */
export function requestOrigin(request: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  const host = request.host ?? '';
  return HOST.test(host) ? `${request.protocol}://${host.toLowerCase()}` : 'http://localhost';
}

/**
 * False for a request that another site made a browser send. Browsers say so themselves where the page came by https,
 * or by the page's origin; a program says neither.
 */
export function isFromOwnPage(request: Pick<FastifyRequest, 'headers' | 'host'>, publicUrl: string | null): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = request.headers;
  if (origin === undefined || origin === publicUrl) return true;
  return URL.canParse(origin) && new URL(origin).host === request.host.toLowerCase();
}

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/i;
/** What proxies add to say whom they speak for: behind one on this machine everybody would come from here. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const;

/** True for a call of a program on this machine itself, not of one that a proxy on it hands on. */
export function isFromThisMachine(request: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  if (FORWARDED.some((name) => request.headers[name] !== undefined)) return false;
  return LOOPBACK.test(request.socket.remoteAddress ?? '');
}

/** False; how many proxies stand in front; or their addresses and networks. */
export type TrustedProxies = false | number | readonly string[];

/**
 * Whose connection it is, behind trusted proxies as well, for what comes past fastify: by `X-Forwarded-For`, from our
 * end on as far as it was written by proxies that are trusted. Null for a program on this machine, whose connections
 * are not counted.
 */
export function countedAddressBehind(proxies: TrustedProxies): (request: IncomingMessage) => string | null {
  const isTrusted = trustOf(proxies);
  return ({ socket, headers }) => {
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    const hops = [
      socket.remoteAddress ?? '',
      ...forwarded
        .map((each) => each.trim())
        .filter(Boolean)
        .toReversed(),
    ];
    let place = 0;
    while (place < hops.length - 1 && isTrusted(hops[place], place)) place++;
    const address = hops[place].replace(/^::ffff:(?=\d)/i, '');
    return LOOPBACK.test(address) ? null : address;
  };
}

function trustOf(proxies: TrustedProxies): (address: string, hop: number) => boolean {
  if (proxies === false) return () => false;
  if (typeof proxies === 'number') return (_, hop) => hop < proxies;
  const list = new BlockList();
  for (const place of proxies) {
    const [address, bits] = place.split('/');
    const version = isIP(address);
    if (version === 0) continue;
    const family = version === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d)/i, '');
    const version = isIP(plain);
    return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
  };
}
