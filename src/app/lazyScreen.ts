import { createElement, lazy, type ComponentType, type ReactNode } from 'react';
import { CHUNK_TIMEOUT } from '../domain/base/index.ts';
import { watchStyles, type FailedStyles } from './failedStyles.ts';

type Loader<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

/** Components by their loader: two screens that share one (live and history) are one component, which stays when the address changes. */
const LOADED = new Map<unknown, unknown>();

const NO_PAGE: FailedStyles = { restore: () => Promise.resolve() };
const styles = typeof document === 'undefined' ? NO_PAGE : watchStyles(document);

/** Loaders that failed: their components go on failing until they are forgotten, so that a boundary gets to see it. */
const FAILED = new Set<unknown>();

/** The component of a screen, loaded when it is first shown. */
function lazyComponent<Props>(load: Loader<Props>): ComponentType<Props> {
  const known = LOADED.get(load);
  if (known) return known as ComponentType<Props>;
  const made = lazy(async () => {
    try {
      return await loadChunk(load);
    } catch (error) {
      FAILED.add(load);
      throw error;
    }
  }) as unknown as ComponentType<Props>;
  LOADED.set(load, made);
  return made;
}

/** What failed to load is reloaded when it is shown again: the server answers again. */
export function forgetFailures(): void {
  for (const load of FAILED) LOADED.delete(load);
  FAILED.clear();
}

/** Code of the page, shown once it is there. Looked up at every mount, so that it may be another one after {@link forgetFailures}. */
export function Loaded<Props extends object>({ load, with: props }: { load: Loader<Props>; with: Props }): ReactNode {
  return createElement(lazyComponent(load), props);
}

/** Loads code ahead of its use; a failure is met again, and dealt with, where it is used. */
export function prefetch(loads: readonly (() => Promise<unknown>)[]): void {
  for (const load of loads) load().catch(() => undefined);
}

/**
 * Loads code of the page. A failure is tried again once, since a connection that broke for a moment is its usual
 * cause; what has not come after 120 s (specification, chapter 9) fails, and the page offers to load again.
 */
export async function loadChunk<Chunk>(
  load: () => Promise<Chunk>,
  timeout: number = CHUNK_TIMEOUT,
  { restore }: FailedStyles = styles,
): Promise<Chunk> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`Error loading dynamically imported module: nothing came in ${timeout / 1_000} s`)),
      timeout,
    );
  });
  const attempt = async (): Promise<Chunk> => {
    await restore();
    return load();
  };
  try {
    return await Promise.race([attempt().catch(attempt), late]);
  } finally {
    clearTimeout(timer);
  }
}
