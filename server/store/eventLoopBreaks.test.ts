import { expect, test, vi } from 'vitest';
import { Foreground } from './eventLoopBreaks.ts';

test('work in the background waits until everybody who waits for an answer has it', async () => {
  const foreground = new Foreground();
  const [first, second] = [foreground.enter(), foreground.enter()];
  const gone = vi.fn<() => void>();
  const idle = foreground.idle().then(gone);
  first();
  first();
  await Promise.resolve();
  expect(gone).not.toHaveBeenCalled();
  second();
  await idle;
  expect(gone).toHaveBeenCalledOnce();
  await foreground.idle();
});

test('it continues after a while, whoever still waits', async () => {
  vi.useFakeTimers();
  try {
    const foreground = new Foreground();
    foreground.enter();
    const gone = vi.fn<() => void>();
    const idle = foreground.idle().then(gone);
    await vi.advanceTimersByTimeAsync(29);
    expect(gone).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await idle;
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('work in the background runs one piece in each turn of the event loop', async () => {
  const foreground = new Foreground();
  let turn = 0;
  const count = (): void => void setImmediate(() => (turn++, turn < 10 && count()));
  count();
  const turns: number[] = [];
  await Promise.all([1, 2, 3].map(() => foreground.turn().then(() => turns.push(turn))));
  expect(new Set(turns).size).toBe(3);
});
