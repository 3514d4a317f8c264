/** Text as the standard writes it: GBK. */
const decoder = new TextDecoder('gbk');
const FIRST_LEAD = 0x81;
const LAST_LEAD = 0xfe;
const FIRST_TRAIL = 0x40;
const LAST_TRAIL = 0xfe;
const REPLACEMENT = '\uFFFD';

/** `bytes[start, end)` up to a zero byte; control characters become spaces. */
export function readGbk(bytes: Uint8Array, start: number, end: number): string {
  const zero = bytes.indexOf(0, start);
  const text = decoder.decode(bytes.subarray(start, zero >= 0 && zero < end ? zero : end));
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim();
}

let codes: Map<string, number> | null = null;

/** Pairs of bytes by character; the platform decodes GBK and does not encode it. */
function table(): Map<string, number> {
  if (codes) return codes;
  codes = new Map();
  for (let lead = FIRST_LEAD; lead <= LAST_LEAD; lead++) {
    for (let trail = FIRST_TRAIL; trail <= LAST_TRAIL; trail++) {
      const character = decoder.decode(Uint8Array.of(lead, trail));
      if (trail !== 0x7f && Array.from(character).length === 1 && character !== REPLACEMENT)
        codes.set(character, (lead << 8) | trail);
    }
  }
  return codes;
}

/** The text as GBK, or null when a character has no place in it. */
export function encodeGbk(text: string): Uint8Array | null {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const pair = code < 0x80 ? code : table().get(character);
    if (pair === undefined) return null;
    if (pair > 0xff) bytes.push(pair >> 8);
    bytes.push(pair & 0xff);
  }
  return Uint8Array.from(bytes);
}
