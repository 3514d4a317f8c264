export { rebuildBindings, type BindingChange } from './bindingRows.ts';
export { driverFacts } from './facts.ts';
export { putSessions, readSignedIn, withOwners, type KeyLedger, type Touched } from './sessionRows.ts';
export { writeDrivers } from './writeDrivers.ts';
