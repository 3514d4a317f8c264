export { areaOf, boxesTouch, boxOf, lengthOf, lineLength, METRES_A_DEGREE, widened } from './measure.ts';
export { probeOf, type ShapeProbe } from './probe.ts';
export {
  longitudeNear,
  positionsOf,
  ringsOf,
  SHAPE_TYPES,
  unwrapped,
  type Box,
  type Circle,
  type Corridor,
  type LonLat,
  type Polygon,
  type Shape,
} from './shape.ts';
export { isShape, shapeField } from './shapeField.ts';
export { closedRing, findShapeFault, tidied, tidyShape, type ShapeFault } from './validity.ts';
