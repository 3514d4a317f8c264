import type { ReactNode } from 'react';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { StatusChip } from '../../../ui/index.ts';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import type { FleetColumns } from '../../../streams/pipeline/index.ts';
import { MOTION_LOOK } from '../../shared/motionLook.ts';
import { rowState } from './unitRows.ts';

export type UnitColumn = 'name' | 'state' | 'speed' | 'lastSeen' | 'account' | 'device' | 'identifier' | 'kind' | 'position';

/** One cell of a unit's row, for the list and for the panel beside the map. */
export function useUnitCell(fleet: FleetColumns, now: number): (unit: UnitSummary, column: UnitColumn) => ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  return (unit, column) => {
    const slot = fleet.slotOf(unit.unit_id);
    const known = slot >= 0 && fleet.times[slot] > 0;
    switch (column) {
      case 'name':
        return <bdi className="unit-name" title={unit.name}>{unit.name}</bdi>;
      case 'state': {
        const state = rowState(fleet, slot, now);
        return <StatusChip plain {...MOTION_LOOK[state]}>{t(`motion.${state}`)}</StatusChip>;
      }
      case 'speed':
        return known ? <span className="figures">{formats.speed(fleet.speeds[slot])}</span> : null;
      case 'lastSeen':
        return <span className="figures dim">{known ? formats.relative(fleet.times[slot], now) : t('time.never')}</span>;
      case 'account':
        return <bdi>{unit.account_name}</bdi>;
      case 'device':
        return <bdi>{unit.device_model}</bdi>;
      case 'identifier':
        return <bdi dir="ltr" className="figures">{unit.identifiers.join(', ')}</bdi>;
      case 'kind':
        return t(`kind.${unit.kind}`);
      case 'position':
        return known ? <bdi dir="ltr" className="figures dim">{formats.coordinates(fleet.latitudes[slot], fleet.longitudes[slot])}</bdi> : null;
    }
  };
}
