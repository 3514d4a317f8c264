import type { Intake, ProtocolSession, Wire } from '../../types.ts';
import { latin1, u16 } from '../shared/index.ts';
import { isIdentifierByte } from './framing.ts';
import { UNREAD_ELEMENTS } from './io.ts';
import { acceptRecords, cluesOf, faultOfRecords, keepUnreadElements } from './session.ts';

const NAME = 'teltonika';
/** Length 2, packet id 2, a one, AVL packet id 1, identifier length 2. */
const HEAD = 8;

/** Where the parts of a datagram lie; null when it is not one. */
function partsOf(bytes: Uint8Array): { identifier: string; data: number; end: number } | null {
  if (bytes.length < HEAD || u16(bytes, 0) + 2 > bytes.length) return null;
  const end = u16(bytes, 0) + 2;
  const data = HEAD + u16(bytes, 6);
  if (data === HEAD || data + 3 > end) return null;
  if (!bytes.subarray(HEAD, data).every(isIdentifierByte)) return null;
  return { identifier: latin1(bytes, HEAD, data), data, end };
}

/** One datagram; it names its device itself and carries no checksum, since UDP has one. */
export class TeltonikaUdpSession implements ProtocolSession {
  readonly #wire: Wire;
  readonly #intake: Intake;

  constructor(wire: Wire, intake: Intake) {
    this.#wire = wire;
    this.#intake = intake;
  }

  receive(bytes: Uint8Array): void {
    const parts = partsOf(bytes);
    const fault = parts ? faultOfRecords(bytes, parts.data, parts.end) : 'the datagram is not a packet';
    if (!parts || fault !== null) return this.#intake.malformed(NAME, this.#wire.remote, fault ?? '', bytes);
    const packet = [bytes[2], bytes[3]] as const;
    const number = bytes[5];
    const answer = (count: number): void =>
      this.#wire.send(Uint8Array.of(0, 5, packet[0], packet[1], 1, number, count));
    const device = this.#intake.login(parts.identifier, NAME, this.#wire.remote);
    if (!device) {
      this.#intake.noteClues?.(parts.identifier, NAME, cluesOf(bytes, parts.data, parts.end));
      return answer(0);
    }
    const count = acceptRecords(bytes, parts.data, parts.end, device, this.#intake);
    if (UNREAD_ELEMENTS.size > 0) keepUnreadElements(device, bytes, this.#intake);
    this.#intake.afterCommit((stored) => {
      if (stored) answer(count);
    });
  }

  closed(): void {
    // A datagram leaves nothing behind.
  }
}
