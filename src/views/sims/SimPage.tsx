import type { ReactNode } from 'react';
import type { Sim } from '../../domain/sim/index.ts';
import { Skeleton } from '../../ui/index.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { ProblemState } from '../shared/ProblemView.tsx';
import { useScreenParameters } from '../shared/address/screen.ts';
import './sims.css';

/** Reads the card of the address, and shows what waits or failed in its place. */
export function SimPage({ children }: { children: (sim: Sim) => ReactNode }): ReactNode {
  const { id = '' } = useScreenParameters();
  const answer = useAnswer('getSim', { sim_id: Number(id) }, ['sim', 'device']);
  if (answer.value !== null && String(answer.value.sim_id) === id) return children(answer.value);
  if (answer.problem !== null) return <ProblemState problem={answer.problem} onRetry={answer.reload} />;
  return (
    <div className="sim-screen" aria-busy="true">
      <Skeleton width="30%" height="1.75rem" />
      <Skeleton height="220px" />
    </div>
  );
}
