import { useState, type ReactNode } from 'react';
import type { AccountUser } from '../../api/contract/index.ts';
import { beyond } from '../../domain/access/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Banner, Button, Dialog, Select, Skeleton, WarningIcon } from '../../ui/index.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useSession } from '../shared/services/session.ts';
import { useNotify } from '../shared/services/toasts.ts';
import { useOwnChanges } from '../shared/form/ownChanges.ts';
import { useAct } from '../shared/services/useAct.ts';
import { fullName } from './names.ts';

/** Gives a person another role. Roles that grant more than one holds oneself are not on offer. */
export function ChangeRoleDialog({
  user,
  accountId,
  onClose,
}: {
  user: AccountUser;
  accountId: number | null;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const { permissions } = useSession();
  const notify = useNotify();
  const act = useAct();
  const own = useOwnChanges();
  const [began] = useState({ role_id: user.role_id });
  const [chosen, setChosen] = useState(user.role_id);
  const ofAccount = useAnswer('getUserRoles', accountId === null ? { limit: 1000, sort: 'name' } : null, ['role']);
  const below = useAnswer(
    'getSubAccountUserRoles',
    accountId === null ? null : { account_id: accountId, limit: 1000, sort: 'name' },
    ['role'],
  );
  const roles = accountId === null ? ofAccount : below;
  const isOther = chosen !== user.role_id;
  // Only roles of one's own account can be looked into; elsewhere the server says what may be given.
  const details = useAnswer('getOneRole', accountId === null && isOther ? { role_id: chosen } : null);
  const over = details.value?.role_id === chosen ? beyond(details.value.permissions, permissions).length : 0;

  const save = async (): Promise<void> => {
    const data = { user_id: user.user_id, role_id: chosen, expected: own.expected(began, act.problem) };
    const changed =
      accountId === null
        ? await act.run('updateUserRole', data)
        : await act.run('updateSubAccountUserRole', { ...data, account_id: accountId });
    if (changed === null) return;
    notify.done(t('success.userRoleUpdated'));
    onClose();
  };
  return (
    <Dialog
      open
      title={t('people.changeRole')}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onPress={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            variant="primary"
            busy={act.busy}
            isDisabled={!isOther || over > 0 || details.loading}
            onPress={() => void save()}>
            {t('common.save')}
          </Button>
        </>
      }>
      <div className="people-dialog">
        {act.problem !== null && <ProblemBanner problem={act.problem} />}
        {roles.problem !== null && (
          <ProblemBanner problem={roles.problem} action={<Button onPress={roles.reload}>{t('common.retry')}</Button>} />
        )}
        <p>{t('people.changeRoleLead', { name: fullName(user) })}</p>
        {roles.value === null ? (
          <Skeleton height="36px" />
        ) : (
          <Select
            label={t('people.role')}
            value={String(chosen)}
            onChange={(id) => setChosen(Number(id))}
            options={roles.value.rows.map((role) => ({
              value: String(role.role_id),
              label: role.name,
              note: role.parent_role_name && t('roles.reportsTo', { role: role.parent_role_name }),
            }))}
          />
        )}
        {over > 0 && (
          <Banner tone="caution" icon={<WarningIcon />}>
            {t('people.roleBeyond', { count: over })}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}
