import { useState, type ReactNode } from 'react';
import type { AccountTreeNode } from '../../api/contract/index.ts';
import { ACCOUNT_STATUSES, type AccountStatus } from '../../domain/account/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Banner, RadioGroup, WarningIcon } from '../../ui/index.ts';
import type { TreeLine } from '../shared/account/accountTree.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { ConfirmDialog } from '../shared/form/ConfirmDialog.tsx';
import { useSession } from '../shared/services/session.ts';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';
import type { UpdateAccess } from './places.ts';
import { countBelow } from './useAccountTree.ts';

export interface StatusDialogProps {
  row: { readonly account_id: number; readonly name: string; readonly status: AccountStatus };
  tree: readonly TreeLine<AccountTreeNode>[];
  access: UpdateAccess | null;
  onClose: () => void;
}

/** Activates, deactivates or blocks an account; says first whom it shuts out. */
export function StatusDialog({ row, tree, access, onClose }: StatusDialogProps): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const notify = useNotify();
  const act = useAct();
  const [chosen, setChosen] = useState<AccountStatus | null>(null);
  // The status may change under the open dialog: a choice is compared with the latest of it.
  const current = tree.find(({ account }) => account.account_id === row.account_id)?.account.status ?? row.status;
  const status = chosen ?? current;
  const people = useAnswer(
    'getAccountUsers',
    can({ resource: 'users_accounts', action: 'r' }) ? { account_id: row.account_id, limit: 1 } : null,
    ['user'],
  );
  const below = countBelow(tree, row.account_id);
  const count = people.value?.total;
  const save = async (): Promise<void> => {
    if (!access?.status) return;
    if ((await act.run(access.status, { account_id: row.account_id, status })) === null) return;
    notify.done(t(`success.accountStatus.${status}`, { name: row.name }));
    onClose();
  };
  const shutsOut = status !== 'active' && status !== current;
  return (
    <ConfirmDialog
      title={t('accounts.statusOf', { name: row.name })}
      confirmLabel={status === current ? t('common.done') : t(`accounts.setStatus.${status}`)}
      danger={shutsOut}
      busy={act.busy}
      problem={act.problem}
      onConfirm={() => (status === current ? onClose() : void save())}
      onClose={onClose}>
      <div className="status-dialog">
        <RadioGroup<AccountStatus>
          label={t('accounts.status')}
          value={status}
          onChange={setChosen}
          options={ACCOUNT_STATUSES.map((value) => ({ value, label: t(`accountStatus.${value}`) }))}
        />
        <p className="dim">{t(`accounts.statusMeans.${status}`)}</p>
        {shutsOut && (
          <Banner tone="caution" icon={<WarningIcon />}>
            {count === undefined ? t('accounts.endsSessions') : t('accounts.endsSessionsOf', { count })}
            {below > 0 && ` ${t('accounts.andBelow', { count: below })}`}
          </Banner>
        )}
      </div>
    </ConfirmDialog>
  );
}
