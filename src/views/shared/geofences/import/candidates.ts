import { GEOFENCE, LENGTH, SHAPE } from '../../../../domain/base/index.ts';
import {
  findShapeFault,
  positionsOf,
  thinned,
  tidyShape,
  type LonLat,
  type Shape,
  type ShapeFault,
} from '../../../../domain/geometry/index.ts';
import { GEOFENCE_COLOURS } from '../../../../domain/geofence/index.ts';
import type { FoundArea, FoundFigures, FoundGeometry } from './foundArea.ts';

/** What was put right so that an area can be taken. */
type Mending = 'closed' | 'simplified' | 'holeLeftOut' | 'nameCut' | 'nameMade' | 'descriptionCut' | 'figureLeftOut';

/** One area of a file as it would be saved. */
export interface Candidate {
  /** Its place among the file's areas. */
  readonly index: number;
  readonly number: number;
  readonly name: string;
  readonly description: string;
  /** Of ours; null: the file names none of them. */
  readonly colour: (typeof GEOFENCE_COLOURS)[number] | null;
  /** km/h; null: none. */
  readonly speedLimit: number | null;
  /** Seconds. */
  readonly minStay: number;
  /** Null: it is refused. */
  readonly shape: Shape | null;
  readonly mendings: readonly Mending[];
  /** Why it is refused; `noPlace`: nothing that can be read is there. */
  readonly fault: ShapeFault | { readonly code: 'noPlace' } | null;
}

/** How points and lines become areas, metres. */
export interface Sizes {
  readonly radius: number;
  readonly width: number;
}

/**
 * What an area of a file becomes: as it is, mended, or refused with its fault. `index` is its place among the file's
 * areas; `unnamed` makes the name of one without.
 */
export function candidateOf(
  { name, description, number, geometry, figures = {} }: FoundArea,
  index: number,
  sizes: Sizes,
  unnamed: (number: number) => string,
): Candidate {
  const mendings: Mending[] = [];
  const named = nameOf(name, () => unnamed(number), mendings);
  const { max } = LENGTH.description;
  if (description.length > max) mendings.push('descriptionCut');
  const about = {
    index,
    number,
    name: named,
    description: description.slice(0, max),
    ...figuresOf(figures, mendings),
    mendings,
  };
  const shape = shapeOf(geometry, sizes, mendings);
  if (shape === null) return { ...about, shape, fault: { code: 'noPlace' } };
  const fault = findShapeFault(shape);
  return { ...about, shape: fault === null ? shape : null, fault };
}

/** What can be taken of the figures: the rest is left out, and said so. */
function figuresOf(
  { colour, speed_limit: limit, min_stay: stay }: FoundFigures,
  mendings: Mending[],
): Pick<Candidate, 'colour' | 'speedLimit' | 'minStay'> {
  const within = (
    value: string | number | undefined,
    { min, max }: { readonly min: number; readonly max: number },
  ): number | null => {
    if (value === undefined || value === '') return null;
    const figure = Number(value);
    if (figure >= min && figure <= max) return figure;
    if (!mendings.includes('figureLeftOut')) mendings.push('figureLeftOut');
    return null;
  };
  return {
    colour: GEOFENCE_COLOURS.find((each) => each === colour) ?? null,
    speedLimit: within(limit, GEOFENCE.speedLimit),
    minStay: Math.round(within(stay, GEOFENCE.minStay) ?? 0),
  };
}

function nameOf(name: string, unnamed: () => string, mendings: Mending[]): string {
  const { min, max } = LENGTH.geofenceName;
  const line = name.replaceAll(/\s+/g, ' ').trim();
  if (line.length < min) {
    mendings.push('nameMade');
    return line === '' ? unnamed() : `${line} ${unnamed()}`.slice(0, max).trim();
  }
  if (line.length <= max) return line;
  mendings.push('nameCut');
  return line.slice(0, max).trim();
}

function shapeOf(geometry: FoundGeometry, { radius, width }: Sizes, mendings: Mending[]): Shape | null {
  switch (geometry.type) {
    case 'point':
      return isPlace(geometry.point) ? tidyShape({ type: 'circle', center: geometry.point, radius }) : null;
    case 'circle':
      return isPlace(geometry.center) && geometry.radius > 0
        ? tidyShape({ type: 'circle', center: geometry.center, radius: geometry.radius })
        : null;
    case 'line':
      return geometry.line.length > 0 && geometry.line.every(isPlace)
        ? lineShape(geometry.line, geometry.width ?? width, mendings)
        : null;
    case 'polygon':
      return geometry.rings.length > 0 && geometry.rings.every((ring) => ring.length > 0 && ring.every(isPlace))
        ? polygonShape(geometry.rings, mendings)
        : null;
    default:
      return null;
  }
}

const isPlace = ([longitude, latitude]: LonLat): boolean => Number.isFinite(longitude) && Number.isFinite(latitude);

function lineShape(line: readonly LonLat[], width: number, mendings: Mending[]): Shape {
  const coordinates = thinned([line], SHAPE.points)[0];
  if (coordinates.length < line.length) mendings.push('simplified');
  return tidyShape({ type: 'corridor', coordinates, width });
}

/** Rings are closed, long ones simplified, and holes skipped that lie where none can be. */
function polygonShape(rings: readonly (readonly LonLat[])[], mendings: Mending[]): Shape {
  const isOpen = (ring: readonly LonLat[]): boolean => {
    const [first, last] = [ring[0], ring[ring.length - 1]];
    return first[0] !== last[0] || first[1] !== last[1];
  };
  if (rings.some((ring) => ring.length > 2 && isOpen(ring))) mendings.push('closed');
  let shape = tidyShape({ type: 'polygon', coordinates: rings });
  if (positionsOf(shape).length > SHAPE.points && shape.type === 'polygon') {
    mendings.push('simplified');
    shape = tidyShape({ type: 'polygon', coordinates: thinned(shape.coordinates, SHAPE.points) });
  }
  for (let left = rings.length; left > 1 && shape.type === 'polygon'; left--) {
    const fault = findShapeFault(shape);
    const ring = fault?.ring ?? 1;
    if (fault === null || ring === 1 || !['holeOutside', 'holeInHole', 'noArea', 'tooFewPoints'].includes(fault.code))
      break;
    if (!mendings.includes('holeLeftOut')) mendings.push('holeLeftOut');
    shape = { type: 'polygon', coordinates: shape.coordinates.toSpliced(ring - 1, 1) };
  }
  return shape;
}
