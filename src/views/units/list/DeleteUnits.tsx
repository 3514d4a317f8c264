import type { ReactNode } from 'react';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { ConfirmDialog } from '../../shared/form/ConfirmDialog.tsx';
import { useBulkAct } from '../../shared/list/useBulkAct.ts';
import './list.css';

export interface DeleteUnitsProps {
  units: readonly Pick<UnitSummary, 'unit_id' | 'name'>[];
  onDone: () => void;
  onClose: () => void;
}

/** Deletes units after a question that names them. Those that were refused are named. */
export function DeleteUnits({ units, onDone, onClose }: DeleteUnitsProps): ReactNode {
  const { t } = useTranslation();
  const act = useBulkAct();
  const remove = async (): Promise<void> => {
    const done = await act.run(
      'deleteUnits',
      { unit_ids: units.map(({ unit_id }) => unit_id) },
      (count) => t('unitForms.delete.done', { count }),
      { names: new Map(units.map(({ unit_id, name }) => [unit_id, name])) },
    );
    if (done === null) return;
    onClose();
    if (done.length > 0) onDone();
  };
  return (
    <ConfirmDialog
      title={t('unitForms.delete.title', { count: units.length })}
      confirmLabel={t('unitForms.delete.confirm', { count: units.length })}
      danger
      busy={act.busy}
      problem={act.problem}
      onConfirm={() => void remove()}
      onClose={onClose}>
      <p>{t('unitForms.delete.lead')}</p>
      <ul className="unit-names">
        {units.map(({ unit_id, name }) => (
          <li key={unit_id}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
