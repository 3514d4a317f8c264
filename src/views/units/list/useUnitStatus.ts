import { nextUnitStatuses, type UnitStatus, type UnitSummary } from '../../../domain/unit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useStatusAct } from '../../shared/unit/useStatusAct.ts';

/** Gives units another status and offers to take it back, by allowed steps. */
export function useUnitStatus() {
  const { t } = useTranslation();
  const { give, ...rest } = useStatusAct<'updateUnitStatus', UnitStatus>({
    method: 'updateUnitStatus',
    next: nextUnitStatuses,
    dataOf: (ids, status) => ({ unit_ids: [...ids], status }),
    given: (count, status) => t('unitForms.status.given', { count, status: t(`unitStatus.${status}`) }),
    restored: (count) => t('unitForms.status.restored', { count }),
  });
  return {
    ...rest,
    /** True when at least one has it now. */
    give: (units: readonly Pick<UnitSummary, 'unit_id' | 'name' | 'status'>[], status: UnitStatus) =>
      give(
        units.map((unit) => ({ id: unit.unit_id, name: unit.name, status: unit.status })),
        status,
      ),
  };
}
