import type { DecodeTask, Decoded } from './decodeBlocks.ts';

/**
 * Turns a body of track blocks into what the task asks for: the answer is of the task's kind.
 * Rejects with a RangeError when the bytes are damaged or broke off.
 */
export interface TrackDecoder {
  decode(task: DecodeTask, body: ReadableStream<Uint8Array>): Promise<Decoded[DecodeTask['kind']]>;
  close(): void;
}

/** Gives the pieces of a stream one after another. Rejects with a RangeError when the network cuts it off. */
export async function eachPiece(body: ReadableStream<Uint8Array>, take: (bytes: Uint8Array) => void): Promise<void> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new RangeError('The answer broke off', { cause: error });
      });
      if (done) return;
      take(value);
    }
  } catch (error) {
    // The rest is of no use: the server may stop sending it.
    await reader.cancel(error).catch(() => undefined);
    throw error;
  }
}
