import type { ReactNode } from 'react';
import type { Rule } from '../../domain/rule/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { ConfirmDialog } from '../shared/form/ConfirmDialog.tsx';
import { useBulkAct } from '../shared/list/useBulkAct.ts';
import './rules.css';

/** Deletes rules after a question; what they told stays. */
export function DeleteRules({
  rules,
  onDone,
  onClose,
}: {
  rules: readonly Rule[];
  onDone: () => void;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const act = useBulkAct();
  const remove = async (): Promise<void> => {
    const names = new Map(rules.map(({ rule_id, name }) => [rule_id, name]));
    if (
      (await act.run('deleteRules', { rule_ids: [...names.keys()] }, (count) => t('rules.deleted', { count }), {
        names,
      })) === null
    )
      return;
    onDone();
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('rules.deleteTitle', { count: rules.length })}
      confirmLabel={t('rules.deleteCount', { count: rules.length })}
      danger
      busy={act.busy}
      problem={act.problem}
      onConfirm={() => void remove()}
      onClose={onClose}>
      <ul className="rule-names">
        {rules.map(({ rule_id, name }) => (
          <li key={rule_id}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      <p>{t('rules.deleteKeeps')}</p>
    </ConfirmDialog>
  );
}
