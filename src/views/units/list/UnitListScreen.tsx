import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, EmptyState, MapIcon, SearchField, Skeleton, VirtualTable, type TableColumn, type TableSort } from '../../../ui/index.ts';
import { useFleet } from '../../shared/fleet.ts';
import { usePreferences } from '../../shared/preferences.ts';
import { ProblemState } from '../../shared/ProblemView.tsx';
import { useSession } from '../../shared/session.ts';
import { useShortcuts } from '../../shared/shortcuts.tsx';
import { useStore } from '../../shared/store.ts';
import { useScreenPath } from '../../shared/useScreenPath.ts';
import { TrackersDialog } from '../trackers/TrackersDialog.tsx';
import '../units.css';
import { useUnitCell, type UnitColumn } from './cells.tsx';
import { StateFilter } from './StateFilter.tsx';
import { DEFAULT_ORDER, SORT_KEYS, type RowOrder, type SortKey } from './unitRows.ts';
import { useUnitRows } from './useUnitRows.ts';

const WIDTHS: Record<UnitColumn, number> = { name: 200, state: 130, speed: 90, lastSeen: 170, account: 180, device: 130, identifier: 160, kind: 100, position: 180 };
const COLUMNS: readonly UnitColumn[] = ['name', 'state', 'speed', 'lastSeen', 'account', 'kind', 'device', 'identifier', 'position'];

/** Every unit of the account as a table: sortable, searchable, live. */
export default function UnitListScreen(): ReactNode {
  const { t, i18n } = useTranslation();
  const fleet = useFleet();
  const { go } = useScreenPath();
  const { can } = useSession();
  const { preferences } = usePreferences();
  const { units, loading, problem } = useStore(fleet.units);
  const [order, setOrder] = useState<RowOrder>(DEFAULT_ORDER);
  const [selected, setSelected] = useState<number | null>(null);
  const [trackers, setTrackers] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const rows = useUnitRows(order, i18n.language);
  const cell = useUnitCell(fleet.fleet, rows.now);
  const mayClaim = can({ resource: 'devices', action: 'a' });
  useShortcuts('shortcuts.list', [{ keys: ['/'], labelKey: 'shortcuts.search', run: () => search.current?.focus() }]);

  const columns: TableColumn<UnitColumn>[] = COLUMNS.map((id) => ({
    id, header: t(`units.list.${id}`), width: WIDTHS[id], align: id === 'speed' ? 'end' : 'start', sortable: (SORT_KEYS as readonly string[]).includes(id),
  }));
  const sort: TableSort<UnitColumn> = { column: order.sort, descending: order.descending };
  const show = (key: string | number): void => go('/units/map', { units: String(key) });
  const isFiltered = order.search !== '' || order.states.size > 0;
  return (
    <div className="unit-list-screen" {...rows.hold}>
      <div className="unit-list-tools">
        <SearchField
          ref={search} label={t('units.list.search')} placeholder={t('units.list.search')} clearLabel={t('common.clearSearch')}
          value={order.search} maxLength={100} onChange={(text) => setOrder({ ...order, search: text })}
        />
        <StateFilter chosen={order.states} onChange={(states) => setOrder({ ...order, states })} />
        <output className="unit-list-count">{t('units.list.shown', { shown: rows.count, count: units.length })}</output>
        {mayClaim && <Button onPress={() => setTrackers(true)}>{t('units.trackers.title')}</Button>}
        <Button icon={<MapIcon />} isDisabled={selected === null} onPress={() => selected !== null && show(selected)}>{t('units.list.showOnMap')}</Button>
      </div>
      {loading && units.length === 0 ? (
        <div className="unit-list-waiting" aria-busy="true"><Skeleton /><Skeleton /><Skeleton /></div>
      ) : problem !== null && units.length === 0 ? (
        <ProblemState problem={problem} title={t('units.list.failed')} onRetry={fleet.reconnect} />
      ) : (
        <VirtualTable<UnitColumn>
          label={t('units.list.label')} columns={columns} rowCount={rows.count} density={preferences.density}
          rowKey={(row) => rows.unit(row).unit_id} renderCell={(row, column) => cell(rows.unit(row), column)}
          sort={sort} onSort={({ column, descending }) => setOrder({ ...order, sort: column as SortKey, descending })}
          selectedKey={selected} onSelect={(key) => setSelected(Number(key))} onOpen={show} resizeLabel={t('common.resize')}
          empty={isFiltered ? (
            <EmptyState title={t('units.list.noMatchTitle')} action={<Button onPress={() => setOrder({ ...order, search: '', states: new Set() })}>{t('units.list.clearFilters')}</Button>}>{t('units.list.noMatchLead')}</EmptyState>
          ) : (
            <EmptyState title={t('units.list.emptyTitle')} action={mayClaim && <Button onPress={() => setTrackers(true)}>{t('units.list.emptyAction')}</Button>}>{t('units.list.emptyLead')}</EmptyState>
          )}
        />
      )}
      {trackers && <TrackersDialog onClose={() => setTrackers(false)} />}
    </div>
  );
}
