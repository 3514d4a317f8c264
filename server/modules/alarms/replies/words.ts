/** What an answer to a message says. */
interface ReplyWords {
  /** The code in it; null: it has none. */
  readonly code: string | null;
}

/** Letters that look like those of OK, as other keyboards have them; digits of Persian and Arabic. */
const ALIKE: Readonly<Record<string, string>> = { О: 'O', К: 'K', А: 'A', С: 'C' };
const [PERSIAN, ARABIC] = [0x06f0, 0x0660];

/** "OK", "ACK", a code, or both, in the first line; null: anything else, of which nothing comes. */
export function readReply(text: string): ReplyWords | null {
  const line = text.split(/\r?\n/).find((each) => each.trim() !== '') ?? '';
  const plain = line
    .toUpperCase()
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - PERSIAN))
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - ARABIC))
    .replace(/[ОКАС]/g, (letter) => ALIKE[letter])
    .trim();
  const match = /^(?:(?:OK|ACK)(?:[ :,.#-]+(\d{4}))?|(\d{4}))[.!]?$/.exec(plain);
  return match && { code: match[1] ?? match[2] ?? null };
}
