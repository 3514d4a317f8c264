import { memo, useCallback, useRef, type ReactNode, type Ref } from 'react';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import {
  Checkbox,
  StatusChip,
  VirtualTable,
  type RowPress,
  type TableColumn,
  type TableKeys,
} from '../../../ui/index.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { MOTION_LOOK } from '../../shared/unit/motionLook.ts';
import { useStateWord, useUnitCell, type UnitColumn } from '../list/cells.tsx';
import { rowState, type RowOrder, type RowState } from '../list/unitRows.ts';
import type { UnitRows } from '../list/useUnitRows.ts';
import { picked, rangeOf } from './selection.ts';

type PanelColumn = 'tick' | Extract<UnitColumn, 'name' | 'state'>;

const SORTED = ['name', 'state'] as const;

export interface UnitPanelTableProps {
  readonly rows: UnitRows;
  readonly order: RowOrder;
  readonly onOrder: (order: RowOrder) => void;
  readonly selected: readonly number[];
  readonly onSelect: (unitIds: readonly number[]) => void;
  readonly onOpen: (unitId: number) => void;
  /** One press opens a unit instead of selecting it. */
  readonly opensAtOnce: boolean;
  readonly empty: ReactNode;
  /** For the search above. */
  readonly keys: Ref<TableKeys>;
}

/** The units in dense rows: a tick box, the name, and what the unit does. */
export function UnitPanelTable(props: UnitPanelTableProps): ReactNode {
  const { t } = useTranslation();
  const { rows, order, onOrder, selected, onSelect, onOpen, opensAtOnce, empty } = props;
  const { fleet } = useFleet();
  const cell = useUnitCell(fleet, rows.now);
  const stateWord = useStateWord();
  const { press, tick } = useUnitSelection(rows, selected, onSelect);
  const chosen = new Set<string | number>(selected);
  const columns: TableColumn<PanelColumn>[] = [
    { id: 'tick', header: '', label: t('unitModes.selection.label'), width: 34, minimumWidth: 34 },
    { id: 'name', header: t('units.list.name'), width: 164, minimumWidth: 80, sortable: true },
    { id: 'state', header: t('units.list.state'), width: 140, sortable: true },
  ];
  const renderCell = (row: number, column: PanelColumn): ReactNode => {
    const unit = rows.unit(row);
    if (column === 'tick')
      return <UnitTick unitId={unit.unit_id} name={unit.name} ticked={chosen.has(unit.unit_id)} onTick={tick} />;
    if (column !== 'state') return cell(unit, column);
    const slot = fleet.slotOf(unit.unit_id);
    const state = rowState(fleet, slot, rows.now);
    const speed = state === 'moving' ? fleet.speeds[slot] : 0;
    return <UnitDoing state={state} word={stateWord(unit, state, slot, rows.now)} speed={speed} />;
  };
  return (
    <VirtualTable<PanelColumn>
      keys={props.keys}
      label={t('units.list.label')}
      columns={columns}
      rowCount={rows.count}
      density="compact"
      rowKey={(row) => rows.unit(row).unit_id}
      renderCell={renderCell}
      sort={{ column: SORTED.find((each) => each === order.sort) ?? 'name', descending: order.descending }}
      onSort={({ column, descending }) => onOrder({ ...order, sort: column === 'tick' ? 'name' : column, descending })}
      selectedKey={selected[0] ?? null}
      chosenKeys={chosen}
      onSelect={(key, row, how) =>
        opensAtOnce && !how.additive && !how.range ? onOpen(Number(key)) : press(Number(key), row, how)
      }
      onOpen={(key) => onOpen(Number(key))}
      resizeLabel={t('common.resize')}
      empty={empty}
    />
  );
}

/** Selecting rows: one, several with Ctrl or a tick, a range from the row pressed last with Shift. */
function useUnitSelection(
  rows: UnitRows,
  selected: readonly number[],
  onSelect: UnitPanelTableProps['onSelect'],
): { press: (unitId: number, row: number, how: RowPress) => void; tick: (unitId: number) => void } {
  const anchor = useRef<number | null>(null);
  const press = (unitId: number, row: number, { additive, range }: RowPress): void => {
    const from = range && anchor.current !== null ? rows.rowOf(anchor.current) : -1;
    if (from < 0) {
      anchor.current = unitId;
      onSelect(picked(selected, unitId, additive || range));
      return;
    }
    const between = rangeOf(from, row).map((each) => rows.unit(each).unit_id);
    onSelect([...new Set([...between, ...(additive ? selected : [])])]);
  };
  const tick = useCallback(
    (unitId: number) => {
      anchor.current = unitId;
      onSelect(picked(selected, unitId, true));
    },
    [selected, onSelect],
  );
  return { press, tick };
}

/**
 * What a unit does, in the width of a word: how fast (km/h) where it moves, else its state. Rendered again only when
 * that changed, as many are in sight.
 */
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
    <Checkbox className="unit-tick" excludeFromTabOrder selected={ticked} onChange={() => onTick(unitId)}>
      <span className="visually-hidden">{t('unitModes.selection.select', { unit: name })}</span>
    </Checkbox>
  );
});
