export { createRepeaterHandlers, type RepeaterServices } from './handlers.ts';
export { resendPeriod } from './resending.ts';
export { repeaterTable } from './table.ts';
