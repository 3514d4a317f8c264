import { Suspense, useEffect, useState, type ReactNode } from 'react';

/** What `index.html` paints before any script. React takes it out of the page with its first picture. */
const painted = typeof document === 'undefined' ? null : document.querySelector('#root > .boot');

let hasShownPage = false;

/**
 * A page whose code may be on its way: until the first one is there, the page stays as `index.html` painted it, which
 * would be blank for seconds on a slow line otherwise.
 */
export function Waiting({ children, fallback }: { children: ReactNode; fallback?: ReactNode }): ReactNode {
  return (
    <Suspense fallback={fallback ?? <FirstPaint />}>
      {children}
      <PageShown />
    </Suspense>
  );
}

function FirstPaint(): ReactNode {
  const [node] = useState(() => painted?.cloneNode(true) ?? null);
  // Later pages come soon as a rule: their outlines would only flash.
  return node === null ? null : <div className={hasShownPage ? 'boot-later' : ''} ref={(at) => at?.append(node)} />;
}

function PageShown(): null {
  useEffect(() => {
    hasShownPage = true;
  }, []);
  return null;
}
