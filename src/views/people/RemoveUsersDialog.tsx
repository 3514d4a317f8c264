import { useState, type ReactNode } from 'react';
import type { AccountUser } from '../../api/contract/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { ConfirmDialog } from '../shared/form/ConfirmDialog.tsx';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';
import { fullName } from './names.ts';

/** Takes people out of the account, one call each: what was refused stays listed with the reason. */
export function RemoveUsersDialog({
  users,
  accountId,
  onClose,
}: {
  users: readonly AccountUser[];
  accountId: number | null;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const notify = useNotify();
  const act = useAct();
  const [left, setLeft] = useState(users);
  const remove = async (): Promise<void> => {
    for (const [index, user] of left.entries()) {
      const data = { user_id: user.user_id };
      const done =
        accountId === null
          ? await act.run('userRemoved', data)
          : await act.run('subAccountUserRemoved', { ...data, account_id: accountId });
      if (done === null) return setLeft(left.slice(index));
    }
    notify.done(t('success.userRemoved', { count: users.length }));
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('people.removeTitle', { count: left.length })}
      confirmLabel={t('people.remove')}
      danger
      busy={act.busy}
      problem={act.problem}
      onConfirm={() => void remove()}
      onClose={onClose}>
      <ul className="people-leaving">
        {left.map((user) => (
          <li key={user.user_id}>
            <bdi>{fullName(user)}</bdi>{' '}
            <span className="dim">
              <bdi dir="ltr">{user.email}</bdi>
            </span>
          </li>
        ))}
      </ul>
      <p>{t('people.removeLead', { account: users[0]?.account_name })}</p>
    </ConfirmDialog>
  );
}
