import { boxOf, METRES_A_DEGREE } from './measure.ts';
import type { LonLat, Shape } from './shape.ts';
import { isShape } from './shapeField.ts';

/** What is drawn with the pointer; a rectangle becomes a polygon. */
export type DrawTool = 'polygon' | 'rectangle' | 'circle' | 'corridor';

/** A figure while it is typed: null where the field is empty, the text where it is no number. */
type DraftFigure = number | string | null;
export type DraftPoint = readonly [longitude: DraftFigure, latitude: DraftFigure];
export type DraftLine = readonly DraftPoint[];

/** A shape while it is made: points may lack figures, rings are open. */
export type DraftShape =
  | { readonly type: 'circle'; readonly center: DraftPoint; readonly radius: DraftFigure }
  | { readonly type: 'polygon'; readonly coordinates: readonly DraftLine[] }
  | { readonly type: 'corridor'; readonly coordinates: DraftLine; readonly width: DraftFigure };

export const NO_POINT: DraftPoint = [null, null];
/** What a corridor and a circle are drawn with before anybody says otherwise, metres. */
const USUAL = { radius: 200, width: 50 } as const;

/** A shape of a kind with nothing filled in. */
export function emptyShape(type: Shape['type']): DraftShape {
  if (type === 'circle') return { type, center: NO_POINT, radius: USUAL.radius };
  return type === 'corridor'
    ? { type, coordinates: [NO_POINT, NO_POINT], width: USUAL.width }
    : { type, coordinates: [[NO_POINT, NO_POINT, NO_POINT]] };
}

/** A saved shape as it is edited: without the point that closes a ring. */
export function draftOf(shape: Shape | DraftShape): DraftShape {
  if (shape.type !== 'polygon') return shape;
  return { type: 'polygon', coordinates: shape.coordinates.map(openRing) };
}

function openRing(ring: DraftLine): DraftLine {
  const [first, last] = [ring.at(0), ring.at(-1)];
  const isClosed = ring.length > 3 && first && last && first[0] === last[0] && first[1] === last[1];
  return isClosed && first[0] !== null ? ring.slice(0, -1) : ring;
}

/** The same place as another kind of shape; empty where the shape is not complete. */
export function asKind(draft: DraftShape, type: Shape['type']): DraftShape {
  if (draft.type === type) return draft;
  const whole = isShape(draft) ? draft : null;
  if (whole === null) return emptyShape(type);
  const { west, south, east, north } = boxOf(whole);
  if (type === 'circle')
    return { type, center: [(west + east) / 2, (south + north) / 2], radius: Math.round(halfHeight(north - south)) };
  const line = lineOf(whole);
  return type === 'corridor'
    ? { type, coordinates: line, width: USUAL.width }
    : { type, coordinates: [line.length > 2 ? line : cornersOf(west, south, east, north)] };
}

const halfHeight = (degrees: number): number => Math.max(5, (degrees * METRES_A_DEGREE) / 2);
const cornersOf = (west: number, south: number, east: number, north: number): LonLat[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
];

function lineOf(shape: Shape): DraftLine {
  if (shape.type === 'corridor') return shape.coordinates;
  if (shape.type === 'polygon') return openRing(shape.coordinates[0] ?? []);
  const { west, south, east, north } = boxOf(shape);
  return cornersOf(west, south, east, north);
}

/** The lines of a draft whose points are listed: rings of a polygon, the one of a corridor. */
export function linesOf(draft: DraftShape): readonly DraftLine[] {
  if (draft.type === 'circle') return [];
  return draft.type === 'corridor' ? [draft.coordinates] : draft.coordinates;
}

/** The draft with another line in place of one; an empty one takes its hole away. */
export function withLine(draft: DraftShape, index: number, line: DraftLine): DraftShape {
  if (draft.type === 'circle') return draft;
  if (draft.type === 'corridor') return { ...draft, coordinates: line };
  const lines = [...draft.coordinates];
  if (line.length === 0 && index > 0) lines.splice(index, 1);
  else lines[index] = line;
  return { ...draft, coordinates: lines };
}

/** The draft with a hole more, whose points are to be filled in. */
export const withHole = (draft: DraftShape): DraftShape =>
  draft.type === 'polygon' ? withLine(draft, draft.coordinates.length, [NO_POINT, NO_POINT, NO_POINT]) : draft;
