import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { ConfirmDialog } from '../form/ConfirmDialog.tsx';

/** The question before unsaved changes are left behind. */
export default function LeaveDialog({ onAnswer }: { onAnswer: (leaves: boolean) => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      title={t('leave.title')}
      confirmLabel={t('leave.confirm')}
      cancelLabel={t('leave.stay')}
      danger
      onConfirm={() => onAnswer(true)}
      onClose={() => onAnswer(false)}>
      {t('leave.lead')}
    </ConfirmDialog>
  );
}
