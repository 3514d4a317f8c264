import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

const MAPPED = '::ffff:';

/** An address as everybody writes it: one of IPv4 that came over IPv6 is one of IPv4. */
const plainAddress = (address: string): string =>
  address.startsWith(MAPPED) && isIPv4(address.slice(MAPPED.length)) ? address.slice(MAPPED.length) : address;

/** Address and port in one text, for logs and {@link addressOf}. */
export function remoteOf(address: string | undefined, port: number | undefined): string {
  const plain = plainAddress(address ?? '');
  return `${isIPv6(plain) ? `[${plain}]` : plain}:${port ?? 0}`;
}

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1)$/;

/** Whose connections are counted together; null for programs on this machine, such as a proxy that speaks for many. */
export function countedAddress(address: string | undefined): string | null {
  const plain = plainAddress(address ?? '');
  return LOOPBACK.test(plain) ? null : plain;
}

/** The address without its port, of what {@link remoteOf} made, or of an address alone. */
export function addressOf(remote: string): string {
  if (isIP(remote) !== 0) return plainAddress(remote);
  const bracketed = /^\[([^\]]*)\]/.exec(remote);
  return bracketed ? bracketed[1] : remote.replace(/:\d+$/, '');
}

/**
 * Whether an address lies in one of the networks; of none every address does. Entries that are no network are left out.
 */
export function admitsAddress(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => true;
  const list = new BlockList();
  for (const network of networks) {
    const [address, prefix] = network.split('/');
    const version = isIP(address);
    if (version === 0) continue;
    list.addSubnet(
      address,
      prefix === undefined ? (version === 4 ? 32 : 128) : Number(prefix),
      `ipv${version as 4 | 6}`,
    );
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}
