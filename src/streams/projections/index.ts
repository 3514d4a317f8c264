export { createProjection, type Projection } from './projection.ts';
export { foldUnit } from './unitChange.ts';
