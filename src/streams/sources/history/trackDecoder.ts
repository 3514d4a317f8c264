import type { DecodeTask, Decoded } from './decodeBlocks.ts';

/**
 * Has track blocks sent, and turns them into what a task asks for. Both where the page is not: a whole
 * fleet's blocks are megabytes, and what the page touches waits for its pictures, as these wait for it.
 */
export interface TrackDecoder {
  /**
   * Sends a request as the browser's `fetch` does. An answer of blocks keeps its body for {@link decode};
   * any other has it, as usual.
   */
  fetch(url: string, init: RequestInit): Promise<Response>;
  /**
   * Reads an answer of blocks that came from {@link fetch}; what comes is of the task's kind. Rejects with a
   * RangeError when the bytes are damaged or broke off, as they do when the request is aborted.
   */
  decode(task: DecodeTask, answer: Response): Promise<Decoded[DecodeTask['kind']]>;
  close(): void;
}

/** Whether the answer is track blocks; what is not reports a failure (contract, "POST /api/history"). */
export function isBlocks(answer: Response): boolean {
  return answer.ok && (answer.headers.get('content-type') ?? '').startsWith('application/octet-stream');
}
