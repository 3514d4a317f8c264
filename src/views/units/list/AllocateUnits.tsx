import type { ReactNode } from 'react';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { AllocateMany } from '../../shared/allocation/AllocateMany.tsx';

export interface AllocateUnitsProps {
  units: readonly Pick<UnitSummary, 'unit_id' | 'name'>[];
  onDone: () => void;
  onClose: () => void;
}

/** Gives units with all their devices to an account below. */
export function AllocateUnits({ units, onDone, onClose }: AllocateUnitsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <AllocateMany
      title={
        units.length === 1
          ? t('unitForms.allocation.title', { name: units[0].name })
          : t('unitForms.allocation.manyTitle', { count: units.length })
      }
      lead={t('unitForms.allocation.manyLead')}
      things={units.map(({ unit_id, name }) => ({ id: unit_id, name }))}
      onDone={onDone}
      onClose={onClose}
      allocate={(act, form, unit_ids, given) =>
        act.run(
          'allocateUnits',
          { ...form, unit_ids: [...unit_ids] },
          (count) => t('unitForms.allocation.manyDone', { count, ...given }),
          { names: new Map(units.map(({ unit_id: id, name }) => [id, name])) },
        )
      }
    />
  );
}
