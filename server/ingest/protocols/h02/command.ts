import type { Instant } from '../../../../src/domain/base/index.ts';
import type { OutgoingCommand } from '../../types.ts';
import { printableAscii } from '../shared/index.ts';

/** Bytes; devices take no longer command. */
const LONGEST = 200;
/** Open commands that are remembered; the reply names the command only. */
const MOST_OPEN = 32;
const FINE = /\b(?:OK|DONE|SUCCESS)\b/i;
const WRONG = /\b(?:ERROR|FAIL(?:ED)?)\b/i;

/** `yyyyMMddHHmmss` in UTC. */
export function dateDigits(now: Instant): string {
  const date = new Date(now);
  const two = (value: number): string => (value < 10 ? `0${value}` : String(value));
  const day = `${date.getUTCFullYear()}${two(date.getUTCMonth() + 1)}${two(date.getUTCDate())}`;
  return `${day}${two(date.getUTCHours())}${two(date.getUTCMinutes())}${two(date.getUTCSeconds())}`;
}

/** Commands that were sent on this connection and wait for their reply. */
export class H02Commands {
  readonly #open = new Map<string, number>();

  /**
   * A command as a frame, or null when it cannot be one. `{time}` means the time of day that commands such as S20
   * carry. A text that begins as a frame is sent as it is.
   */
  encode({ reference, text }: OutgoingCommand, maker: string, identifier: string, now: Instant): string | null {
    const words = text.trim().replace('{time}', dateDigits(now).slice(8));
    if (!printableAscii(words, LONGEST)) return null;
    const whole = words.startsWith('*');
    const frame = whole ? words : `*${maker},${identifier},${words}`;
    const closed = frame.endsWith('#') ? frame : `${frame}#`;
    if (closed.indexOf('*', 1) > 0 || closed.indexOf('#') < closed.length - 1) return null;
    const name = whole ? words.split(',')[2] : words.split(/[,#]/)[0];
    if (!name) return null;
    if (this.#open.size >= MOST_OPEN) this.#open.clear();
    this.#open.set(name, reference);
    return closed;
  }

  /** The command to which a reply's words belong; null: the oldest open one. */
  referenceOf(words: string): number | null {
    const name = words.split(',', 1)[0];
    const reference = this.#open.get(name) ?? null;
    this.#open.delete(name);
    return reference;
  }
}

/** What the words of a reply say: true, false, or null when they say neither. */
export function acceptedBy(words: string): boolean | null {
  return WRONG.test(words) ? false : FINE.test(words) ? true : null;
}
