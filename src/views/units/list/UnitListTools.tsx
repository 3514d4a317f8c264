import { useMemo, useState, type ReactNode, type Ref, type RefObject } from 'react';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import {
  Button,
  FilterIcon,
  LinkButton,
  PlusIcon,
  SearchField,
  SensorIcon,
  type TableKeys,
} from '../../../ui/index.ts';
import { ListExport } from '../../shared/list/ListExport.tsx';
import { SavedViews } from '../../shared/list/SavedViews.tsx';
import { ColumnChoice } from '../../shared/list/ServerListParts.tsx';
import { useSession } from '../../shared/services/session.ts';
import { ALL_COLUMNS, SENSOR_COLUMNS, isUnitColumn, type ColumnPlace } from './columns.ts';
import { OWN_SORT } from './listState.ts';
import { ROW_STATES } from './unitRows.ts';
import { StateFilter } from './StateFilter.tsx';
import { ownersOf } from './unitRows.ts';
import { UnitFilters } from './UnitFilters.tsx';
import type { UnitListState } from './useUnitListState.ts';

interface ExportColumn {
  readonly header: string;
  readonly text: (unit: UnitSummary) => string;
}

export interface UnitListToolsProps {
  state: UnitListState;
  units: readonly UnitSummary[];
  /** Rows that pass; null while they are on their way. */
  shown: number | null;
  searchRef: Ref<HTMLInputElement>;
  /** The rows below the search. */
  table: RefObject<TableKeys | null>;
  exportColumns: readonly ExportColumn[];
  /** The rows as they stand, for the export. */
  exportRows: () => readonly UnitSummary[];
  /** Units of the ticked rows. */
  exportTicked: readonly UnitSummary[];
  onTrackers: () => void;
}

/** Search, filters, saved views and columns, and what leads on. */
export function UnitListTools(props: UnitListToolsProps): ReactNode {
  const { t } = useTranslation();
  const { state, units, shown, searchRef, table, onTrackers } = props;
  const { query, order } = state;
  /** On narrow screens what is seldom needed waits behind a button. */
  const [isOpen, setOpen] = useState(false);
  const chosen = Object.entries(query.filters).filter(([name, value]) => name !== 'state' && value !== '').length;
  return (
    <div className="unit-list-tools">
      <SearchField
        ref={searchRef}
        label={t('units.list.search')}
        placeholder={t('units.list.search')}
        clearLabel={t('common.clearSearch')}
        value={query.search}
        maxLength={100}
        onChange={state.search}
        onDown={() => table.current?.enter()}
        onSubmit={() => table.current?.openFirst()}
      />
      <StateFilter
        chosen={order.states}
        onChange={(states) =>
          state.ask({ filters: { ...query.filters, state: ROW_STATES.filter((each) => states.has(each)).join(',') } })
        }
      />
      <output className="unit-list-count">
        {shown === null ? t('units.list.loading') : t('units.list.shown', { shown, count: units.length })}
      </output>
      <CreateButtons onTrackers={onTrackers} />
      <Button
        className="unit-list-opener"
        size="compact"
        icon={<FilterIcon aria-hidden="true" />}
        aria-expanded={isOpen}
        onPress={() => setOpen(!isOpen)}>
        {chosen === 0 ? t('unitForms.list.filters') : t('unitForms.list.filtersOn', { count: chosen })}
      </Button>
      <div className="unit-list-more" data-open={isOpen}>
        <MoreTools {...props} />
      </div>
    </div>
  );
}

/** What adds units, for those who may. */
function CreateButtons({ onTrackers }: Pick<UnitListToolsProps, 'onTrackers'>): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  return (
    <div className="unit-list-ways">
      {can({ resource: 'devices', action: 'a' }) && <Button onPress={onTrackers}>{t('units.trackers.title')}</Button>}
      {can({ resource: 'units', action: 'a' }) && (
        <LinkButton variant="primary" href="/unit-creation" icon={<PlusIcon aria-hidden="true" />}>
          {t('unitForms.list.create')}
        </LinkButton>
      )}
    </div>
  );
}

/** Filters, saved views, columns and export: what is seldom needed. */
function MoreTools({ state, units, shown, exportColumns, exportRows, exportTicked }: UnitListToolsProps): ReactNode {
  const { query } = state;
  const labels = useMemo(
    () => [...new Set(units.flatMap((unit) => unit.labels))].sort((a, b) => a.localeCompare(b)),
    [units],
  );
  const owners = useMemo(() => ownersOf(units), [units]);
  return (
    <>
      <UnitFilters
        filters={query.filters}
        labels={labels}
        owners={owners}
        onChange={(filter, value) => state.ask({ filters: { ...query.filters, [filter]: value } })}
      />
      <SavedViews
        list="units"
        kept={state.kept}
        look={state.look}
        columns={ALL_COLUMNS}
        sort={OWN_SORT}
        view={query.view}
        onShow={state.show}
        onView={(view) => state.ask({ view })}
      />
      <ColumnChoices columns={state.columns} />
      <ListExport<UnitSummary>
        id="units"
        columns={exportColumns}
        rows={async () => {
          const rows = exportRows();
          return { rows, total: rows.length };
        }}
        ticked={exportTicked}
        isDisabled={shown === null || shown === 0}
      />
    </>
  );
}

/** The list's own columns, and those of sensors: types of sensors are many, so only the shown ones can be arranged. */
function ColumnChoices({ columns }: Pick<UnitListState, 'columns'>): ReactNode {
  const { t } = useTranslation();
  const arranged = columns.ordered.slice(1).filter((column) => isUnitColumn(column) || !columns.hidden.has(column.id));
  const named = (places: readonly ColumnPlace[]) => places.map(({ id, labelKey }) => ({ id, header: t(labelKey) }));
  return (
    <>
      <ColumnChoice columns={named(arranged)} hidden={columns.hidden} onChange={columns.hide} onOrder={columns.order} />
      <ColumnChoice
        columns={named(SENSOR_COLUMNS)}
        hidden={columns.hidden}
        onChange={columns.hide}
        label={t('unitForms.list.sensors')}
        icon={<SensorIcon aria-hidden="true" />}
      />
    </>
  );
}
