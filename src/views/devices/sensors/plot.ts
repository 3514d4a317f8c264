/** A figure over another one; NaN where there is none. */
export interface PlotPoint {
  readonly x: number;
  readonly y: number;
}

/** What a small chart draws, in percent of its box: x to the right, y down. */
export interface Plot {
  /** One piece per run of points without a hole between them, as an SVG path. */
  readonly path: string;
  readonly low: number;
  readonly high: number;
  readonly place: (point: PlotPoint) => PlotPoint;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Scales points to a box of 100 by 100, with the line broken where there is no value; null without two points. */
export function plotOf(points: readonly PlotPoint[]): Plot | null {
  const known = points.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
  if (known.length < 2) return null;
  const xs = known.map(({ x }) => x);
  const ys = known.map(({ y }) => y);
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const place = ({ x, y }: PlotPoint): PlotPoint => ({
    x: round(right === left ? 50 : ((x - left) / (right - left)) * 100),
    // A level line is in the middle.
    y: round(high === low ? 50 : 100 - ((y - low) / (high - low)) * 100),
  });
  let isDrawing = false;
  let path = '';
  for (const point of points) {
    if (!Number.isFinite(point.x) || !Number.isFinite(point.y)) {
      isDrawing = false;
      continue;
    }
    const { x, y } = place(point);
    path += `${isDrawing ? 'L' : 'M'}${x} ${y}`;
    isDrawing = true;
  }
  return { path, low, high, place };
}
