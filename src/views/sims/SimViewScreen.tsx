import type { ReactNode } from 'react';
import { sims } from '../../domain/sim/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { LinkButton } from '../../ui/index.ts';
import { EntityPage } from '../shared/entity/index.ts';
import { SIM_CELLS, UsedSims } from './DeviceOfSim.tsx';

/** One SIM card: what is printed on it and where it sits. */
export default function SimViewScreen(): ReactNode {
  const { t } = useTranslation();
  return (
    <EntityPage
      entity={sims}
      cells={SIM_CELLS}
      tools={(sim) => <LinkButton href={`/sim-info/${sim.sim_id}`}>{t('sims.connection')}</LinkButton>}
      deletion={(rows) => <UsedSims rows={rows} />}
    />
  );
}
