import { crc32 } from 'node:zlib';

/** CRC-32 of the bytes as Postgres keeps it, a signed number of 32 bits. */
export const checksumOf = (bytes: Uint8Array): number => crc32(bytes) | 0;

/** Why the bytes are not those that were written; null where they are, or nobody noted what they were. */
export const checksumProblem = (bytes: Uint8Array, checksum: number | null): string | null =>
  checksum === null || checksumOf(bytes) === checksum ? null : 'its checksum does not match';

/** What the work says is wrong with bytes that it cannot read; null where it can. */
export function readingProblem(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    // What decoders say of bytes; anything else is a mistake of ours.
    if (error instanceof RangeError || error instanceof TypeError) return error.message;
    throw error;
  }
}
