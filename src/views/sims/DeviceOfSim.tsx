import type { ReactNode } from 'react';
import type { Sim, sims } from '../../domain/sim/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Link } from '../../ui/index.ts';
import type { Cells } from '../shared/entity/index.ts';
import { useMayIn } from '../shared/services/mayIn.ts';

/** The device that a card sits in, as a link to it where one may look. */
export function DeviceOfSim({
  sim,
}: {
  sim: Pick<Sim, 'account_id' | 'device_id' | 'device_name' | 'slot'>;
}): ReactNode {
  const { t } = useTranslation();
  const mayIn = useMayIn();
  if (sim.device_id === null) return <span className="dim">{t('sims.filters.use.free')}</span>;
  return (
    <span>
      {mayIn(sim, { resource: 'devices', action: 'r' }) ? (
        <Link href={`/device/${sim.device_id}`}>
          <bdi>{sim.device_name}</bdi>
        </Link>
      ) : (
        <bdi>{sim.device_name}</bdi>
      )}
      {sim.slot !== null && <span className="dim"> · {t('sims.slot', { number: sim.slot })}</span>}
    </span>
  );
}

export const SIM_CELLS: Cells<typeof sims> = { device_name: (sim) => <DeviceOfSim sim={sim} /> };

/** Said before cards are deleted: a device that names the number keeps it. */
export function UsedSims({ rows }: { rows: readonly Sim[] }): ReactNode {
  const { t } = useTranslation();
  const used = rows.filter(({ device_id }) => device_id !== null).length;
  return used > 0 && <p>{t('sims.deleteUsed', { count: used })}</p>;
}
