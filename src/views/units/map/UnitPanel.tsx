import { memo, useCallback, useRef, useState, type ReactNode, type Ref } from 'react';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import {
  Button,
  Checkbox,
  EmptyState,
  SearchField,
  StatusChip,
  VirtualTable,
  type RowPress,
  type TableColumn,
  type TableKeys,
} from '../../../ui/index.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { MOTION_LOOK } from '../../shared/unit/motionLook.ts';
import { ProblemState } from '../../shared/ProblemView.tsx';
import { useSession } from '../../shared/services/session.ts';
import { useStore } from '../../shared/services/store.ts';
import { useStateWord, useUnitCell, type UnitColumn } from '../list/cells.tsx';
import { StateFilter } from '../list/StateFilter.tsx';
import { WaitingUnits } from '../list/WaitingUnits.tsx';
import { DEFAULT_ORDER, rowState, type RowOrder, type RowState } from '../list/unitRows.ts';
import { useUnitRows } from '../list/useUnitRows.ts';
import { TrackersDialog } from '../trackers/TrackersDialog.tsx';
import { picked, rangeOf } from './selection.ts';

type PanelColumn = 'tick' | Extract<UnitColumn, 'name' | 'state'>;

const SORTED = ['name', 'state'] as const;

export interface UnitPanelProps {
  readonly selected: readonly number[];
  readonly onSelect: (unitIds: readonly number[]) => void;
  readonly onOpen: (unitId: number) => void;
  readonly searchRef: Ref<HTMLInputElement>;
  /** The panel lies over the map: one press shows a unit there. */
  readonly opensAtOnce?: boolean;
}

/** The units beside the map: search, counts by state, and a dense live list. */
export function UnitPanel({ selected, onSelect, onOpen, searchRef, opensAtOnce = false }: UnitPanelProps): ReactNode {
  const { t, i18n } = useTranslation();
  const fleet = useFleet();
  const { can } = useSession();
  const { units, loading, problem } = useStore(fleet.units);
  const isWaiting = loading && units.length === 0;
  const [order, setOrder] = useState<RowOrder>(DEFAULT_ORDER);
  const [trackers, setTrackers] = useState(false);
  const rows = useUnitRows(order, i18n.language);
  const cell = useUnitCell(fleet.fleet, rows.now);
  const stateWord = useStateWord();
  const mayClaim = can({ resource: 'devices', action: 'a' }) && can({ resource: 'units', action: 'a' });
  const anchor = useRef<number | null>(null);
  const table = useRef<TableKeys>(null);
  const press = (unitId: number, row: number, { additive, range }: RowPress): void => {
    const from = range && anchor.current !== null ? rows.rowOf(anchor.current) : -1;
    if (from < 0) anchor.current = unitId;
    if (from >= 0)
      onSelect([
        ...new Set([...rangeOf(from, row).map((each) => rows.unit(each).unit_id), ...(additive ? selected : [])]),
      ]);
    else onSelect(picked(selected, unitId, additive || range));
  };
  const tick = useCallback(
    (unitId: number) => {
      anchor.current = unitId;
      onSelect(picked(selected, unitId, true));
    },
    [selected, onSelect],
  );
  const doing = (unit: UnitSummary): ReactNode => {
    const slot = fleet.fleet.slotOf(unit.unit_id);
    const state = rowState(fleet.fleet, slot, rows.now);
    return (
      <UnitDoing
        state={state}
        word={stateWord(unit, state)}
        speed={state === 'moving' ? fleet.fleet.speeds[slot] : 0}
      />
    );
  };
  const chosen = new Set<string | number>(selected);
  const columns: TableColumn<PanelColumn>[] = [
    { id: 'tick', header: '', width: 34, minimumWidth: 34 },
    { id: 'name', header: t('units.list.name'), width: 200, minimumWidth: 80, sortable: true },
    { id: 'state', header: t('units.list.state'), width: 104, sortable: true },
  ];
  return (
    <section className="unit-panel" aria-label={t('units.list.title')} {...rows.hold}>
      <div className="unit-panel-tools">
        <SearchField
          ref={searchRef}
          label={t('units.list.search')}
          placeholder={t('common.search')}
          clearLabel={t('common.clearSearch')}
          value={order.search}
          maxLength={100}
          onChange={(search) => setOrder({ ...order, search })}
          onDown={() => table.current?.enter()}
          onSubmit={() => table.current?.openFirst()}
        />
        <StateFilter chosen={order.states} onChange={(states) => setOrder({ ...order, states })} />
      </div>
      {isWaiting ? (
        <WaitingUnits />
      ) : problem !== null && units.length === 0 ? (
        <ProblemState problem={problem} title={t('units.list.failed')} onRetry={fleet.reconnect} />
      ) : (
        <VirtualTable<PanelColumn>
          keys={table}
          label={t('units.list.label')}
          columns={columns}
          rowCount={rows.count}
          density="compact"
          rowKey={(row) => rows.unit(row).unit_id}
          renderCell={(row, column) =>
            column === 'tick' ? (
              <UnitTick
                unitId={rows.unit(row).unit_id}
                name={rows.unit(row).name}
                ticked={chosen.has(rows.unit(row).unit_id)}
                onTick={tick}
              />
            ) : column === 'state' ? (
              doing(rows.unit(row))
            ) : (
              cell(rows.unit(row), column)
            )
          }
          sort={{ column: SORTED.find((each) => each === order.sort) ?? 'name', descending: order.descending }}
          onSort={({ column, descending }) =>
            setOrder({ ...order, sort: column === 'tick' ? 'name' : column, descending })
          }
          selectedKey={selected[0] ?? null}
          chosenKeys={chosen}
          onSelect={(key, row, how) =>
            opensAtOnce && !how.additive && !how.range ? onOpen(Number(key)) : press(Number(key), row, how)
          }
          onOpen={(key) => onOpen(Number(key))}
          resizeLabel={t('common.resize')}
          empty={
            units.length === 0 ? (
              <EmptyState title={t('units.list.emptyTitle')}>{t('units.list.emptyLead')}</EmptyState>
            ) : (
              <EmptyState title={t('units.list.noMatchTitle')}>{t('units.list.noMatchLead')}</EmptyState>
            )
          }
        />
      )}
      <footer className="unit-panel-foot">
        <output>
          {isWaiting ? t('units.list.loading') : t('units.list.shown', { shown: rows.count, count: units.length })}
        </output>
        {mayClaim && (
          <Button size="compact" variant="quiet" onPress={() => setTrackers(true)}>
            {t('units.trackers.title')}
          </Button>
        )}
      </footer>
      {trackers && <TrackersDialog onClose={() => setTrackers(false)} />}
    </section>
  );
}

/** What a unit does, in the width of a word: how fast (km/h) where it moves, else its state. Rendered anew when that changed, as many are in sight. */
const UnitDoing = memo(function UnitDoing({
  state,
  word,
  speed,
}: {
  state: RowState;
  word: string;
  speed: number;
}): ReactNode {
  const formats = useFormats();
  return (
    <StatusChip plain {...MOTION_LOOK[state]}>
      {state === 'moving' ? (
        <>
          <span className="visually-hidden">{word} </span>
          <span className="figures" title={word}>
            {formats.speed(speed)}
          </span>
        </>
      ) : (
        word
      )}
    </StatusChip>
  );
});

const UnitTick = memo(function UnitTick({
  unitId,
  name,
  ticked,
  onTick,
}: {
  unitId: number;
  name: string;
  ticked: boolean;
  onTick: (unitId: number) => void;
}): ReactNode {
  const { t } = useTranslation();
  return (
    <Checkbox className="unit-tick" selected={ticked} onChange={() => onTick(unitId)}>
      <span className="visually-hidden">{t('unitModes.selection.select', { unit: name })}</span>
    </Checkbox>
  );
});
