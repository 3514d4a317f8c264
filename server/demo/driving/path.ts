/**
 * A drive's path under construction: corner points go in, a polyline with rounded corners and short
 * steps comes out. One builder is reused for every path; its arrays grow and stay.
 */
export class PathBuilder {
  /** Finished vertices: metres on the region's map, limit in m/s, dwell in seconds (0: drives through). */
  x = new Float64Array(4096);
  y = new Float64Array(4096);
  limit = new Float64Array(4096);
  dwell = new Float64Array(4096);
  count = 0;
  #cornerX = new Float64Array(2048);
  #cornerY = new Float64Array(2048);
  #cornerLimit = new Float64Array(2048);
  #cornerDwell = new Float64Array(2048);
  #corners = 0;

  reset(): void {
    this.#corners = 0;
    this.count = 0;
  }

  /** Adds a corner; `limit` (m/s) holds on the stretch that leads to it, `dwell` seconds are spent there. */
  add(x: number, y: number, limit: number, dwell = 0): void {
    const last = this.#corners - 1;
    if (last >= 0 && Math.abs(this.#cornerX[last] - x) + Math.abs(this.#cornerY[last] - y) < 0.5) {
      this.#cornerDwell[last] = Math.max(this.#cornerDwell[last], dwell);
      return;
    }
    if (this.#corners === this.#cornerX.length) this.#growCorners();
    this.#cornerX[this.#corners] = x;
    this.#cornerY[this.#corners] = y;
    this.#cornerLimit[this.#corners] = limit;
    this.#cornerDwell[this.#corners++] = dwell;
  }

  /** Rounds the corners with arcs of `radius` metres where there is room and cuts long stretches. */
  finish(radius: number): void {
    this.count = 0;
    const last = this.#corners - 1;
    this.#emit(this.#cornerX[0], this.#cornerY[0], this.#cornerLimit[Math.min(1, last)], 0);
    for (let index = 1; index < last; index++) this.#round(index, radius);
    if (last > 0) this.#straight(this.#cornerX[last], this.#cornerY[last], this.#cornerLimit[last], 0);
  }

  #round(index: number, radius: number): void {
    const x = this.#cornerX[index];
    const y = this.#cornerY[index];
    const limit = this.#cornerLimit[index];
    const inX = x - this.#cornerX[index - 1];
    const inY = y - this.#cornerY[index - 1];
    const outX = this.#cornerX[index + 1] - x;
    const outY = this.#cornerY[index + 1] - y;
    const inLength = Math.hypot(inX, inY);
    const outLength = Math.hypot(outX, outY);
    const turn = Math.atan2(inX * outY - inY * outX, inX * outX + inY * outY);
    const dwell = this.#cornerDwell[index];
    if (Math.abs(turn) < 0.2) return this.#straight(x, y, limit, dwell);
    const tangent = Math.min(radius * Math.tan(Math.min(1.5, Math.abs(turn) / 2)), 0.45 * inLength, 0.45 * outLength);
    const startX = x - (inX / inLength) * tangent;
    const startY = y - (inY / inLength) * tangent;
    const endX = x + (outX / outLength) * tangent;
    const endY = y + (outY / outLength) * tangent;
    // A vehicle that has to wait at a crossing waits before it.
    this.#straight(startX, startY, limit, dwell);
    const steps = Math.max(2, Math.ceil(Math.abs(turn) / 0.35));
    for (let step = 1; step <= steps; step++) {
      const t = step / steps;
      const s = 1 - t;
      this.#emit(
        s * s * startX + 2 * s * t * x + t * t * endX,
        s * s * startY + 2 * s * t * y + t * t * endY,
        limit,
        0,
      );
    }
  }

  /** To a point, in steps short enough for a vehicle to speed up and slow down between crossings. */
  #straight(x: number, y: number, limit: number, dwell: number): void {
    const fromX = this.x[this.count - 1];
    const fromY = this.y[this.count - 1];
    const length = Math.hypot(x - fromX, y - fromY);
    const steps = Math.max(1, Math.round(length / (limit > 18 ? 130 : 42)));
    for (let step = 1; step < steps; step++) {
      this.#emit(fromX + ((x - fromX) * step) / steps, fromY + ((y - fromY) * step) / steps, limit, 0);
    }
    this.#emit(x, y, limit, dwell);
  }

  #emit(x: number, y: number, limit: number, dwell: number): void {
    if (this.count === this.x.length) this.#grow();
    this.x[this.count] = x;
    this.y[this.count] = y;
    this.limit[this.count] = limit;
    this.dwell[this.count++] = dwell;
  }

  #grow(): void {
    this.x = doubled(this.x);
    this.y = doubled(this.y);
    this.limit = doubled(this.limit);
    this.dwell = doubled(this.dwell);
  }

  #growCorners(): void {
    this.#cornerX = doubled(this.#cornerX);
    this.#cornerY = doubled(this.#cornerY);
    this.#cornerLimit = doubled(this.#cornerLimit);
    this.#cornerDwell = doubled(this.#cornerDwell);
  }
}

function doubled(from: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const to = new Float64Array(from.length * 2);
  to.set(from);
  return to;
}
