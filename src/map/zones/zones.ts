import type { Feature } from 'geojson';
import { areaOf, boxOf, unwrapped, type LonLat, type Shape } from '../../domain/geometry/index.ts';
import { pixelsAMetre, shapeFeature } from '../drawing/geometry.ts';

/** A geofence as maps draw it. */
export interface MapZone {
  readonly id: number;
  readonly name: string;
  readonly colour: string;
  readonly shape: Shape;
}

/** Name of the property that says from which zoom on a name is shown. */
export const NAMED_FROM = 'from';
/** CSS pixels that a zone takes before its name is shown. */
const NAME_WIDTH = 56;

/** The area of a zone, with what layers and pointers ask for. */
export function zoneFeature({ id, colour, shape }: MapZone): Feature {
  return { ...shapeFeature(shape, { colour, size: areaOf(shape) }), id };
}

/** Where the name of a zone is shown, and from which zoom on. */
export function nameFeature({ id, name, shape }: MapZone): Feature {
  const { west, south, east, north } = boxOf(shape);
  const latitude = (south + north) / 2;
  const metres = Math.max(1, Math.max((east - west) * Math.cos((latitude * Math.PI) / 180), north - south) * 111_195);
  const from = Math.max(0, Math.min(18, Math.ceil(Math.log2(NAME_WIDTH / (metres * pixelsAMetre(latitude))))));
  return {
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [...anchorOf(shape, [(west + east) / 2, latitude])] },
    properties: { name, [NAMED_FROM]: from },
  };
}

/** A corridor is named on its line, everything else in the middle of its box. */
function anchorOf(shape: Shape, middle: LonLat): LonLat {
  if (shape.type === 'circle') return shape.center;
  if (shape.type === 'polygon') return middle;
  const line = unwrapped(shape.coordinates);
  return line[Math.floor(line.length / 2)];
}
