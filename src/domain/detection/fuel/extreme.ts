/**
 * The latest lowest (sign 1) or highest (sign −1) row of a window that slides forward: every row is
 * put in and taken out once.
 */
export class SlidingExtreme {
  readonly #values: Float64Array;
  readonly #sign: 1 | -1;
  #rows: number[] = [];
  #head = 0;

  constructor(values: Float64Array, sign: 1 | -1) {
    this.#values = values;
    this.#sign = sign;
  }

  /** Adds the next row. */
  push(row: number): void {
    const value = this.#values[row] * this.#sign;
    while (this.#rows.length > this.#head && this.#values[this.#rows[this.#rows.length - 1]] * this.#sign >= value)
      this.#rows.pop();
    this.#rows.push(row);
  }

  /** The extreme of the rows from `first` on; rows before it are not asked for again. */
  from(first: number): number {
    while (this.#head < this.#rows.length - 1 && this.#rows[this.#head] < first) this.#head++;
    return this.#rows[this.#head];
  }

  /** Starts over. */
  clear(): void {
    this.#rows = [];
    this.#head = 0;
  }
}
