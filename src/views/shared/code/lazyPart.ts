import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { SECOND } from '../../../domain/base/index.ts';
import { loadChunk } from './loadChunk.ts';

/** Between two tries. */
const PERIOD = 2 * SECOND;
/** With the network there: a server that restarts is back by then. */
const MOST_TRIES = 5;

/**
 * A part of a screen whose code comes when it is first shown. Without the network it stays what its `Suspense` shows,
 * and comes once that is back: a form beside it is not given up for a map.
 */
export const lazyPart = <Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => untilLoaded(load));

/** Tries until the code comes. Rejects as `loadChunk` does, but not for as long as the browser has no network. */
export async function untilLoaded<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  for (let left = MOST_TRIES; ;) {
    try {
      return await loadChunk(load);
    } catch (error) {
      if (navigator.onLine && --left === 0) throw error;
      await nextTry();
    }
  }
}

/** Resolves after a while, or at once when the network is back. */
const nextTry = (): Promise<void> =>
  new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, PERIOD);
    addEventListener('online', go);
  });
