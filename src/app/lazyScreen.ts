import { lazy, type ComponentType } from 'react';
import { CHUNK_TIMEOUT } from '../domain/base/index.ts';
import type { Screen, ScreenLoader } from '../views/registry.ts';

/** Screens by their loader: two that share one (live and history) are one component, which stays when the address changes. */
const LOADED = new Map<ScreenLoader, ComponentType>();

/** The component of a screen, loaded when it is first shown. */
export function lazyScreen({ load }: Screen): ComponentType {
  const known = LOADED.get(load);
  if (known) return known;
  const made = lazy(() => loadChunk(load));
  LOADED.set(load, made);
  return made;
}

/**
 * Loads code of the page. A failure is tried again once, since a connection that broke for a moment is its usual
 * cause; what has not come after 120 s (specification, chapter 9) fails, and the page offers to load again.
 */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>, timeout: number = CHUNK_TIMEOUT): Promise<Chunk> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`Error loading dynamically imported module: nothing came in ${timeout / 1_000} s`)),
      timeout,
    );
  });
  try {
    return await Promise.race([load().catch(load), late]);
  } finally {
    clearTimeout(timer);
  }
}
