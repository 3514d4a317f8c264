export { areaOf, boxesTouch, boxOf, lengthOf, lineLength, METRES_A_DEGREE } from './measure.ts';
export { probeOf, type ShapeProbe } from './probe.ts';
export { longitudeNear, SHAPE_TYPES, unwrapped, type Box, type Corridor, type LonLat, type Shape } from './shape.ts';
export { isShape, shapeField } from './shapeField.ts';
export { findShapeFault, tidyShape } from './validity.ts';
export { simplified } from './simplify.ts';
