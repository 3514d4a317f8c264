import { useState, type ReactNode } from 'react';
import type { Invitation } from '../../domain/invitation/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, CheckIcon } from '../../ui/index.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { ConfirmDialog } from '../shared/form/ConfirmDialog.tsx';
import { Countdown } from '../shared/time/Countdown.tsx';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useSession } from '../shared/services/session.ts';
import { useAct } from '../shared/services/useAct.ts';

const PENDING = { filters: { status: 'pending' as const }, limit: 20 };

/** Invitations that wait for someone who belongs to no account yet. */
export function PendingInvitations(): ReactNode {
  const { t } = useTranslation();
  const { send } = useSession();
  const pending = useAnswer('getUserInvitations', PENDING);
  const [declining, setDeclining] = useState<Invitation | null>(null);
  const act = useAct();
  const rows = pending.value?.rows ?? [];
  const accept = async (invitation: Invitation): Promise<void> => {
    if ((await act.run('acceptInvitation', { invitation_id: invitation.invitation_id })) !== null)
      send({ type: 'session.checkAccounts' });
    else pending.reload();
  };
  const decline = async (invitation: Invitation): Promise<void> => {
    if ((await act.run('declineInvitation', { invitation_id: invitation.invitation_id })) === null) return;
    setDeclining(null);
    pending.reload();
  };
  if (rows.length === 0)
    return pending.problem === null ? null : (
      <ProblemBanner problem={pending.problem} action={<Button onPress={pending.reload}>{t('common.retry')}</Button>} />
    );
  return (
    <section className="form" aria-label={t('invitations.waiting')}>
      <h2 className="entrance-subtitle">{t('invitations.waiting')}</h2>
      {act.problem !== null && declining === null && <ProblemBanner problem={act.problem} />}
      <ul className="accounts">
        {rows.map((invitation) => (
          <li key={invitation.invitation_id} className="account account-still">
            <span className="account-words">
              <span className="account-name">{invitation.account_name}</span>
              <span className="entrance-note">
                {t('welcome.invitedAs', { role: invitation.role_name, account: invitation.account_name })} ·{' '}
                <Countdown expiresAt={invitation.expires_at} />
              </span>
            </span>
            <Button
              variant="primary"
              icon={<CheckIcon aria-hidden="true" />}
              busy={act.busy && declining === null}
              onPress={() => void accept(invitation)}>
              {t('invitations.accept')}
            </Button>
            <Button variant="quiet" isDisabled={act.busy} onPress={() => setDeclining(invitation)}>
              {t('welcome.decline')}
            </Button>
          </li>
        ))}
      </ul>
      {declining !== null && (
        <ConfirmDialog
          title={t('welcome.declineTitle')}
          confirmLabel={t('welcome.decline')}
          danger
          busy={act.busy}
          problem={act.problem}
          onConfirm={() => void decline(declining)}
          onClose={() => setDeclining(null)}>
          {t('welcome.declineLead', { account: declining.account_name })}
        </ConfirmDialog>
      )}
    </section>
  );
}
