import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { membership, renderInWorld } from '../shared/testing/world.tsx';
import { CrashBoundary, OfflineBanner, isMissingChunk, type ServerAnswer } from './index.ts';
import NotFoundPage from './NotFoundPage.tsx';
import UnauthorisedPage from './UnauthorisedPage.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('error pages', () => {
  it('not found leads back', async () => {
    const { paths } = await renderInWorld(<NotFoundPage />);
    expect(screen.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'Go to the start page' }));
    expect(paths).toEqual(['/']);
  });

  it('unauthorised offers the other accounts to who has them', async () => {
    const { acts } = await renderInWorld(<UnauthorisedPage />, {
      session: { stage: 'signedIn', memberships: [membership(1, 'One'), membership(2, 'Two')] },
    });
    expect(screen.getByRole('heading', { name: 'Un-authorized action' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Switch account' }));
    expect(acts).toEqual([{ type: 'session.switchAccount' }]);
  });
});

describe('crash boundary', () => {
  // React reports what a boundary catches to the console as well.
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

  const loaded = (): Promise<void> => Promise.resolve();

  function Broken({ message }: { message: string | null }): ReactNode {
    if (message !== null) throw new Error(message);
    return <p>works</p>;
  }

  it('keeps a bug to its screen, reports it and offers a reload', async () => {
    const onCrash = vi.fn();
    const onReload = vi.fn();
    await renderInWorld(
      <CrashBoundary onCrash={onCrash} onReload={onReload} onAgain={loaded} askServer={() => Promise.resolve('same')}>
        <Broken message="no such unit" />
      </CrashBoundary>,
    );
    expect(screen.getByRole('alert').textContent).toContain('no such unit');
    expect(onCrash).toHaveBeenCalledWith(
      expect.objectContaining({ message: 'no such unit' }),
      expect.stringContaining('Broken'),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Reload the page' }));
    expect(onReload).toHaveBeenCalledOnce();
  });

  /** A part of the page whose code comes only while the server is there. */
  function Coming({ isThere }: { isThere: () => boolean }): ReactNode {
    if (!isThere()) throw new Error('Failed to fetch dynamically imported module: /app/assets/x.js');
    return <p>works</p>;
  }
  const pass = async (milliseconds: number): Promise<void> => {
    await act(() => vi.advanceTimersByTimeAsync(milliseconds));
  };
  const showComing = async (answer: () => ServerAnswer, isThere: () => boolean): Promise<void> => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await renderInWorld(
      <CrashBoundary
        onCrash={() => undefined}
        onReload={() => undefined}
        onAgain={loaded}
        askServer={() => Promise.resolve(answer())}>
        <Coming isThere={isThere} />
      </CrashBoundary>,
    );
    await pass(0);
  };
  afterEach(() => void vi.useRealTimers());

  it('says that the server cannot be reached, and shows the screen by itself when it can', async () => {
    let isUp = false;
    await showComing(
      () => (isUp ? 'same' : 'away'),
      () => isUp,
    );
    expect(screen.getByRole('heading', { name: 'The server cannot be reached' })).toBeTruthy();
    await pass(60_000);
    expect(screen.queryByText(/new version/)).toBeNull();
    isUp = true;
    await pass(2_000);
    expect(screen.getByText('works')).toBeTruthy();
  });

  it('says that there is a new version only when there is one', async () => {
    await showComing(
      () => 'newer',
      () => false,
    );
    expect(screen.getByRole('heading', { name: /A new version is available/ })).toBeTruthy();
    expect(isMissingChunk(new Error('Cannot read properties of undefined'))).toBe(false);
  });

  it('gives up code that a server of this version does not have', async () => {
    let tries = 0;
    await showComing(
      () => 'same',
      () => {
        tries++;
        return false;
      },
    );
    await pass(60_000);
    expect(screen.getByRole('heading', { name: 'This screen could not be loaded' })).toBeTruthy();
    const before = tries;
    await pass(60_000);
    expect(tries).toBe(before);
  });
});

it('the offline banner comes and goes with the network', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  await renderInWorld(<OfflineBanner />);
  expect(screen.queryByRole('status')).toBeNull();
  online.mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getByRole('status').textContent).toContain('You are offline');
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.queryByRole('status')).toBeNull();
});
