export { areaOf, boxesTouch, boxOf, lengthOf, METRES_A_DEGREE } from './measure.ts';
export { probeOf, type ShapeProbe } from './probe.ts';
export { longitudeNear, SHAPE_TYPES, type Box, type LonLat, type Shape } from './shape.ts';
export { isShape, shapeField } from './shapeField.ts';
export { findShapeFault, tidyShape } from './validity.ts';
