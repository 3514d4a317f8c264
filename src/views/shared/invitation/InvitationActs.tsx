import { useState, type ReactNode } from 'react';
import type { Invitation, InvitationStatus } from '../../../domain/invitation/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import {
  Button,
  CloseIcon,
  CopyIcon,
  Dialog,
  IconButton,
  SendIcon,
  StatusChip,
  Tooltip,
  type StatusShape,
  type StatusTone,
} from '../../../ui/index.ts';
import { CopyButton } from '../CopyButton.tsx';
import { ProblemBanner } from '../ProblemView.tsx';
import { useAct } from '../services/useAct.ts';
import './invite.css';

const LOOK: Readonly<Record<InvitationStatus, { shape: StatusShape; tone: StatusTone }>> = {
  pending: { shape: 'disc', tone: 'info' },
  accepted: { shape: 'square', tone: 'normal' },
  declined: { shape: 'crossed', tone: 'serious' },
  expired: { shape: 'hollow', tone: 'off' },
  withdrawn: { shape: 'crossed', tone: 'off' },
};

/** What became of an invitation. */
export function InvitationStatusChip({ status }: { status: InvitationStatus }): ReactNode {
  const { t } = useTranslation();
  return (
    <StatusChip {...LOOK[status]} plain>
      {t(`invitationStatus.${status}`)}
    </StatusChip>
  );
}

/** A link to hand over, made by an explicit press and shown once. */
export function InvitationLink({ invitation, onClose }: { invitation: Invitation; onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const { run, busy, problem } = useAct();
  const [url, setUrl] = useState('');
  const make = async (): Promise<void> =>
    setUrl((await run('createInvitationLink', { invitation_id: invitation.invitation_id }))?.url ?? '');
  const action =
    url === '' ? (
      <Button variant="primary" busy={busy} onPress={() => void make()}>
        {t('invitations.linkMake')}
      </Button>
    ) : (
      <Button variant="primary" onPress={onClose}>
        {t('common.done')}
      </Button>
    );
  return (
    <Dialog open onClose={onClose} title={t('invitations.linkTitle')} closeLabel={t('common.close')} actions={action}>
      {problem !== null && <ProblemBanner problem={problem} />}
      <p className="dim">{t('invitations.linkLead', { email: invitation.email })}</p>
      {url !== '' && (
        <p className="invitation-link">
          <bdi dir="ltr">{url}</bdi>
          <CopyButton text={url} />
        </p>
      )}
    </Dialog>
  );
}

interface InvitationActsProps {
  row: Invitation;
  may: { readonly resend: boolean; readonly withdraw: boolean };
  busy: boolean;
  onResend: () => void;
  onLink: () => void;
  onWithdraw: () => void;
}

/** What its sender may still do with an invitation. */
export function InvitationActs({ row, may, busy, onResend, onLink, onWithdraw }: InvitationActsProps): ReactNode {
  const { t } = useTranslation();
  const canResend = row.status === 'pending' || row.status === 'expired';
  return (
    <>
      {may.resend && canResend && (
        <Tooltip text={t('invitations.resend')}>
          <IconButton
            label={t('invitations.resendTo', { email: row.email })}
            size="compact"
            isDisabled={busy}
            icon={<SendIcon aria-hidden="true" className="icon-mirrored" />}
            onPress={onResend}
          />
        </Tooltip>
      )}
      {may.resend && row.status === 'pending' && (
        <Tooltip text={t('invitations.link')}>
          <IconButton
            label={t('invitations.linkFor', { email: row.email })}
            size="compact"
            isDisabled={busy}
            icon={<CopyIcon aria-hidden="true" />}
            onPress={onLink}
          />
        </Tooltip>
      )}
      {may.withdraw && row.status === 'pending' && (
        <Tooltip text={t('invitations.withdraw')}>
          <IconButton
            label={t('invitations.withdrawFrom', { email: row.email })}
            size="compact"
            isDisabled={busy}
            icon={<CloseIcon aria-hidden="true" />}
            onPress={onWithdraw}
          />
        </Tooltip>
      )}
    </>
  );
}
