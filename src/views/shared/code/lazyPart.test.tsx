import { cleanup, render, screen } from '@testing-library/react';
import { Suspense, act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyPart, untilLoaded } from './lazyPart.ts';

const MISSING = new Error('Failed to fetch dynamically imported module');

let network: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  vi.useFakeTimers();
  network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
});
afterEach(() => {
  cleanup();
  network.mockRestore();
  vi.useRealTimers();
});

it('leaves what is beside it as it is while the network is away, and comes with it', async () => {
  network.mockReturnValue(false);
  const load = vi.fn().mockRejectedValue(MISSING);
  const Part = lazyPart<object>(load);
  render(
    <>
      <input aria-label="Name" defaultValue="typed" />
      <Suspense fallback="waiting">
        <Part />
      </Suspense>
    </>,
  );
  await act(() => vi.advanceTimersByTimeAsync(600_000));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('typed');
  expect(screen.getByText('waiting')).toBeDefined();
  load.mockResolvedValue({ default: () => 'the map' });
  network.mockReturnValue(true);
  await act(async () => void dispatchEvent(new Event('online')));
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByText('the map')).toBeDefined();
  expect(vi.getTimerCount()).toBe(0);
});

it('is tried again while a server restarts, and given up as missing code when it does not have it', async () => {
  const restarts = vi.fn().mockResolvedValue('part');
  for (let each = 0; each < 4; each++) restarts.mockRejectedValueOnce(MISSING);
  const loaded = untilLoaded(restarts);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await loaded).toBe('part');
  const gone = vi.fn().mockRejectedValue(MISSING);
  const given = untilLoaded(gone).catch((error: Error) => error);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(await given).toBe(MISSING);
  expect(gone).toHaveBeenCalledTimes(10);
});
