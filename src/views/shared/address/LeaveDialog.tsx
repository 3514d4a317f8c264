import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { ConfirmDialog } from '../form/ConfirmDialog.tsx';
import type { LeaveGuard } from './leaveGuard.ts';

/** The question before unsaved changes are left behind. */
export default function LeaveDialog({ guard }: { guard: LeaveGuard }): ReactNode {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      title={t('leave.title')}
      confirmLabel={t('leave.confirm')}
      cancelLabel={t('leave.stay')}
      danger
      onConfirm={() => guard.answer(true)}
      onClose={() => guard.answer(false)}>
      {t('leave.lead')}
    </ConfirmDialog>
  );
}
