export * from './fleetColumns.ts';
export { Fleet, createFleet } from './fleetStore.ts';
export { EMPTY_SUMMARY, idlesTooLong, type FleetSummary } from './fleetSummary.ts';
export { createPipeline, type Pipeline } from './pipeline.ts';
export { NO_POINT, TrailRing, type TrailSampler } from './trailRing.ts';
