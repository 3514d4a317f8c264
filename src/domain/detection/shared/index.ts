export * from './anchor.ts';
export * from './fields.ts';
export * from './fixPoint.ts';
export * from './idling.ts';
export * from './place.ts';
export * from './point.ts';
export * from './sameData.ts';
export * from './trackPoints.ts';
