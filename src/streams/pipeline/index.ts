export * from './fleetColumns.ts';
export { Fleet, createFleet, type FleetOptions } from './fleetStore.ts';
export { EMPTY_SUMMARY, summarise, type FleetSummary } from './fleetSummary.ts';
export { createPipeline, type Pipeline, type PipelineOptions, type PipelineSources } from './pipeline.ts';
export { NO_POINT, TrailRing, type TrailRingOptions, type TrailSampler } from './trailRing.ts';
