import { useState, type ReactNode } from 'react';
import type { AccountUser } from '../../api/contract/index.ts';
import { LENGTH, type Fields } from '../../domain/base/index.ts';
import { LOGIN_STATUSES, type LoginStatus } from '../../domain/user/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { RadioGroup, TextField } from '../../ui/index.ts';
import { useCalls } from '../shared/services/calls.ts';
import { ConfirmDialog } from '../shared/form/ConfirmDialog.tsx';
import { useNotify } from '../shared/services/toasts.ts';
import { useOwnChanges } from '../shared/form/ownChanges.ts';
import { useAct } from '../shared/services/useAct.ts';
import { fullName } from './names.ts';

/** Lets a person sign in, or no longer. Can be undone from the notice, or here again. */
export function LoginStatusDialog({
  user,
  accountId,
  onClose,
}: {
  user: AccountUser;
  accountId: number | null;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const notify = useNotify();
  const act = useAct();
  const { call } = useCalls();
  const own = useOwnChanges();
  const [began] = useState({ status: user.status });
  const [status, setStatus] = useState<LoginStatus>(user.status);
  const [reason, setReason] = useState('');
  const name = fullName(user);
  const request = (wanted: LoginStatus, why: string, expected: Fields) => ({
    user_id: user.user_id,
    status: wanted,
    reason: why,
    expected,
  });
  const undo = async (): Promise<void> => {
    const data = request(began.status, '', { status });
    const answer =
      accountId === null
        ? await call('updateUserStatus', data)
        : await call('updateSubAccountUserStatus', { ...data, account_id: accountId });
    if (answer.ok) notify.done(t(`success.userStatus.${began.status}`, { name }));
    else notify.failed(answer.error);
  };
  const save = async (): Promise<void> => {
    const data = request(status, reason.trim(), own.expected(began, act.problem));
    const changed =
      accountId === null
        ? await act.run('updateUserStatus', data)
        : await act.run('updateSubAccountUserStatus', { ...data, account_id: accountId });
    if (changed === null) return;
    notify.undoable(t(`success.userStatus.${status}`, { name }), () => void undo());
    onClose();
  };
  const isSame = status === user.status;
  return (
    <ConfirmDialog
      title={t('people.statusOf', { name })}
      confirmLabel={isSame ? t('common.done') : t(`accounts.setStatus.${status}`)}
      danger={!isSame && status !== 'active'}
      busy={act.busy}
      problem={act.problem}
      onConfirm={() => (isSame ? onClose() : void save())}
      onClose={onClose}>
      <div className="people-dialog">
        <RadioGroup<LoginStatus>
          label={t('people.status')}
          value={status}
          onChange={setStatus}
          options={LOGIN_STATUSES.map((value) => ({ value, label: t(`accountStatus.${value}`) }))}
        />
        <p className="dim">{t(`people.statusMeans.${status}`)}</p>
        {!isSame && (
          <TextField
            label={t('people.statusReason')}
            hint={t('people.statusReasonHint')}
            value={reason}
            maxLength={LENGTH.note.max}
            onChange={setReason}
          />
        )}
      </div>
    </ConfirmDialog>
  );
}
