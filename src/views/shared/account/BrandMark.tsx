import type { ReactNode } from 'react';

/** Our mark: one line that runs through its waypoints as a W and ends where the unit is now. */
export function BrandMark({ size = 28 }: { size?: number }): ReactNode {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--color-accent-solid)" />
      <path
        d="M6.5 9.5 11.6 22.5 16 13.2 20.4 22.5 24 13.4"
        fill="none"
        stroke="var(--color-on-accent)"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="25.4" cy="9.4" r="2.7" fill="var(--color-on-accent)" />
    </svg>
  );
}
