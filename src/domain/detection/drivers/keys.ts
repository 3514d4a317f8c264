/** Shortest identifier whose bytes readers are known to reverse: a card's serial number of four bytes, in hex. */
const SHORTEST_HEX = 8;
const HEX_BYTES = /^(?:[0-9a-f]{2})+$/i;
const ZEROS = /^0*$/;

/** True for what a reader sends while nobody is signed in: nothing, or zeros. */
export const isNoKey = (key: string): boolean => ZEROS.test(key);

/**
 * The key with its bytes in reverse, as some readers send it (Teltonika: little-endian); null where it is no run of
 * bytes.
 */
function reversedKey(key: string): string | null {
  if (key.length < SHORTEST_HEX || !HEX_BYTES.test(key)) return null;
  const bytes = key.match(/../g) ?? [];
  const reversed = bytes.toReversed().join('');
  return reversed === key ? null : reversed;
}

/** The ways in which one key is written: as it came, then byte-reversed. */
export function keyForms(key: string): readonly string[] {
  const reversed = reversedKey(key);
  return reversed === null ? [key] : [key, reversed];
}
