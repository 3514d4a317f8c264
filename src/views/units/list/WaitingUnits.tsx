import type { ReactNode } from 'react';
import { Skeleton } from '../../../ui/index.ts';

const ROWS = 40;
/** As long as names are. */
const WIDTHS = ['42%', '58%', '36%', '50%', '46%', '62%', '38%'] as const;

/** Rows of a list of units on its way, as tall as they will be. */
export function WaitingUnits(): ReactNode {
  return (
    <div className="unit-list-waiting" aria-busy="true">
      {Array.from({ length: ROWS }, (_, row) => (
        <Skeleton key={row} width={WIDTHS[row % WIDTHS.length]} height="0.75em" />
      ))}
    </div>
  );
}
