import type { ReactNode } from 'react';
import { sims } from '../../domain/sim/index.ts';
import { EntityList } from '../shared/entity/index.ts';
import { SIM_CELLS, UsedSims } from './DeviceOfSim.tsx';

/** SIM cards of the account. */
export default function SimListScreen(): ReactNode {
  return <EntityList entity={sims} cells={SIM_CELLS} deletion={(rows) => <UsedSims rows={rows} />} />;
}
