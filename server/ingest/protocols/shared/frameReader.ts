/** How a protocol cuts its frames out of a byte stream. */
export interface Framing {
  /** Bytes that a frame may have; more without an end is dropped. */
  readonly maximum: number;
  /**
   * Looks at `bytes[start, end)`: the length of the frame that begins at `start`, 0 when more bytes are needed, or a
   * negative number when no frame can begin here: so many bytes are passed over. Asked for every byte that is passed
   * over singly, so what looks far ahead to say so says how far it looked.
   */
  measure(bytes: Uint8Array, start: number, end: number): number;
  /**
   * The first place after `start` where a whole frame that proves itself (by checksum, for example) begins, or
   * -1. Asked only while a frame is incomplete, so that one damaged length cannot swallow what comes after it.
   */
  findWhole(bytes: Uint8Array, start: number, end: number): number;
  /**
   * A frame, whole; the bytes are valid during the call only. When it proves damaged, the answer may say where the
   * next frame begins inside it; what is there up to `available` can be looked at for that.
   */
  onFrame(bytes: Uint8Array, start: number, end: number, available: number): number | void;
  /** Bytes that are no frame: reported once for each run of them and again for every {@link Framing.maximum} bytes. */
  onGarbage(bytes: Uint8Array): void;
}

/** Why what came last on a connection is no frame. */
export const CUT_OFF = 'the connection ended within a frame';

const EMPTY = new Uint8Array(0);
/** A connection keeps no more than this between chunks when it has nothing to keep. */
const SMALLEST_BUFFER = 128;

/**
 * Collects chunks and hands out frames. A chunk that holds whole frames is read in place; only what is left of
 * one is copied, so that an idle connection keeps no buffer at all.
 */
export class FrameReader {
  readonly #framing: Framing;
  #bytes: Uint8Array = EMPTY;
  #start = 0;
  #end = 0;
  /** False while `#bytes` is the caller's chunk. */
  #owned = false;
  #skipped = 0;
  #stopped = false;
  /** While frames are handed out, what is pending holds the one that is read. */
  #reading = false;

  constructor(framing: Framing) {
    this.#framing = framing;
  }

  /** Bytes kept for the next chunk. */
  get pending(): number {
    return this.#end - this.#start;
  }

  /** Reads no more: what is kept is dropped and what comes is ignored. */
  stop(): void {
    this.#stopped = true;
  }

  /**
   * As {@link FrameReader.stop}, where nothing more can come: answers the part of a frame that was waiting, or null.
   */
  end(): Uint8Array | null {
    const rest =
      this.#stopped || this.#reading || this.pending === 0 ? null : this.#bytes.slice(this.#start, this.#end);
    this.stop();
    if (!this.#reading) this.#settle();
    return rest;
  }

  /** Takes the next chunk and hands out what it completes. */
  receive(chunk: Uint8Array): void {
    if (this.#stopped) return;
    this.#append(chunk);
    this.#reading = true;
    while (this.#start < this.#end && !this.#stopped && this.#step());
    this.#reading = false;
    this.#settle();
  }

  /** One frame or one stretch of garbage; false when more bytes are needed. */
  #step(): boolean {
    const { measure, onFrame, maximum } = this.#framing;
    const length = measure.call(this.#framing, this.#bytes, this.#start, this.#end);
    if (length > 0) {
      this.#skipped = 0;
      const end = this.#start + length;
      const next = onFrame.call(this.#framing, this.#bytes, this.#start, end, this.#end);
      this.#start = next !== undefined && next > this.#start && next < end ? next : end;
      return true;
    }
    if (length < 0) return this.#skip(-length);
    const whole = this.#framing.findWhole(this.#bytes, this.#start + 1, this.#end);
    if (whole > 0) return this.#skip(whole - this.#start);
    return this.pending > maximum ? this.#skip(1) : false;
  }

  #skip(count: number): true {
    const { onGarbage, maximum } = this.#framing;
    if (this.#skipped === 0 || this.#skipped >= maximum) {
      onGarbage.call(this.#framing, this.#bytes.subarray(this.#start, this.#end));
      this.#skipped = 0;
    }
    this.#skipped += count;
    this.#start += count;
    return true;
  }

  #append(chunk: Uint8Array): void {
    if (this.#start === this.#end) {
      this.#bytes = chunk;
      this.#start = 0;
      this.#end = chunk.length;
      this.#owned = false;
      return;
    }
    const pending = this.pending;
    const needed = pending + chunk.length;
    if (this.#end + chunk.length > this.#bytes.length) {
      const room = new Uint8Array(Math.max(SMALLEST_BUFFER, 2 ** Math.ceil(Math.log2(needed))));
      room.set(this.#bytes.subarray(this.#start, this.#end));
      this.#bytes = room;
      this.#start = 0;
      this.#end = pending;
    }
    this.#bytes.set(chunk, this.#end);
    this.#end += chunk.length;
  }

  #settle(): void {
    if (this.#start === this.#end || this.#stopped) {
      this.#bytes = EMPTY;
      this.#start = 0;
      this.#end = 0;
      this.#owned = false;
    } else if (!this.#owned) {
      const kept = new Uint8Array(Math.max(SMALLEST_BUFFER, 2 ** Math.ceil(Math.log2(this.pending))));
      kept.set(this.#bytes.subarray(this.#start, this.#end));
      this.#end = this.pending;
      this.#start = 0;
      this.#bytes = kept;
      this.#owned = true;
    }
  }
}
