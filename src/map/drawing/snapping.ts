import type { LonLat } from '../../domain/geometry/index.ts';

type Pixel = { readonly x: number; readonly y: number };

export interface SnapView {
  project(longitude: number, latitude: number): Pixel;
  unproject(x: number, y: number): { lng: number; lat: number };
}

/** CSS pixels within which the pointer takes a vertex, or a place on an edge. */
const VERTEX_REACH = 12;
const EDGE_REACH = 8;

/** Lines that the pointer is drawn to, with their boxes so that only those nearby are looked at. */
export class SnapLines {
  readonly #lines: readonly (readonly LonLat[])[];
  readonly #boxes: Float64Array;

  constructor(lines: readonly (readonly LonLat[])[]) {
    this.#lines = lines;
    this.#boxes = new Float64Array(lines.length * 4);
    lines.forEach((line, index) => {
      let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
      for (const [longitude, latitude] of line) {
        west = Math.min(west, longitude);
        east = Math.max(east, longitude);
        south = Math.min(south, latitude);
        north = Math.max(north, latitude);
      }
      this.#boxes.set([west, south, east, north], index * 4);
    });
  }

  /** The vertex next to the pointer, else the nearest place on an edge; undefined where none is near. */
  near(pointer: Pixel, view: SnapView): LonLat | undefined {
    const corner = view.unproject(pointer.x - VERTEX_REACH, pointer.y + VERTEX_REACH);
    const other = view.unproject(pointer.x + VERTEX_REACH, pointer.y - VERTEX_REACH);
    let vertex: LonLat | undefined;
    let edge: LonLat | undefined;
    let [vertexAway, edgeAway] = [VERTEX_REACH, EDGE_REACH];
    for (const line of this.#touching(corner, other)) {
      let before: Pixel | null = null;
      for (const point of line) {
        const at = view.project(point[0], point[1]);
        const away = Math.hypot(at.x - pointer.x, at.y - pointer.y);
        if (away < vertexAway) [vertex, vertexAway] = [point, away];
        const foot = before === null ? null : footOf(before, at, pointer);
        if (foot !== null && foot.away < edgeAway) {
          const { lng, lat } = view.unproject(foot.x, foot.y);
          [edge, edgeAway] = [[lng, lat], foot.away];
        }
        before = at;
      }
    }
    return vertex ?? edge;
  }

  *#touching(low: { lng: number; lat: number }, high: { lng: number; lat: number }): Generator<readonly LonLat[]> {
    for (const [index, line] of this.#lines.entries()) {
      const at = index * 4;
      const isNear =
        this.#boxes[at] <= high.lng &&
        this.#boxes[at + 2] >= low.lng &&
        this.#boxes[at + 1] <= high.lat &&
        this.#boxes[at + 3] >= low.lat;
      if (isNear) yield line;
    }
  }
}

/** The place on an edge that is nearest to the pointer. */
function footOf(a: Pixel, b: Pixel, { x, y }: Pixel): { x: number; y: number; away: number } {
  const [alongX, alongY] = [b.x - a.x, b.y - a.y];
  const square = alongX * alongX + alongY * alongY;
  const share = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - a.x) * alongX + (y - a.y) * alongY) / square));
  const foot = { x: a.x + alongX * share, y: a.y + alongY * share };
  return { ...foot, away: Math.hypot(foot.x - x, foot.y - y) };
}
