import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
/** The real one, where a test pretends the time. */
const nextTurn = setImmediate;
/** Turns of the event loop in which React does what an update has led to: renders, effects, and what these change. */
const TURNS = 3;

/**
 * `act` for React's production build, which has none: what is changed within is drawn when it returns, and what that
 * leads to once it is awaited.
 */
export function provideAct(): void {
  const { flushSync }: typeof import('react-dom') = require('react-dom');
  Object.assign(require('react'), { act: (callback: () => unknown) => settled(flushSync(callback)) });
}

async function settled(result: unknown): Promise<unknown> {
  const value = await result;
  for (let turn = 0; turn < TURNS; turn++) await new Promise<void>((resolve) => void nextTurn(resolve));
  return value;
}
