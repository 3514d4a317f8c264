/** Bytes that are batched before they leave: a write for each line or block would cost more than the work. */
const CHUNK = 64 * 1024;

/** Text pieces as UTF-8 in chunks of a useful size. */
export async function* batchText(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let batched = '';
  for await (const piece of pieces) {
    batched += piece;
    if (batched.length < CHUNK) continue;
    yield Buffer.from(batched);
    batched = '';
  }
  if (batched) yield Buffer.from(batched);
}

/**
 * Blocks in the framing of `POST /api/history`: `u32 LE length | bytes` each, a length of 0 at the
 * end. Blocks pass through as stored. Without the end mark the reader knows that the answer broke.
 */
export async function* frameBlocks(blocks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const block of blocks) {
    parts.push(lengthPrefix(block.byteLength), block);
    size += 4 + block.byteLength;
    if (size < CHUNK) continue;
    yield Buffer.concat(parts, size);
    parts = [];
    size = 0;
  }
  yield Buffer.concat([...parts, lengthPrefix(0)], size + 4);
}

function lengthPrefix(length: number): Uint8Array {
  const prefix = Buffer.allocUnsafe(4);
  prefix.writeUInt32LE(length);
  return prefix;
}
