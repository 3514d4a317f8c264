import { useEffect } from 'react';
import type { Screen } from '../views/registry.ts';
import { prefetch } from '../views/shared/code/loadChunk.ts';
import type { SessionStage } from '../views/shared/services/session.ts';

/** What a person does who is about to sign in. */
const BEGINNINGS = ['keydown', 'pointerdown', 'input'] as const;

/**
 * Asks for code before it is needed: that of the asked-for screen while the session is looked up, and `inside` as soon
 * as somebody begins to sign in. Not sooner: who only looks at the sign-in page gets nothing else.
 */
export function usePrefetch(
  stage: SessionStage,
  screen: Screen | null,
  inside: readonly (() => Promise<unknown>)[],
): void {
  const isRestoring = stage === 'restoring' && screen?.layout === 'shell';
  const asked = screen?.load;
  useEffect(() => {
    if (isRestoring && asked !== undefined) prefetch([...inside, asked]);
  }, [isRestoring, asked, inside]);
  const isOutside = stage === 'signedOut';
  useEffect(() => {
    if (!isOutside) return;
    const undo = (): void => BEGINNINGS.forEach((type) => window.removeEventListener(type, begin));
    const begin = (): void => {
      undo();
      prefetch(inside);
    };
    for (const type of BEGINNINGS) window.addEventListener(type, begin, { passive: true });
    return undo;
  }, [isOutside, inside]);
}
