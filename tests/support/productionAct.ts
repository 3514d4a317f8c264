import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
/** The real one, where a test pretends the time. */
const nextTurn = setImmediate;
/** Turns of the event loop in which React does what an update has led to: renders, effects, and what these change. */
const TURNS = 3;

/**
 * `act` for React's production build, which has none: what is changed within is drawn when it returns, and what that
 * leads to once it is awaited. Also what test files are compiled to call for each element, which that build lacks.
 */
export function provideAct(): void {
  const { flushSync }: typeof import('react-dom') = require('react-dom');
  const { jsx }: { jsx: unknown } = require('react/jsx-runtime');
  Object.assign(require('react/jsx-dev-runtime'), { jsxDEV: jsx });
  Object.assign(require('react'), { act: (callback: () => unknown) => settled(flushSync(callback)) });
}

async function settled(result: unknown): Promise<unknown> {
  const value = await result;
  for (let turn = 0; turn < TURNS; turn++) await new Promise<void>((resolve) => void nextTurn(resolve));
  return value;
}
