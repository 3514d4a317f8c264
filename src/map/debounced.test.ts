import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Debounced } from './debounced.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('is done once at the end of the first wait, whatever is wished meanwhile', () => {
  const act = vi.fn();
  const soon = new Debounced(act);
  soon.within(100);
  vi.advanceTimersByTime(60);
  soon.within(100);
  vi.advanceTimersByTime(39);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(act).toHaveBeenCalledOnce();
});

it('is done at once where there is nothing to wait for, and that ends a wait', () => {
  const act = vi.fn();
  const soon = new Debounced(act);
  soon.within(100);
  soon.within(0);
  expect(act).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(1_000);
  expect(act).toHaveBeenCalledOnce();
});

it('is not done any more once it was cancelled', () => {
  const act = vi.fn();
  const soon = new Debounced(act);
  soon.within(100);
  soon.cancel();
  vi.advanceTimersByTime(1_000);
  expect(act).not.toHaveBeenCalled();
});
