/** Coordinates are kept as OpenStreetMap does: whole ten-millionths of a degree. */
const PER_DEGREE = 1e7;

/** Positions of nodes by id: 16 bytes each, because a country has millions. */
export class NodePositions {
  #ids = new Float64Array(1 << 16);
  #longitudes = new Int32Array(1 << 16);
  #latitudes = new Int32Array(1 << 16);
  #count = 0;
  #isSorted = true;

  add(id: number, longitude: number, latitude: number): void {
    if (this.#count === this.#ids.length) this.#grow();
    if (this.#count > 0 && id <= this.#ids[this.#count - 1]) this.#isSorted = false;
    this.#ids[this.#count] = id;
    this.#longitudes[this.#count] = Math.round(longitude * PER_DEGREE);
    this.#latitudes[this.#count++] = Math.round(latitude * PER_DEGREE);
  }

  get(id: number): readonly [longitude: number, latitude: number] | null {
    if (!this.#isSorted) this.#sort();
    let low = 0;
    let high = this.#count - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#ids[middle];
      if (found === id) return [this.#longitudes[middle] / PER_DEGREE, this.#latitudes[middle] / PER_DEGREE];
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return null;
  }

  #grow(): void {
    const grown = <A extends Float64Array | Int32Array>(from: A, to: A): A => {
      to.set(from);
      return to;
    };
    const length = this.#ids.length * 2;
    this.#ids = grown(this.#ids, new Float64Array(length));
    this.#longitudes = grown(this.#longitudes, new Int32Array(length));
    this.#latitudes = grown(this.#latitudes, new Int32Array(length));
  }

  /** Most extracts are sorted; one that a tool cut out may not be. */
  #sort(): void {
    const order = Array.from({ length: this.#count }, (_, index) => index).toSorted(
      (a, b) => this.#ids[a] - this.#ids[b],
    );
    this.#ids = Float64Array.from(order, (index) => this.#ids[index]);
    this.#longitudes = Int32Array.from(order, (index) => this.#longitudes[index]);
    this.#latitudes = Int32Array.from(order, (index) => this.#latitudes[index]);
    this.#isSorted = true;
  }
}
