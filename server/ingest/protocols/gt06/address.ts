import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { latin1 } from '../shared/index.ts';
import { GPS_BLOCK } from './blocks.ts';
import { buildFrame, type Gt06Frame } from './framing.ts';

const ADDRESS_ANSWER = 0x97;

/** The phone number that an address request (0x2A) ends with; "0" when there is none. */
function requestedPhone({ bytes, start, end }: Gt06Frame): string {
  return /\d{3,21}/.exec(latin1(bytes, Math.min(end, start + GPS_BLOCK), end))?.[0] ?? '0';
}

/**
 * The answer to an address request: length u8, server flag u32, then the text that the tracker passes on by SMS. The
 * coordinates say what an address would.
 */
export function buildAddressAnswer(frame: Gt06Frame, fix: Fix): Uint8Array {
  const place = fix.hasPosition ? `${fix.latitude.toFixed(6)}, ${fix.longitude.toFixed(6)}` : 'NA';
  const body = new TextEncoder().encode(`ADDRESS&&${place}&&${requestedPhone(frame)}##`);
  const content = new Uint8Array(5 + body.length);
  content[0] = body.length + 4;
  content.set(body, 5);
  return buildFrame(ADDRESS_ANSWER, content, frame.serial, true);
}
