import { textLine } from './text.ts';

const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** Bits of an address of this kind; 0 for text that is none. */
function addressBits(text: string): number {
  if (IPV4.test(text)) return text.split('.').every((part) => Number(part) <= 255) ? 32 : 0;
  return /^[\da-f:.]+$/i.test(text) && text.includes(':') && URL.canParse(`http://[${text}]/`) ? 128 : 0;
}

/**
 * True for an IP address, or one with the length of its network's prefix: `203.0.113.7`, `10.0.0.0/8`,
 * `2001:db8::/32`.
 */
export function isNetwork(text: string): boolean {
  const [address, prefix, ...more] = text.split('/');
  const bits = addressBits(address);
  if (bits === 0 || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits);
}

/** Addresses and networks of a text with commas or blanks between them. */
export const networksOf = (text: string): string[] => text.split(/[\s,;،]+/).filter((part) => part !== '');

/** One address or network. */
export const networkField = textLine().test({
  name: 'network',
  message: 'validation.network',
  test: (value) => !value || isNetwork(value),
});
