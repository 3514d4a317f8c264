import { expect, it } from 'vitest';
import { timeAtWork } from './timeAtWork.ts';

it('goes on while this thread works, and rests while others have the processor', () => {
  const began = timeAtWork();
  const clock = performance.now();
  // Waits: that is what must not be counted.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  const [rested, waited] = [timeAtWork() - began, performance.now() - clock];
  expect(rested).toBeLessThan(waited / 2);
  while (timeAtWork() - began < rested + 20);
  expect(timeAtWork() - began).toBeGreaterThanOrEqual(rested + 20);
});
