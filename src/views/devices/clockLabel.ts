import type { ClockOffset } from '../../domain/device/index.ts';

/** `UTC+03:30`, kept from left to right in any language; the protocol's own has words. */
export function clockLabel(offset: ClockOffset, ofProtocol: string): string {
  return offset === 'protocol' ? ofProtocol : `\u2066UTC${offset.replace('-', '\u2212')}\u2069`;
}
