export { bindingOfRow, BINDING_COLUMNS, rebuildBindings, type BindingChange, type BindingRow } from './bindingRows.ts';
export { driverFacts } from './facts.ts';
export { readSignedIn, rematchSessions, signedInAt, touch, type KeyLedger, type Touched } from './sessionRows.ts';
export { writeDrivers } from './writeDrivers.ts';
