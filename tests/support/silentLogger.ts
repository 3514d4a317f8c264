import type { StoreLogger } from '../../server/store/index.ts';

/** Says nothing; pass another one to read along. */
export const silentLogger: StoreLogger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
