export interface RecordsOptions {
  /** Words of a record. */
  readonly size: number;
  /** Records that there is room for at first. */
  readonly room: number;
  /** Called after every change: a picture with other records is needed. */
  readonly changed: () => void;
}

/**
 * What a layer draws, as its buffer holds it. Records are written beside those that are drawn and replace them as a
 * whole, so that a change is never half done, never without a new version, and never unsaid.
 */
export class Records {
  count = 0;
  /** Grows with every change. */
  version = 0;
  readonly size: number;
  readonly #changed: () => void;
  #words: Float32Array;
  #next: Float32Array;

  constructor({ size, room, changed }: RecordsOptions) {
    this.size = size;
    this.#changed = changed;
    this.#words = new Float32Array(room * size);
    this.#next = new Float32Array(room * size);
  }

  /** The words of all records. Not to be written. */
  get words(): Float32Array {
    return this.#words.subarray(0, this.count * this.size);
  }

  /**
   * Room for so many records, to be filled from its beginning and given to {@link replace}. Its old content means
   * nothing.
   */
  prepare(count: number): Float32Array {
    if (this.#next.length < count * this.size) this.#next = new Float32Array(count * 2 * this.size);
    return this.#next;
  }

  /** The first `count` prepared records are what is drawn from now on. */
  replace(count: number): void {
    if (this.#isSame(count)) return;
    [this.#words, this.#next] = [this.#next, this.#words];
    this.count = count;
    this.version++;
    this.#changed();
  }

  #isSame(count: number): boolean {
    if (count !== this.count) return false;
    for (let word = 0; word < count * this.size; word++) if (this.#words[word] !== this.#next[word]) return false;
    return true;
  }
}
