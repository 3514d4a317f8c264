import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { CloseIcon, IconButton, NativeSelect } from '../../../ui/index.ts';
import type { MapFilter } from './useMapFilter.ts';

/** How many units the filter leaves, what becomes of the others on the map, and the way back to all. */
export function FilterNote({ filter }: { filter: MapFilter }): ReactNode {
  const { t } = useTranslation();
  if (filter.unitIds === null) return null;
  const shown = filter.unitIds.length;
  return (
    <div className="filter-note">
      <output>
        {t('units.filter.shown', { shown, count: filter.total })}{' '}
        <span className="dim">
          {t(filter.dims ? 'units.filter.dimmedCount' : 'units.filter.hiddenCount', { count: filter.total - shown })}
        </span>
      </output>
      <NativeSelect
        className="timeline-select"
        label={t('units.filter.others')}
        value={filter.dims ? 'dimmed' : 'hidden'}
        options={[
          { value: 'hidden', label: t('units.filter.hide') },
          { value: 'dimmed', label: t('units.filter.dim') },
        ]}
        onChange={(choice) => filter.setDims(choice === 'dimmed')}
      />
      <IconButton
        size="compact"
        label={t('units.list.clearFilters')}
        icon={<CloseIcon aria-hidden="true" />}
        onPress={filter.clear}
      />
    </div>
  );
}
