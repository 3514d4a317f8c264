export { areaOf, boxesTouch, boxOf, lengthOf } from './measure.ts';
export { probeOf } from './probe.ts';
export { SHAPE_TYPES, type LonLat, type Shape } from './shape.ts';
export { isShape, shapeField } from './shapeField.ts';
export { findShapeFault, tidyShape } from './validity.ts';
