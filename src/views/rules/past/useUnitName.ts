import { useTranslation } from '../../../i18n/index.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useStore } from '../../shared/services/store.ts';

/** Names of units by their ids. */
export function useUnitName(): (unitId: number) => string {
  const { t } = useTranslation();
  const { byId } = useStore(useFleet().units);
  return (unitId) => byId.get(unitId)?.name ?? t('rules.unitGone', { id: unitId });
}
