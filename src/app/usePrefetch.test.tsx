import { cleanup, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Screen } from '../views/registry.ts';
import type { SessionStage } from '../views/shared/services/session.ts';
import { usePrefetch } from './usePrefetch.ts';

afterEach(cleanup);

const loader = () => vi.fn(() => Promise.resolve({ default: () => null }));
const shellScreen = (load: Screen['load']): Screen => ({ layout: 'shell', load }) as Screen;

it('asks for the map when somebody begins to sign in, and not while the page is only looked at', () => {
  const map = loader();
  const inside = [map];
  const { rerender } = renderHook(({ stage }: { stage: SessionStage }) => usePrefetch(stage, null, inside), {
    initialProps: { stage: 'signedOut' },
  });
  expect(map).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'd' });
  fireEvent.keyDown(document.body, { key: 'e' });
  expect(map).toHaveBeenCalledTimes(1);
  rerender({ stage: 'signingIn' });
  fireEvent.keyDown(document.body, { key: 'm' });
  expect(map).toHaveBeenCalledTimes(1);
});

it('asks for the screen in the address while the session is looked up, and minds no failure', async () => {
  const screen = vi.fn(() => Promise.reject(new Error('Failed to fetch dynamically imported module')));
  const shell = loader();
  const inside = [shell];
  renderHook(() => usePrefetch('restoring', shellScreen(screen), inside));
  await Promise.resolve();
  expect(screen).toHaveBeenCalledTimes(1);
  expect(shell).toHaveBeenCalledTimes(1);
});
