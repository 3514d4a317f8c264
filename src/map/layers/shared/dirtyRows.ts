/** Rows of boxes of an atlas that were drawn since the last upload: sending the whole of one stalls a frame where a processor draws. */
export class DirtyRows {
  readonly #rows: number;
  readonly #height: number;
  #from = 0;
  #to = 0;

  /** `height`: device pixels of a row. */
  constructor(rows: number, height: number) {
    this.#rows = rows;
    this.#height = height;
  }

  add(row: number): void {
    const isClean = this.#to === 0;
    this.#from = isClean ? row : Math.min(this.#from, row);
    this.#to = isClean ? row + 1 : Math.max(this.#to, row + 1);
  }

  all(): void {
    this.#from = 0;
    this.#to = this.#rows;
  }

  /** What is to be sent, device pixels; null when nothing was drawn. */
  take(): { y: number; height: number } | null {
    const [from, to] = [this.#from, this.#to];
    this.#from = this.#to = 0;
    return to === 0 ? null : { y: from * this.#height, height: (to - from) * this.#height };
  }
}
