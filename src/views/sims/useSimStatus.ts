import { SIM_STATUSES, type Sim, type SimStatus } from '../../domain/sim/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { useStatusAct } from '../shared/unit/useStatusAct.ts';

/** A card may be given every other status. */
const otherStatuses = (status: SimStatus): readonly SimStatus[] => SIM_STATUSES.filter((other) => other !== status);

/** Gives SIM cards another status and offers to take it back. */
export function useSimStatus() {
  const { t } = useTranslation();
  const { give, ...rest } = useStatusAct<'updateSimStatus', SimStatus>({
    method: 'updateSimStatus',
    next: otherStatuses,
    dataOf: (ids, status) => ({ sim_ids: [...ids], status }),
    given: (count, status) => t('sims.statusGiven', { count, status: t(`sims.statuses.${status}`) }),
    restored: (count) => t('sims.statusRestored', { count }),
  });
  return {
    ...rest,
    give: (sims: readonly Sim[], status: SimStatus) =>
      give(
        sims.map((sim) => ({ id: sim.sim_id, name: sim.sim_number, status: sim.status })),
        status,
      ),
  };
}
