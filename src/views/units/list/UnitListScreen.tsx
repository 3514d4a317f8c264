import { useCallback, useMemo, useRef, useState, type ReactNode, type Ref } from 'react';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, EmptyState, Link, VirtualTable, type TableColumn, type TableKeys } from '../../../ui/index.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { usePreferences } from '../../shared/services/preferences.ts';
import { ProblemState } from '../../shared/ProblemView.tsx';
import { useSensorText, useUnitReadings, type ReadingsByUnit } from '../../shared/sensors/index.ts';
import { useSession } from '../../shared/services/session.ts';
import { useShortcuts } from '../../shared/shortcuts.tsx';
import { useStore } from '../../shared/services/store.ts';
import { useNotify } from '../../shared/services/toasts.ts';
import { useScreenPath } from '../../shared/address/useScreenPath.ts';
import { TrackersDialog } from '../trackers/TrackersDialog.tsx';
import { useLater } from '../../shared/time/useLater.ts';
import '../../shared/list/serverList.css';
import '../units.css';
import { useUnitCell, useUnitText } from './cells.tsx';
import { isUnitColumn, type ColumnPlace, type ListColumnId } from './columns.ts';
import './list.css';
import { UnitBulk } from './UnitBulk.tsx';
import { UnitListTools } from './UnitListTools.tsx';
import { isOnMap } from './unitRows.ts';
import { attentionOf } from './listState.ts';
import { useAddedColumn } from './useAddedColumn.ts';
import { useAttentionUnits } from './useAttentionUnits.ts';
import { useUnitListState } from './useUnitListState.ts';
import { WaitingUnits } from './WaitingUnits.tsx';
import { useUnitRows, type UnitRows } from './useUnitRows.ts';

/** Every unit of the account as a table: sortable, searchable, live. */
export default function UnitListScreen(): ReactNode {
  const { t, i18n } = useTranslation();
  const fleet = useFleet();
  const { can } = useSession();
  const { units, loading, problem } = useStore(fleet.units);
  const state = useUnitListState();
  const attention = useAttentionUnits(attentionOf(state.query));
  const isWaiting = (loading && units.length === 0) || attention.isWaiting;
  const failed = attention.problem ?? (units.length === 0 ? problem : null);
  const [trackers, setTrackers] = useState(false);
  const [ticked, setTicked] = useState<ReadonlySet<string | number>>(new Set());
  const search = useRef<HTMLInputElement>(null);
  const table = useRef<TableKeys>(null);
  const screen = useRef<HTMLDivElement>(null);
  useAddedColumn(screen, state.columns.shown);
  const order = useMemo(() => ({ ...state.order, among: attention.among }), [state.order, attention.among]);
  const rows = useUnitRows(order, i18n.language);
  const chosen = ticked.size === 0 ? [] : listed(rows).filter(({ unit_id }) => ticked.has(unit_id));
  const mayClaim = can({ resource: 'devices', action: 'a' }) && can({ resource: 'units', action: 'a' });
  useShortcuts('shortcuts.list', [{ keys: ['/'], labelKey: 'shortcuts.search', run: () => search.current?.focus() }]);
  const text = useUnitText(fleet.fleet);
  // Values of sensors are read for the rows in sight alone: the export is of the whole list.
  const exported = state.columns.shown.filter(isUnitColumn);
  return (
    <div ref={screen} className="unit-list-screen" {...rows.freezeOrder}>
      <h1 className="visually-hidden">{t('menu.units')}</h1>
      <UnitListTools
        state={state}
        units={units}
        shown={isWaiting ? null : rows.count}
        searchRef={search}
        table={table}
        onTrackers={() => setTrackers(true)}
        exportRows={() => listed(rows)}
        exportTicked={chosen}
        exportColumns={exported.map(({ id, labelKey }) => ({
          header: t(labelKey),
          text: (unit) => text(unit, id, rows.now),
        }))}
      />
      {isWaiting ? (
        <WaitingUnits />
      ) : failed !== null ? (
        <ProblemState problem={failed} title={t('units.list.failed')} onRetry={fleet.reconnect} />
      ) : (
        <UnitTable
          keys={table}
          rows={rows}
          chosen={chosen}
          ticked={ticked}
          onTick={setTicked}
          columns={state.columns.shown}
          sort={{ column: state.order.sort, descending: state.order.descending }}
          onSort={({ column, descending }) => state.ask({ sort: `${descending ? '-' : ''}${column}` })}
          empty={
            state.isFiltered ? (
              <EmptyState
                title={t('units.list.noMatchTitle')}
                action={
                  <Button onPress={() => state.ask({ search: '', filters: {} })}>{t('units.list.clearFilters')}</Button>
                }>
                {t('units.list.noMatchLead')}
              </EmptyState>
            ) : (
              <EmptyState
                title={t('units.list.emptyTitle')}
                action={mayClaim && <Button onPress={() => setTrackers(true)}>{t('units.list.emptyAction')}</Button>}>
                {t('units.list.emptyLead')}
              </EmptyState>
            )
          }
        />
      )}
      {trackers && <TrackersDialog onClose={() => setTrackers(false)} />}
    </div>
  );
}

/** The units of the rows, in their order. */
const listed = (rows: UnitRows): UnitSummary[] => Array.from({ length: rows.count }, (_, row) => rows.unit(row));

interface UnitTableProps {
  keys: Ref<TableKeys>;
  rows: UnitRows;
  /** Units of the ticked rows. */
  chosen: readonly UnitSummary[];
  ticked: ReadonlySet<string | number>;
  onTick: (ticked: ReadonlySet<string | number>) => void;
  columns: readonly ColumnPlace[];
  sort: { column: ListColumnId; descending: boolean };
  onSort: (sort: { column: ListColumnId; descending: boolean }) => void;
  empty: ReactNode;
}

/** The rows, their ticks and the values of sensors in sight. */
function UnitTable({ keys, rows, chosen, ticked, onTick, columns, sort, onSort, empty }: UnitTableProps): ReactNode {
  const { t } = useTranslation();
  const { fleet } = useFleet();
  const { preferences } = usePreferences();
  const { go } = useScreenPath();
  const notify = useNotify();
  const [sight, setSight] = useState({ first: 0, last: -1 });
  const onVisible = useCallback((first: number, last: number) => setSight({ first, last }), []);
  const hasSensors = columns.some(({ sensor }) => sensor !== null);
  const readings = useUnitReadings(useInSight(rows, hasSensors ? sight : null));
  const cell = useListCell(rows.now, readings);
  const show = (): void => {
    const placed = chosen.filter(({ unit_id }) => isOnMap(fleet, fleet.slotOf(unit_id)));
    if (placed.length > 0) go('/units/map', { units: placed.map(({ unit_id }) => unit_id).join(',') });
    else if (chosen.length > 0) notify.info(t('units.detail.noPosition', { unit: chosen[0].name }));
  };
  const shown = useMemo<TableColumn<ListColumnId>[]>(
    () =>
      columns.map(({ id, labelKey, width, align, sortable }) => ({ id, header: t(labelKey), width, align, sortable })),
    [columns, t],
  );
  return (
    <>
      {chosen.length > 0 && <UnitBulk units={chosen} onShow={show} onClear={() => onTick(new Set())} />}
      <VirtualTable<ListColumnId>
        keys={keys}
        label={t('units.list.label')}
        columns={shown}
        rowCount={rows.count}
        density={preferences.density}
        rowKey={(row) => rows.unit(row).unit_id}
        renderCell={(row, column) => cell(rows.unit(row), column)}
        sort={sort}
        onSort={onSort}
        selectedKey={null}
        resizeLabel={t('common.resize')}
        onVisible={onVisible}
        empty={empty}
        ticks={{
          keys: ticked,
          onChange: onTick,
          allLabel: t('unitForms.list.tickAll'),
          label: (row) => t('list.select', { name: rows.unit(row).name }),
        }}
        onSelect={(key) => onTick(new Set([key]))}
        onOpen={(key) => go(`/unit/${key}/view`)}
      />
    </>
  );
}

/** One cell of the list: of the unit, or of its first sensor of the column's type. */
function useListCell(now: number, readings: ReadingsByUnit): (unit: UnitSummary, column: ListColumnId) => ReactNode {
  const { fleet } = useFleet();
  const cell = useUnitCell(fleet, now);
  const text = useSensorText();
  return (unit, column) => {
    if (column === 'name')
      return (
        <Link className="unit-name-link" href={`/unit/${unit.unit_id}/view`}>
          <bdi title={unit.name}>{unit.name}</bdi>
        </Link>
      );
    if (!isSensorColumn(column)) return cell(unit, column);
    const reading = readings.get(unit.unit_id);
    const sensor = reading?.sensors.find(({ type }) => `sensor:${type}` === column);
    return sensor === undefined || reading === undefined ? null : (
      <bdi className="figures" title={sensor.name}>
        {text.value(sensor, reading.valueOf(sensor.sensor_id))}
      </bdi>
    );
  };
}

const isSensorColumn = (column: ListColumnId): column is Extract<ListColumnId, `sensor:${string}`> =>
  column.startsWith('sensor:');

/** Ids of the units in sight once the scrolling rests; none without `sight`. */
function useInSight(rows: UnitRows, sight: { first: number; last: number } | null): readonly number[] {
  const ids: number[] = [];
  if (sight !== null)
    for (let row = sight.first; row <= Math.min(sight.last, rows.count - 1); row++) ids.push(rows.unit(row).unit_id);
  const rested = useLater(ids.join(','));
  return useMemo(() => (rested === '' ? [] : rested.split(',').map(Number)), [rested]);
}
