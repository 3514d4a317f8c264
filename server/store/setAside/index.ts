export { checksumOf, checksumProblem, readingProblem } from './checksum.ts';
export { isDamage, queryHurtPages } from './hurtPages.ts';
export { openSetAside, type BlockKey, type SetAside } from './setAside.ts';
