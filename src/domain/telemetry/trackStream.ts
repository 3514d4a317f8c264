/**
 * Blocks one after another in one answer (contract, history): `u32 LE length | block`, and a length
 * of 0 when all has been sent.
 */
const LENGTH_BYTES = 4;
/** Blocks are a few kilobytes; a length beyond this is not one. */
const LONGEST_BLOCK = 16 * 1024 * 1024;

/** One block with its length before it; an empty one is the end mark. */
export function frameBlock(block: Uint8Array): Uint8Array<ArrayBuffer> {
  const framed = new Uint8Array(LENGTH_BYTES + block.length);
  new DataView(framed.buffer).setUint32(0, block.length, true);
  framed.set(block, LENGTH_BYTES);
  return framed;
}

/** The mark that an answer is complete. */
export const END_OF_BLOCKS: Uint8Array<ArrayBuffer> = frameBlock(new Uint8Array(0));

/** Takes an answer apart as it comes, whatever the pieces. */
export class BlockStreamReader {
  #pending: Uint8Array[] = [];
  #available = 0;
  #complete = false;

  /** True once the end mark came. */
  get complete(): boolean {
    return this.#complete;
  }

  /** Blocks that the chunk completes. Throws a RangeError on bytes that are no such stream. */
  push(chunk: Uint8Array): Uint8Array[] {
    if (chunk.length === 0) return [];
    if (this.#complete) throw new RangeError(`${chunk.length} bytes after the end of the blocks`);
    this.#pending.push(chunk);
    this.#available += chunk.length;
    const blocks: Uint8Array[] = [];
    for (;;) {
      const length = this.#nextLength();
      if (length === null) return blocks;
      if (length === 0) {
        this.#finish();
        return blocks;
      }
      if (this.#available < LENGTH_BYTES + length) return blocks;
      blocks.push(this.#take(LENGTH_BYTES + length).subarray(LENGTH_BYTES));
    }
  }

  /** Call when no more comes. Throws a RangeError when the answer broke off. */
  end(): void {
    if (!this.#complete) throw new RangeError(`The blocks broke off with ${this.#available} bytes of one pending`);
  }

  #nextLength(): number | null {
    if (this.#available < LENGTH_BYTES) return null;
    this.#join(LENGTH_BYTES);
    const head = this.#pending[0];
    const length = new DataView(head.buffer, head.byteOffset, LENGTH_BYTES).getUint32(0, true);
    if (length > LONGEST_BLOCK)
      throw new RangeError(`A block of ${length} bytes is announced; the longest has ${LONGEST_BLOCK}`);
    return length;
  }

  #finish(): void {
    this.#complete = true;
    if (this.#available > LENGTH_BYTES)
      throw new RangeError(`${this.#available - LENGTH_BYTES} bytes after the end of the blocks`);
    this.#pending = [];
    this.#available = 0;
  }

  /** Makes the first piece hold at least `size` bytes. */
  #join(size: number): void {
    if (this.#pending[0].length >= size) return;
    const joined = new Uint8Array(this.#available);
    let at = 0;
    for (const piece of this.#pending) {
      joined.set(piece, at);
      at += piece.length;
    }
    this.#pending = [joined];
  }

  #take(size: number): Uint8Array {
    this.#join(size);
    const [head] = this.#pending;
    if (head.length === size) this.#pending.shift();
    else this.#pending[0] = head.subarray(size);
    this.#available -= size;
    return head.subarray(0, size);
  }
}
