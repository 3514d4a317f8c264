import type { ReactNode } from 'react';
import type { ComparedFiring } from '../../../domain/backtest/index.ts';

/** A firing's mark as the lanes and the map draw it. */
export function ChangeMark({ change }: { change: ComparedFiring['change'] }): ReactNode {
  return <span className="rule-past-mark" data-change={change} aria-hidden="true" />;
}
