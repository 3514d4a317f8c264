import { useMemo, useRef, useState, type ReactNode, type Ref } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, EmptyState, FilterIcon, Popover, SearchField, type TableKeys } from '../../../ui/index.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { ProblemState } from '../../shared/ProblemView.tsx';
import { useSession } from '../../shared/services/session.ts';
import { useStore } from '../../shared/services/store.ts';
import { StateFilter } from '../list/StateFilter.tsx';
import { WaitingUnits } from '../list/WaitingUnits.tsx';
import { UnitFilters } from '../list/UnitFilters.tsx';
import { ownersOf } from '../list/unitRows.ts';
import { ROW_STATES } from '../list/unitRows.ts';
import { useUnitRows } from '../list/useUnitRows.ts';
import { TrackersDialog } from '../trackers/TrackersDialog.tsx';
import type { MapFilter } from './useMapFilter.ts';
import { UnitPanelTable } from './UnitPanelTable.tsx';

export interface UnitPanelProps {
  readonly filter: MapFilter;
  readonly selected: readonly number[];
  readonly onSelect: (unitIds: readonly number[]) => void;
  readonly onOpen: (unitId: number) => void;
  readonly searchRef: Ref<HTMLInputElement>;
  /** The panel lies over the map: one press shows a unit there. */
  readonly opensAtOnce?: boolean;
}

/** The units beside the map: search, counts by state, and a dense live list. */
export function UnitPanel({
  filter,
  selected,
  onSelect,
  onOpen,
  searchRef,
  opensAtOnce = false,
}: UnitPanelProps): ReactNode {
  const { t, i18n } = useTranslation();
  const fleet = useFleet();
  const { units, loading, problem } = useStore(fleet.units);
  const { order } = filter;
  const rows = useUnitRows(order, i18n.language);
  const isWaiting = loading && units.length === 0;
  const table = useRef<TableKeys>(null);
  return (
    <section className="unit-panel" aria-label={t('units.list.title')} {...rows.freezeOrder}>
      <div className="unit-panel-tools">
        <SearchField
          ref={searchRef}
          label={t('units.list.search')}
          placeholder={t('common.search')}
          clearLabel={t('common.clearSearch')}
          value={order.search}
          maxLength={100}
          onChange={(search) => filter.set({ search })}
          onDown={() => table.current?.enter()}
          onSubmit={() => table.current?.openFirst()}
        />
        <StateFilter
          chosen={order.states}
          onChange={(states) => filter.set({ state: ROW_STATES.filter((each) => states.has(each)).join(',') })}
        />
        <MoreFilters filter={filter} />
      </div>
      {isWaiting ? (
        <WaitingUnits />
      ) : problem !== null && units.length === 0 ? (
        <ProblemState problem={problem} title={t('units.list.failed')} onRetry={fleet.reconnect} />
      ) : (
        <UnitPanelTable
          keys={table}
          rows={rows}
          order={order}
          onOrder={({ sort, descending }) => filter.sortBy(sort, descending)}
          selected={selected}
          onSelect={onSelect}
          onOpen={onOpen}
          opensAtOnce={opensAtOnce}
          empty={
            units.length === 0 ? (
              <EmptyState title={t('units.list.emptyTitle')}>{t('units.list.emptyLead')}</EmptyState>
            ) : (
              <EmptyState
                title={t('units.list.noMatchTitle')}
                action={<Button onPress={filter.clear}>{t('units.list.clearFilters')}</Button>}>
                {t('units.list.noMatchLead')}
              </EmptyState>
            )
          }
        />
      )}
      <footer className="unit-panel-foot">
        <output>
          {isWaiting ? t('units.list.loading') : t('units.list.shown', { shown: rows.count, count: units.length })}
        </output>
        <ClaimTrackers />
      </footer>
    </section>
  );
}

/** Status, kind, label and allocation, which are seldom filtered by. */
function MoreFilters({ filter }: { filter: MapFilter }): ReactNode {
  const { t } = useTranslation();
  const { units } = useStore(useFleet().units);
  const labels = useMemo(
    () => [...new Set(units.flatMap((unit) => unit.labels))].sort((a, b) => a.localeCompare(b)),
    [units],
  );
  const owners = useMemo(() => ownersOf(units), [units]);
  const { status, kind, label, owner, allocation } = filter.values;
  const count = [status, kind, label, owner, allocation].filter(Boolean).length;
  return (
    <Popover
      label={t('unitForms.list.filters')}
      trigger={
        <Button size="compact" className="map-filters-button" icon={<FilterIcon aria-hidden="true" />}>
          {count === 0 ? t('unitForms.list.filters') : t('unitForms.list.filtersOn', { count })}
        </Button>
      }>
      {() => (
        <div className="map-filters">
          <UnitFilters
            filters={filter.values as Readonly<Record<string, string>>}
            labels={labels}
            owners={owners}
            attention={false}
            onChange={(name, value) => filter.set({ [name]: value })}
          />
        </div>
      )}
    </Popover>
  );
}

/** Opens the list of trackers that report and are no device yet, for those who may add them. */
function ClaimTrackers(): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!can({ resource: 'devices', action: 'a' }) || !can({ resource: 'units', action: 'a' })) return null;
  return (
    <>
      <Button size="compact" variant="quiet" onPress={() => setOpen(true)}>
        {t('units.trackers.title')}
      </Button>
      {isOpen && <TrackersDialog onClose={() => setOpen(false)} />}
    </>
  );
}
