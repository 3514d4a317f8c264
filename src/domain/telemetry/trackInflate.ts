import { readTrackHeader, trackBody, TRACK_CODEC } from './track.ts';

const HEADER = 32;

/**
 * The block with its body inflated, by the platform's own DecompressionStream (browsers and Node);
 * an uncompressed block comes back as it is. Rejects with a RangeError when the body is damaged.
 */
export async function inflateTrack(block: Uint8Array): Promise<Uint8Array> {
  const header = readTrackHeader(block);
  if (!header.compressed) return block;
  const body = await inflate(trackBody(block));
  if (body.length !== header.bodyLength) throw new RangeError(`Track block body has ${body.length} bytes, its header says ${header.bodyLength}`);
  const plain = new Uint8Array(HEADER + body.length);
  plain.set(block.subarray(0, HEADER));
  plain[1] = TRACK_CODEC.plain;
  plain.set(body, HEADER);
  return plain;
}

async function inflate(body: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([body.slice()]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  try {
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch (error) {
    throw new RangeError('Track block cannot be inflated', { cause: error });
  }
}
