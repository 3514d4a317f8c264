export { createProjection, type Projection, type Reduce } from './projection.ts';
export { createRecentOccurrences } from './recentOccurrences.ts';
export { applyKinds, createUnitDirectory, toDirectory, type UnitDirectory, type UnitEntry } from './unitDirectory.ts';
export { foldUnit, unitChangeOf, type UnitChange } from './unitChange.ts';
