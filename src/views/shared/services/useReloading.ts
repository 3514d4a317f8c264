import { useEffect } from 'react';

/** Asks again and again while the screen is shown; `every` in milliseconds, null: not at all. */
export function useReloading(reload: () => void, every: number | null): void {
  useEffect(() => {
    if (every === null) return undefined;
    const timer = setInterval(reload, every);
    return () => clearInterval(timer);
  }, [reload, every]);
}
