import { CHUNK_TIMEOUT } from '../../../domain/base/index.ts';
import { watchStyles, type FailedStyles } from './failedStyles.ts';

const NO_PAGE: FailedStyles = { restore: () => Promise.resolve() };
const styles = typeof document === 'undefined' ? NO_PAGE : watchStyles(document);

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
