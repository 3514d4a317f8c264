import type { ReactNode } from 'react';
import type { Sim } from '../../domain/sim/index.ts';
import { AnswerScreen } from '../shared/AnswerView.tsx';
import { useAnswer } from '../shared/services/calls.ts';
import { GoneNotice } from '../shared/gone/GoneNotice.tsx';
import { useScreenParameters } from '../shared/address/screen.ts';
import type { ScreenName } from '../shared/address/screenName.ts';
import './sims.css';

/** A card where a screen is not its own page. */
export const simAbove = ({ sim_id: id, sim_number: name }: Sim): ScreenName => ({ name, page: `/sim/${id}/view` });

export interface SimPageProps {
  /** What breadcrumbs and document title call it: its number, as on its own page, unless they are told otherwise. */
  readonly named?: (sim: Sim) => ScreenName;
  readonly children: (sim: Sim) => ReactNode;
}

/** Reads the card of the address, and shows what waits or failed in its place. */
export function SimPage({ named = ({ sim_number: name }) => ({ name }), children }: SimPageProps): ReactNode {
  const { id = '' } = useScreenParameters();
  const answer = useAnswer('getSim', { sim_id: Number(id) }, ['sim', 'device']);
  return (
    <AnswerScreen
      answer={answer}
      isAsked={(sim) => String(sim.sim_id) === id}
      gone={(sim) => <GoneSim sim={sim} />}
      named={named}
      className="sim-screen"
      blocks={[220]}>
      {children}
    </AnswerScreen>
  );
}

/** In the place of a card that was deleted. */
export function GoneSim({ sim }: { sim: Sim }): ReactNode {
  return <GoneNotice name={sim.sim_number} thing={{ account_id: sim.account_id, allocated_to: null }} list="sims" />;
}
