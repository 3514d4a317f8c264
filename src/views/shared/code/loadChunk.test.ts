import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isMissingChunk } from '../../errors/index.ts';
import { loadChunk } from './loadChunk.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('tries code that failed to load once more', async () => {
  const load = vi
    .fn()
    .mockRejectedValueOnce(new Error('Failed to fetch dynamically imported module'))
    .mockResolvedValue('screen');
  expect(await loadChunk(load)).toBe('screen');
  const broken = vi.fn().mockRejectedValue(new Error('Failed to fetch dynamically imported module'));
  await expect(loadChunk(broken)).rejects.toThrow('Failed to fetch');
  expect(broken).toHaveBeenCalledTimes(2);
  expect(vi.getTimerCount()).toBe(0);
});

it('gives up after 120 seconds, in a way that the page takes for missing code', async () => {
  const loaded = loadChunk(() => new Promise(() => undefined)).catch((error: Error) => error);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(isMissingChunk((await loaded) as Error)).toBe(true);
});
