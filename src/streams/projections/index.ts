export { createProjection, type Projection } from './projection.ts';
export { createRecentOccurrences } from './recentOccurrences.ts';
export { applyKinds, createUnitDirectory, toDirectory } from './unitDirectory.ts';
export { foldUnit } from './unitChange.ts';
