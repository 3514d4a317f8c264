import type { Box } from './shape.ts';

/** Edges of a shape, found by latitude: one of 10,000 vertices is asked as quickly as one of ten. */
export class Edges {
  /** Longitude and latitude of both ends, four numbers an edge. */
  readonly ends: Float64Array;
  readonly #south: number;
  readonly #height: number;
  readonly #starts: Uint32Array;
  readonly #numbers: Uint32Array;

  constructor(ends: Float64Array, { south, north }: Pick<Box, 'south' | 'north'>) {
    const count = ends.length / 4;
    const bands = Math.max(1, Math.min(4_096, count >> 2));
    this.ends = ends;
    this.#south = south;
    this.#height = Math.max((north - south) / bands, Number.MIN_VALUE);
    const starts = new Uint32Array(bands + 1);
    for (let edge = 0; edge < count; edge++)
      for (let band = this.#lowest(edge, bands); band <= this.#highest(edge, bands); band++) starts[band + 1]++;
    for (let band = 0; band < bands; band++) starts[band + 1] += starts[band];
    const numbers = new Uint32Array(starts[bands]);
    const next = starts.slice();
    for (let edge = 0; edge < count; edge++)
      for (let band = this.#lowest(edge, bands); band <= this.#highest(edge, bands); band++)
        numbers[next[band]++] = edge;
    this.#starts = starts;
    this.#numbers = numbers;
  }

  /** Calls with the number of every edge that touches the latitudes; with some of them more than once. */
  between(south: number, north: number, visit: (edge: number) => void): void {
    const bands = this.#starts.length - 1;
    const last = this.#band(north, bands);
    for (let place = this.#starts[this.#band(south, bands)]; place < this.#starts[last + 1]; place++)
      visit(this.#numbers[place]);
  }

  /** True where a ray to the east of the point passes an odd number of edges. */
  around(longitude: number, latitude: number): boolean {
    const { ends } = this;
    const band = this.#band(latitude, this.#starts.length - 1);
    let inside = false;
    for (let place = this.#starts[band]; place < this.#starts[band + 1]; place++) {
      const at = this.#numbers[place] * 4;
      const latitudeA = ends[at + 1];
      const latitudeB = ends[at + 3];
      if (latitudeA > latitude === latitudeB > latitude) continue;
      const across = ends[at] + ((ends[at + 2] - ends[at]) * (latitude - latitudeA)) / (latitudeB - latitudeA);
      if (longitude < across) inside = !inside;
    }
    return inside;
  }

  #band(latitude: number, bands: number): number {
    return Math.max(0, Math.min(bands - 1, Math.floor((latitude - this.#south) / this.#height)));
  }

  #lowest(edge: number, bands: number): number {
    return this.#band(Math.min(this.ends[edge * 4 + 1], this.ends[edge * 4 + 3]), bands);
  }

  #highest(edge: number, bands: number): number {
    return this.#band(Math.max(this.ends[edge * 4 + 1], this.ends[edge * 4 + 3]), bands);
  }
}
