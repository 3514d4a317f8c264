import { distance } from '../../base/index.ts';
import { longitudeNear, METRES_A_DEGREE, unwrapped, type LonLat } from '../../geometry/index.ts';

/** A place on a line: metres from its beginning, and away from it. */
interface OnPath {
  readonly along: number;
  readonly away: number;
}

/** A line with the distances along it. */
export class Path {
  readonly #line: readonly LonLat[];
  /** Metres from the beginning to each vertex. */
  readonly #along: readonly number[];

  constructor(line: readonly LonLat[]) {
    this.#line = unwrapped(line);
    let metres = 0;
    this.#along = this.#line.map(([longitude, latitude], place) => {
      if (place > 0) metres += distance(this.#line[place - 1][1], this.#line[place - 1][0], latitude, longitude);
      return metres;
    });
  }

  get length(): number {
    return this.#along.at(-1) ?? 0;
  }

  /** The nearest place of the part between two distances; of equally near ones the first. */
  nearest(latitude: number, longitude: number, from: number, to: number): OnPath {
    let best: OnPath = { along: from, away: Number.POSITIVE_INFINITY };
    for (let edge = 1; edge < this.#line.length; edge++) {
      if (this.#along[edge] < from || this.#along[edge - 1] > to) continue;
      const found = this.#onEdge(edge, latitude, longitude, from, to);
      if (found.away < best.away - 1) best = found;
    }
    return best;
  }

  #onEdge(edge: number, latitude: number, longitude: number, from: number, to: number): OnPath {
    const [start, end] = [this.#line[edge - 1], this.#line[edge]];
    const shrink = Math.cos((latitude * Math.PI) / 180);
    const near = longitudeNear(longitude, start[0]);
    const [x, y] = [(near - start[0]) * shrink, latitude - start[1]];
    const [alongX, alongY] = [(end[0] - start[0]) * shrink, end[1] - start[1]];
    const square = alongX * alongX + alongY * alongY;
    const length = this.#along[edge] - this.#along[edge - 1];
    const bound = (metres: number): number =>
      length === 0 ? 0 : Math.max(0, Math.min(1, (metres - this.#along[edge - 1]) / length));
    const share = square === 0 ? 0 : Math.max(bound(from), Math.min(bound(to), (x * alongX + y * alongY) / square));
    const away = Math.hypot(x - share * alongX, y - share * alongY) * METRES_A_DEGREE;
    return { along: this.#along[edge - 1] + share * length, away };
  }
}
