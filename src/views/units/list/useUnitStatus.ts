import { nextUnitStatuses, type UnitStatus, type UnitSummary } from '../../../domain/unit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useCalls } from '../../shared/calls.ts';
import { statusWay } from '../../shared/statusWays.ts';
import { useNotify } from '../../shared/toasts.ts';
import { useBulkAct } from '../../shared/useBulkAct.ts';

type StatusOf = Pick<UnitSummary, 'unit_id' | 'status'>;

/** Gives units another status and offers to take it back, by allowed steps. */
export function useUnitStatus() {
  const { t } = useTranslation();
  const { call } = useCalls();
  const notify = useNotify();
  const act = useBulkAct();
  const restore = async (units: readonly StatusOf[], given: UnitStatus): Promise<void> => {
    for (const before of new Set(units.map(({ status }) => status))) {
      const ids = units.filter(({ status }) => status === before).map(({ unit_id }) => unit_id);
      for (const status of statusWay(given, before, nextUnitStatuses)) {
        const answer = await call('updateUnitStatus', { unit_ids: ids, status });
        if (!answer.ok) return notify.failed(answer.error);
      }
    }
    notify.done(t('unitForms.status.restored', { count: units.length }));
  };
  return {
    busy: act.busy,
    problem: act.problem,
    /** True when at least one has it now. */
    async give(units: readonly StatusOf[], status: UnitStatus): Promise<boolean> {
      const changed = units.filter((unit) => unit.status !== status);
      const done = await act.run(
        'updateUnitStatus', { unit_ids: changed.map(({ unit_id }) => unit_id), status },
        (count) => t('unitForms.status.given', { count, status: t(`unitStatus.${status}`) }),
        (ids) => void restore(changed.filter(({ unit_id }) => ids.includes(unit_id)), status),
      );
      return done !== null && done.length > 0;
    },
  };
}
