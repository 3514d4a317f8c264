import type { ReactNode } from 'react';
import type { Sim } from '../../domain/sim/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { ConfirmDialog } from '../shared/form/ConfirmDialog.tsx';
import { useBulkAct } from '../shared/list/useBulkAct.ts';

/** Deletes SIM cards after a question; a device that names the number keeps it. */
export function DeleteSims({
  sims,
  onDone,
  onClose,
}: {
  sims: readonly Sim[];
  onDone: () => void;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const act = useBulkAct();
  const used = sims.filter(({ device_id }) => device_id !== null).length;
  const remove = async (): Promise<void> => {
    if (
      (await act.run(
        'deleteSims',
        { sim_ids: sims.map(({ sim_id }) => sim_id) },
        (count) => t('sims.deleted', { count }),
        { names: new Map(sims.map(({ sim_id, sim_number }) => [sim_id, sim_number])) },
      )) === null
    )
      return;
    onDone();
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('sims.deleteTitle', { count: sims.length })}
      confirmLabel={t('sims.deleteCount', { count: sims.length })}
      danger
      busy={act.busy}
      problem={act.problem}
      onConfirm={() => void remove()}
      onClose={onClose}>
      <ul className="sim-numbers">
        {sims.map(({ sim_id, sim_number, sim_operator }) => (
          <li key={sim_id}>
            <bdi dir="ltr" className="figures">
              {sim_number}
            </bdi>{' '}
            · <bdi>{sim_operator}</bdi>
          </li>
        ))}
      </ul>
      {used > 0 && <p>{t('sims.deleteUsed', { count: used })}</p>}
    </ConfirmDialog>
  );
}
