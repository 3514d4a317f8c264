import { lookup } from 'node:dns/promises';
import net from 'node:net';
import { networkInterfaces } from 'node:os';
import tls from 'node:tls';
import ipaddr from 'ipaddr.js';
import { REPEATER } from '../../../src/domain/base/index.ts';
import { TargetFailure } from './types.ts';

export interface DialerOptions {
  /** True: targets may be in the server's own network. */
  readonly allowPrivate: boolean;
  /** Ports on which this server listens. */
  ownPorts(): readonly number[];
  /** Names by which this server is known. */
  readonly ownNames: readonly string[];
}

interface Place {
  readonly host: string;
  readonly port: number;
}

/** Opens connections to addresses that people typed in. */
export interface Dialer {
  /**
   * The address that a connection is to be made to. Rejects with {@link TargetFailure} where there is none, or none may
   * be made.
   */
  resolve(place: Place): Promise<string>;
  /** A connection that is open, to an address that was checked a moment ago and no other. */
  dial(place: Place & { readonly tls: boolean }): Promise<net.Socket>;
}

/** What an address is called without its zone, and as version 4 where it stands for one. */
const parsed = (address: string) => ipaddr.process(address.replace(/%.*$/, ''));

/** Addresses of this machine. */
const ownAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flat()
    .flatMap((each) => (each === undefined ? [] : [parsed(each.address).toNormalizedString()]));

/** True for an address by which this machine reaches itself. */
function isOwn(address: string): boolean {
  const ip = parsed(address);
  return ['loopback', 'unspecified'].includes(ip.range()) || ownAddresses().includes(ip.toNormalizedString());
}

/** The address is checked whenever a connection is made, as names may lead elsewhere by then. */
export function createDialer({ allowPrivate, ownPorts, ownNames }: DialerOptions): Dialer {
  const resolve = async ({ host, port }: Place): Promise<string> => {
    const isOwnPort = ownPorts().includes(port);
    if (isOwnPort && ownNames.includes(host.toLowerCase())) throw new TargetFailure('ownListener', host);
    const found = net.isIP(host) > 0 ? [{ address: host }] : await lookup(host, { all: true });
    const addresses = found.map(({ address }) => address);
    // All of them: which one a name leads to is not ours to say.
    if (isOwnPort && addresses.some(isOwn)) throw new TargetFailure('ownListener', host);
    const allowed = addresses.filter((address) => allowPrivate || parsed(address).range() === 'unicast');
    if (allowed.length < addresses.length || allowed.length === 0) throw new TargetFailure('blocked', host);
    return allowed[0];
  };
  return {
    resolve,
    async dial(place) {
      const address = await resolve(place);
      return open(address, place);
    },
  };
}

function open(address: string, { host, port, tls: isSecure }: Place & { readonly tls: boolean }): Promise<net.Socket> {
  return new Promise((done, fail) => {
    const socket = isSecure
      ? tls.connect({ host: address, port, ...(net.isIP(host) === 0 && { servername: host }) })
      : net.connect({ host: address, port });
    const timer = setTimeout(() => {
      socket.destroy();
      fail(new TargetFailure('noAnswer', ''));
    }, REPEATER.patience);
    const failed = (error: Error): void => {
      clearTimeout(timer);
      fail(error);
    };
    socket.once('error', failed);
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      socket.off('error', failed);
      socket.setNoDelay(true);
      done(socket);
    });
  });
}
