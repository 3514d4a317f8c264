import { mixed } from 'yup';
import { SHAPE } from '../base/index.ts';
import type { LonLat, Shape } from './shape.ts';
import { findShapeFault, tidyShape, type ShapeFault } from './validity.ts';

const isLonLat = (value: unknown): value is LonLat =>
  Array.isArray(value) && value.length === 2 && value.every((degrees) => Number.isFinite(degrees));
const isLine = (value: unknown): value is LonLat[] => Array.isArray(value) && value.length > 0 && value.every(isLonLat);

/** True for what has a shape's fields, whatever their bounds. */
export function isShape(value: unknown): value is Shape {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  if (value.type === 'circle')
    return 'center' in value && isLonLat(value.center) && 'radius' in value && Number.isFinite(value.radius);
  if (!('coordinates' in value)) return false;
  if (value.type === 'corridor') return isLine(value.coordinates) && 'width' in value && Number.isFinite(value.width);
  return value.type === 'polygon' && Array.isArray(value.coordinates) && value.coordinates.every(isLine);
}

const boundsOf = { radius: SHAPE.radius, width: SHAPE.width } as const;

/** Figures of the message `validation.shape.<code>` of a fault: its bound, ring, point and place. */
export function faultValues({ code, ring, point, place }: ShapeFault) {
  return {
    ...(code === 'radius' || code === 'width' ? boundsOf[code] : { max: SHAPE.points }),
    latitude: SHAPE.latitude,
    ring,
    point,
    place: place && `${place[1].toFixed(5)}, ${place[0].toFixed(5)}`,
  };
}

/** A shape in a form or a request. Faults of one are reported with their place (`validation.shape.*`). */
export const shapeField = mixed<Shape>({ check: isShape, type: 'shape' })
  .typeError('validation.shape.invalid')
  .transform((value: unknown) => (isShape(value) ? tidyShape(value) : value))
  .required('validation.shape.required')
  .test('shape', (value, context) => {
    if (!isShape(value)) return true;
    const fault = findShapeFault(value);
    if (!fault) return true;
    return context.createError({ message: `validation.shape.${fault.code}`, params: faultValues(fault) });
  });
