import type { ReactNode } from 'react';
import { deletionBlock, type RoleSummary } from '../../domain/role/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, Dialog } from '../../ui/index.ts';
import { ConfirmDialog } from '../shared/form/ConfirmDialog.tsx';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';

/** Deletes a role, or says what is in the way (specification, chapter 8). */
export function DeleteRoleDialog({
  role,
  onClose,
  onDeleted,
}: {
  role: RoleSummary;
  onClose: () => void;
  onDeleted: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const notify = useNotify();
  const act = useAct();
  const block = deletionBlock(role);
  const remove = async (): Promise<void> => {
    if ((await act.run('deleteRole', { role_id: role.role_id })) === null) return;
    notify.done(t('success.roleDeleted'));
    onDeleted();
  };
  if (block !== null) {
    return (
      <Dialog
        open
        title={t('roles.deleteBlocked')}
        closeLabel={t('common.close')}
        onClose={onClose}
        actions={
          <Button variant="primary" onPress={onClose}>
            {t('common.done')}
          </Button>
        }>
        <p>
          {block === 'users'
            ? t('roles.blockedByUsers', { count: role.users })
            : t('roles.blockedByChildren', { count: role.child_roles })}
        </p>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={t('roles.deleteTitle', { name: role.name })}
      confirmLabel={t('roles.delete')}
      danger
      busy={act.busy}
      problem={act.problem}
      onConfirm={() => void remove()}
      onClose={onClose}>
      <p>{t('roles.deleteLead')}</p>
    </ConfirmDialog>
  );
}
