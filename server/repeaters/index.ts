export { openRepeaters, type RepeaterOptions, type Repeaters } from './engine.ts';
export { createDialer } from './targets/index.ts';
