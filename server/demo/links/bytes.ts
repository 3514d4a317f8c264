/** The pieces in one array. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  const joined = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

/** The lines of a text protocol out of chunks; each ends in CR LF. */
export class LineReader {
  #rest = '';
  #decoder = new TextDecoder();

  reset(): void {
    this.#rest = '';
    this.#decoder = new TextDecoder();
  }

  /** Whole lines that the chunk completes. */
  take(chunk: Uint8Array): string[] {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split('\r\n');
    this.#rest = lines.pop() ?? '';
    return lines;
  }
}
