import type { DeviceLink } from './deviceLink.ts';
import { CUT_OFF, FrameReader, type Framing } from './frameReader.ts';

/** What the end of a datagram does to a frame that is not whole: this byte ends it, or it is refused. */
export type DatagramEnd = number | 'refused';

/** The bytes of one connection or datagram, cut into frames. */
export class FrameStream {
  readonly #link: DeviceLink;
  readonly #reader: FrameReader;
  readonly #datagramEnd: DatagramEnd | null;

  constructor(link: DeviceLink, transport: 'tcp' | 'udp', framing: Framing, datagramEnd: DatagramEnd) {
    this.#link = link;
    this.#reader = new FrameReader(framing);
    this.#datagramEnd = transport === 'udp' ? datagramEnd : null;
  }

  receive(chunk: Uint8Array): void {
    this.#reader.receive(chunk);
    if (this.#datagramEnd === null || this.#reader.pending === 0) return;
    if (this.#datagramEnd === 'refused') this.#link.malformed('the datagram ends within a frame', chunk);
    else this.#reader.receive(Uint8Array.of(this.#datagramEnd));
  }

  /**
   * A connection that broke off within a frame is reported: what it carried is lost unless the device sends it again.
   */
  closed(): void {
    const rest = this.#reader.end();
    if (rest !== null && this.#datagramEnd === null) this.#link.malformed(CUT_OFF, rest);
  }
}
