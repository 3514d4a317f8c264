import { expect, it, vi } from 'vitest';
import { askServer } from './version.ts';

const page = (entry: string): Response =>
  new Response(`<html><head><script type="module" crossorigin src="${entry}"></script></head></html>`);
const OWN = '/app/assets/index-1.js';

it('distinguishes a server that is away from one that serves this version, and from a newer one', async () => {
  const answers = vi.fn<typeof fetch>();
  answers.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await askServer('/app/', OWN, answers)).toBe('away');
  answers.mockResolvedValueOnce(new Response('', { status: 503 }));
  expect(await askServer('/app/', OWN, answers)).toBe('away');
  answers.mockResolvedValueOnce(page(OWN));
  expect(await askServer('/app/', OWN, answers)).toBe('same');
  answers.mockResolvedValueOnce(page('/app/assets/index-2.js'));
  expect(await askServer('/app/', OWN, answers)).toBe('newer');
  expect(answers).toHaveBeenCalledWith('/app/', expect.objectContaining({ cache: 'no-store' }));
});
