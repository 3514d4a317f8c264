import { ROAD_CLASSES, type RoadClass } from './road.ts';

/** A road in the coordinates of its tile, x to the east and y to the south. */
export interface RoadLine {
  readonly roadClass: RoadClass;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** Units along a side of a tile; roads go on a little beyond its edges. */
export const ROAD_EXTENT = 4_096;
/** Squares along a side, by which roads are found. */
const SQUARES = 32;
const SQUARE = ROAD_EXTENT / SQUARES;

/**
 * Metres up to which a road counts as the one under a fix: far, where it leads the way the unit drives, near where the
 * two differ by more, or the course is not known. Degrees between the two; beyond the wider angle it is another road.
 */
const NEAR = { far: 30, near: 15, aligned: 20, crossing: 45 } as const;

/** The roads of a tile of the map, made ready for many questions. */
export class RoadTile {
  /** x and y of both ends of each piece. */
  readonly #pieces: Float32Array;
  readonly #classes: Uint8Array;
  /** Pieces of each square: those from `#starts[square]` up to `#starts[square + 1]`. */
  readonly #starts: Uint32Array;
  readonly #ofSquare: Uint32Array;

  constructor(lines: readonly RoadLine[]) {
    const count = lines.reduce((sum, { points }) => sum + Math.max(0, points.length - 1), 0);
    this.#pieces = new Float32Array(count * 4);
    this.#classes = new Uint8Array(count);
    let piece = 0;
    for (const { roadClass, points } of lines)
      for (let place = 1; place < points.length; place++) {
        this.#pieces.set([...points[place - 1], ...points[place]], piece * 4);
        this.#classes[piece++] = ROAD_CLASSES.indexOf(roadClass);
      }
    const squares = Array.from({ length: count }, (_, own) => this.#squaresOf(own));
    this.#starts = new Uint32Array(SQUARES * SQUARES + 1);
    for (const square of squares.flat()) this.#starts[square + 1]++;
    for (let square = 0; square < SQUARES * SQUARES; square++) this.#starts[square + 1] += this.#starts[square];
    this.#ofSquare = new Uint32Array(this.#starts[SQUARES * SQUARES]);
    const next = this.#starts.slice();
    for (const [own, found] of squares.entries()) for (const square of found) this.#ofSquare[next[square]++] = own;
  }

  /**
   * Class of the nearest road that may be the one under a fix; null: there is none. `metre`: units of the tile that are
   * one; `course`: degrees clockwise from north, NaN where it is not known.
   */
  classAt(x: number, y: number, course: number, metre: number): RoadClass | null {
    const reach = NEAR.far * metre;
    let [best, found] = [Number.POSITIVE_INFINITY, -1];
    const [west, east] = [squareOf(x - reach), squareOf(x + reach)];
    const [north, south] = [squareOf(y - reach), squareOf(y + reach)];
    for (let row = north; row <= south; row++)
      for (let column = west; column <= east; column++) {
        const square = row * SQUARES + column;
        for (let place = this.#starts[square]; place < this.#starts[square + 1]; place++) {
          const piece = this.#ofSquare[place];
          const score = this.#scoreOf(piece, x, y, course, metre);
          if (score < best) [best, found] = [score, piece];
        }
      }
    return found < 0 ? null : ROAD_CLASSES[this.#classes[found]];
  }

  /** Metres to the piece, more where it leads elsewhere; infinite where it is not the road of the fix. */
  #scoreOf(piece: number, x: number, y: number, course: number, metre: number): number {
    const at = piece * 4;
    const [left, top] = [this.#pieces[at], this.#pieces[at + 1]];
    const [width, height] = [this.#pieces[at + 2] - left, this.#pieces[at + 3] - top];
    const square = width * width + height * height;
    const part = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - left) * width + (y - top) * height) / square));
    const away = Math.hypot(x - left - part * width, y - top - part * height) / metre;
    const turn = Number.isNaN(course) ? NEAR.crossing : turnBetween(course, width, height);
    if (turn > NEAR.crossing || away > (turn <= NEAR.aligned ? NEAR.far : NEAR.near)) return Number.POSITIVE_INFINITY;
    return away * (1 + turn / NEAR.crossing);
  }

  /** Squares that the box around the piece touches. */
  #squaresOf(piece: number): number[] {
    const [x1, y1, x2, y2] = this.#pieces.subarray(piece * 4, piece * 4 + 4);
    const found: number[] = [];
    for (let row = squareOf(Math.min(y1, y2)); row <= squareOf(Math.max(y1, y2)); row++)
      for (let column = squareOf(Math.min(x1, x2)); column <= squareOf(Math.max(x1, x2)); column++)
        found.push(row * SQUARES + column);
    return found;
  }
}

/** Row or column; what is beyond an edge counts as at it. */
const squareOf = (along: number): number => Math.min(SQUARES - 1, Math.max(0, Math.floor(along / SQUARE)));

/** Degrees between a course and a road, whichever way one drives along it; 0 to 90. */
function turnBetween(course: number, east: number, south: number): number {
  const bearing = (Math.atan2(east, -south) * 180) / Math.PI;
  const turn = Math.abs((((course - bearing) % 180) + 180) % 180);
  return Math.min(turn, 180 - turn);
}
