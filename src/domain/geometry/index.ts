export { areaOf, boxesTouch, boxOf, lengthOf, lineLength, METRES_A_DEGREE } from './measure.ts';
export { probeOf, type ShapeProbe } from './probe.ts';
export {
  longitudeNear,
  positionsOf,
  ringsOf,
  SHAPE_TYPES,
  unwrapped,
  type Box,
  type Corridor,
  type LonLat,
  type Shape,
} from './shape.ts';
export { simplified, thinned } from './simplify.ts';
export {
  asKind,
  draftOf,
  emptyShape,
  linesOf,
  NO_POINT,
  withHole,
  withLine,
  type DraftLine,
  type DraftPoint,
  type DraftShape,
  type DrawTool,
} from './draftShape.ts';
export { faultValues, isShape, shapeField } from './shapeField.ts';
export { findShapeFault, tidyShape, type ShapeFault } from './validity.ts';
