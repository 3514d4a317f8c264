import { FRAME } from '../../../../src/domain/base/index.ts';
import { concatBytes, keepLatest } from '../shared/index.ts';
import { buildFrame, LARGEST_BODY, type Jt808Frame } from './framing.ts';

/** Messages in parts that one connection may have open; devices send one after the other. */
const OPEN_MESSAGES = 4;
const MOST_PARTS = 255;

interface OpenMessage {
  readonly total: number;
  readonly parts: Map<number, Uint8Array>;
  bytes: number;
}

const MEDIA = 0x0801;

/**
 * True for parts that are handled one by one as they come: of pictures, which are larger than what a connection may
 * hold. Each part is kept before it is acknowledged.
 */
export const isKeptInParts = ({ id, part }: Jt808Frame): boolean =>
  id === MEDIA && part !== null && part.index >= 1 && part.index <= part.total;

/** Puts messages together that came in parts. Those that would take too much room are given up, the oldest first. */
export class PartCollector {
  readonly #open = new Map<string, OpenMessage>();

  /**
   * Takes one part: the whole body once all are there, null while some are missing, or a text that says what is wrong.
   */
  take({ id, serial, bytes, start, end, part }: Jt808Frame): Uint8Array | string | null {
    if (!part || part.total < 1 || part.total > MOST_PARTS || part.index < 1 || part.index > part.total)
      return 'the part has no place in its message';
    // Parts have serials one after the other, so the difference names the message.
    const key = `${id}:${(serial - part.index) & 0xffff}:${part.total}`;
    const message = this.#open.get(key) ?? this.#begin(key, part.total);
    message.bytes += end - start - (message.parts.get(part.index)?.length ?? 0);
    if (message.bytes > FRAME.binary) {
      this.#open.delete(key);
      return `the message in parts is larger than ${FRAME.binary} bytes`;
    }
    message.parts.set(part.index, bytes.slice(start, end));
    if (message.parts.size < message.total) return null;
    this.#open.delete(key);
    return concatBytes(
      ...Array.from({ length: message.total }, (_, index) => message.parts.get(index + 1) ?? new Uint8Array(0)),
    );
  }

  #begin(key: string, total: number): OpenMessage {
    const message = { total, parts: new Map<number, Uint8Array>(), bytes: 0 };
    keepLatest(this.#open, key, message, OPEN_MESSAGES);
    return message;
  }
}

/** A message whose parts are there as frames again, in one or in several. */
export function framesOf(frame: Jt808Frame, body: Uint8Array): Uint8Array {
  const total = Math.max(1, Math.ceil(body.length / LARGEST_BODY));
  const first = frame.serial - ((frame.part?.index ?? 1) - 1);
  const build = (index: number): Uint8Array => {
    const part = total === 1 ? null : { total, index: index + 1 };
    return buildFrame(
      frame.id,
      frame,
      (first + index) & 0xffff,
      body.subarray(index * LARGEST_BODY, (index + 1) * LARGEST_BODY),
      part,
    );
  };
  return concatBytes(...Array.from({ length: total }, (_, index) => build(index)));
}
