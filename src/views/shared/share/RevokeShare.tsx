import type { ReactNode } from 'react';
import type { Share } from '../../../domain/share/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { ConfirmDialog } from '../form/ConfirmDialog.tsx';
import { useNotify } from '../services/toasts.ts';
import { useAct } from '../services/useAct.ts';

interface RevokeShareProps {
  readonly share: Share;
  readonly onRevoked: () => void;
  readonly onClose: () => void;
}

/** Asks before a link is ended. */
export function RevokeShare({ share: { share_id: id, name }, onRevoked, onClose }: RevokeShareProps): ReactNode {
  const { t } = useTranslation();
  const notify = useNotify();
  const act = useAct();
  const revoke = async (): Promise<void> => {
    if ((await act.run('revokeShare', { share_id: id })) === null) return;
    notify.done(t('share.revoked', { name }));
    onRevoked();
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('share.revokeTitle', { name })}
      confirmLabel={t('share.revoke')}
      danger
      busy={act.busy}
      problem={act.problem}
      onConfirm={() => void revoke()}
      onClose={onClose}>
      {t('share.revokeLead')}
    </ConfirmDialog>
  );
}
