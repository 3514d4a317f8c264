import type { ReactNode } from 'react';
import type { Sim, SimStatus } from '../../domain/sim/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Link, StatusChip, type StatusShape, type StatusTone } from '../../ui/index.ts';
import { useMayIn } from '../shared/services/mayIn.ts';

const LOOK: Readonly<Record<SimStatus, { readonly shape: StatusShape; readonly tone: StatusTone }>> = {
  active: { shape: 'disc', tone: 'normal' },
  inactive: { shape: 'hollow', tone: 'off' },
  blocked: { shape: 'crossed', tone: 'critical' },
};

/** Shape, hue and word of a card's status. */
export function SimStatusChip({ status, plain = true }: { status: SimStatus; plain?: boolean }): ReactNode {
  const { t } = useTranslation();
  return (
    <StatusChip {...LOOK[status]} plain={plain}>
      {t(`sims.statuses.${status}`)}
    </StatusChip>
  );
}

/** The device that a card sits in, as a way to it where one may look. */
export function DeviceOfSim({
  sim,
}: {
  sim: Pick<Sim, 'account_id' | 'device_id' | 'device_name' | 'slot'>;
}): ReactNode {
  const { t } = useTranslation();
  const mayIn = useMayIn();
  if (sim.device_id === null) return <span className="dim">{t('sims.uses.free')}</span>;
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
