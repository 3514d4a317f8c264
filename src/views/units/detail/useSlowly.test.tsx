import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeFleet } from '../../shared/testing/fleet.ts';
import { useSlowly } from './useSlowly.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('renders again where what is read changed, not with each step of the clock', () => {
  const { timeline } = fakeFleet();
  let state = timeline.getSnapshot();
  const store = { ...timeline, getSnapshot: () => state };
  let renders = 0;
  const { result } = renderHook(() => {
    renders++;
    return useSlowly(store, ({ mode }) => mode);
  });
  const pass = (change: Partial<typeof state>): void => {
    state = { ...state, ...change };
    act(() => void vi.advanceTimersByTime(600));
  };
  pass({ mode: 'live', instant: state.instant + 1 });
  const before = renders;
  for (const second of [2, 3, 4]) pass({ instant: state.instant + second });
  expect([result.current, renders]).toEqual(['live', before]);
  pass({ mode: 'paused' });
  expect(result.current).toBe('paused');
  expect(renders).toBeGreaterThan(before);
});
