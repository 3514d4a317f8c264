import { useContext, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, Dialog } from '../../../ui/index.ts';
import type { Problem } from '../services/fleet.ts';
import { GoneContext } from '../gone/WhileThere.tsx';
import { ProblemBanner } from '../ProblemView.tsx';

export interface ConfirmDialogProps {
  title: string;
  /** What follows from it. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** Takes something away. */
  danger?: boolean;
  busy?: boolean;
  /** Why it was refused; the dialog stays for another try. */
  problem?: Problem | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before an act that others feel. A press outside is no answer. Of a thing that is gone nothing is asked. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  cancelLabel,
  danger,
  busy,
  problem = null,
  onConfirm,
  onClose,
}: ConfirmDialogProps): ReactNode {
  const { t } = useTranslation();
  const isOver = useContext(GoneContext) !== null;
  if (isOver) return null;
  return (
    <Dialog
      open
      role="alertdialog"
      title={title}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onPress={onClose}>
            {cancelLabel ?? t('common.cancel')}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onPress={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }>
      {problem !== null && <ProblemBanner problem={problem} />}
      {children}
    </Dialog>
  );
}
