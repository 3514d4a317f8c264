import type { ReactNode } from 'react';
import type { AnyEntity, RowOf } from '../../../domain/entity/index.ts';
import { ConfirmDialog } from '../form/ConfirmDialog.tsx';
import { useBulkAct } from '../list/useBulkAct.ts';
import { bulkDataOf, bulkMethodOf, idOf, nameOf } from './calls.ts';
import { useEntityCells, type Cells } from './useEntityCells.tsx';
import './entity.css';

export interface DeleteEntitiesProps<E extends AnyEntity> {
  readonly entity: E;
  readonly rows: readonly RowOf<E>[];
  readonly cells?: Cells<E> | undefined;
  /** What else follows from it. */
  readonly children?: ReactNode;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Deletes after a question that names what goes. */
export function DeleteEntities<E extends AnyEntity>({
  entity,
  rows,
  cells,
  children,
  onDone,
  onClose,
}: DeleteEntitiesProps<E>): ReactNode {
  const { cell, words } = useEntityCells(entity, cells);
  const act = useBulkAct();
  const remove = async (): Promise<void> => {
    const done = await act.run(
      bulkMethodOf(entity, 'delete'),
      bulkDataOf(entity, rows),
      (count) => words.text('deleted', { count }),
      { names: new Map(rows.map((row) => [idOf(entity, row), nameOf(entity, row)])) },
    );
    if (done === null) return;
    onDone();
    onClose();
  };
  return (
    <ConfirmDialog
      title={
        rows.length === 1
          ? words.text('deleteOne', { name: nameOf(entity, rows[0]) })
          : words.text('deleteSeveral', { count: rows.length })
      }
      confirmLabel={words.text('deleteConfirm', { count: rows.length })}
      danger
      busy={act.busy}
      problem={act.problem}
      onConfirm={() => void remove()}
      onClose={onClose}>
      {rows.length > 1 && (
        <ul className="entity-names">
          {rows.map((row) => (
            <li key={idOf(entity, row)}>{cell(row, entity.title)}</li>
          ))}
        </ul>
      )}
      {children}
    </ConfirmDialog>
  );
}
