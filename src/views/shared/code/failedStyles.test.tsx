import { afterEach, expect, it, vi } from 'vitest';
import { isMissingChunk } from '../../errors/index.ts';
import { watchStyles } from './failedStyles.ts';
import { loadChunk } from './loadChunk.ts';

afterEach(() => {
  vi.restoreAllMocks();
  document.head.innerHTML = '';
});

it('asks again for styles that did not come before code is tried again, so that no screen is shown raw', async () => {
  const link = document.createElement('link');
  link.href = '/app/assets/x.css';
  document.head.append(link);
  const styles = watchStyles(document);
  link.rel = 'stylesheet';
  link.dispatchEvent(new Event('error'));
  const load = vi.fn(() => Promise.resolve('screen'));
  let answer = 'error';
  const asked = vi.spyOn(HTMLLinkElement.prototype, 'replaceWith').mockImplementation((next) => {
    document.head.append(next);
    if (next instanceof HTMLLinkElement) next.dispatchEvent(new Event(answer));
  });
  const missing = await loadChunk(load, 1_000, styles).catch((error: Error) => error);
  expect(isMissingChunk(missing as Error)).toBe(true);
  expect(load).not.toHaveBeenCalled();
  answer = 'load';
  const before = asked.mock.calls.length;
  vi.spyOn(document.head, 'append').mockImplementation(() => undefined);
  expect(await loadChunk(load, 1_000, styles)).toBe('screen');
  expect(asked.mock.calls.length).toBeGreaterThan(before);
});
