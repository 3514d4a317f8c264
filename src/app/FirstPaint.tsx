import { Suspense, lazy, useEffect, useState, type ReactNode } from 'react';
import type { Screen } from '../views/registry.ts';
import { loadUnitMap } from '../views/units/index.ts';

/** What `index.html` paints before any script. React takes it out of the page with its first picture. */
const painted = typeof document === 'undefined' ? null : document.querySelector('#root > .boot');

let hasShownPage = false;

/**
 * In place of a page whose code is on its way: until the first one is there, the page stays as `index.html` painted it,
 * which would be blank for seconds on a slow line otherwise.
 */
export function FirstPaint(): ReactNode {
  const [node] = useState(() => painted?.cloneNode(true) ?? null);
  useEffect(() => () => void (hasShownPage = true), []);
  // Later pages come soon as a rule: their outlines would only flash.
  return node === null ? null : <div className={hasShownPage ? 'boot-later' : ''} ref={(at) => at?.append(node)} />;
}

/** The sign-in page, whose script is bounded, has no use for them. */
const loadSkeletons = () => import('../views/shared/PageSkeleton.tsx');
const PageSkeleton = lazy(async () => ({ default: (await loadSkeletons()).PageSkeleton }));
/** The outlines of a screen alone, within the shell. */
export const ScreenOutlines = lazy(async () => ({ default: (await loadSkeletons()).ScreenSkeleton }));

/** The outlines of a screen inside the shell, while session and code are on their way. */
export function Outlines({ screen }: { screen: Screen | null }): ReactNode {
  return screen?.layout === 'shell' ? (
    <Suspense fallback={<FirstPaint />}>
      <PageSkeleton isMap={screen.load === loadUnitMap} />
    </Suspense>
  ) : null;
}
