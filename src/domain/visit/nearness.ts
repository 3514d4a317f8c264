import { COORDINATE_SCALE } from '../base/index.ts';
import type { Box, Shape } from '../geometry/index.ts';
import { boxOf } from '../geometry/index.ts';
import { isEmptyBox, type TrackBox } from '../telemetry/index.ts';

/** Where a search looks, in whole 1e-7 degrees. Longitudes are one range or, across the date line, two. */
export interface SearchArea {
  /** Degrees, as the shape's. */
  readonly box: Box;
  readonly south: number;
  readonly north: number;
  readonly ranges: readonly { readonly west: number; readonly east: number }[];
}

/** Some metres more on each side: a box that is rounded must not miss its shape's edge. */
const MARGIN = 1e-5;
const FULL = { west: -180 * COORDINATE_SCALE, east: 180 * COORDINATE_SCALE } as const;

/** The area around a valid shape. */
export function searchAreaOf(shape: Shape): SearchArea {
  const { west, south, east, north } = boxOf(shape);
  const box = { west: west - MARGIN, south: south - MARGIN, east: east + MARGIN, north: north + MARGIN };
  return {
    box,
    south: Math.floor(box.south * COORDINATE_SCALE),
    north: Math.ceil(box.north * COORDINATE_SCALE),
    ranges: rangesOf(box.west, box.east),
  };
}

function rangesOf(west: number, east: number): { west: number; east: number }[] {
  if (east - west >= 360) return [FULL];
  const shift = 360 * Math.floor((west + 180) / 360);
  const from = Math.floor((west - shift) * COORDINATE_SCALE);
  const to = Math.ceil((east - shift) * COORDINATE_SCALE);
  if (to <= FULL.east) return [{ west: from, east: to }];
  return [
    { west: from, east: FULL.east },
    { west: FULL.west, east: to - 360 * COORDINATE_SCALE },
  ];
}

/** Whether something in the box may lie in the area. */
export function isNear(box: TrackBox, { south, north, ranges }: SearchArea): boolean {
  if (isEmptyBox(box) || box.south > north || box.north < south) return false;
  return ranges.some(({ west, east }) => box.west <= east && box.east >= west);
}
