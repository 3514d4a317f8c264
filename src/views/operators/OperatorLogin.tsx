import { useState, type ReactNode } from 'react';
import type { EventSubject } from '../../domain/events/index.ts';
import { fromIso } from '../../domain/base/index.ts';
import type { Invitation } from '../../domain/invitation/index.ts';
import { operators, type Operator } from '../../domain/operator/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Button, InviteIcon, Panel, Skeleton } from '../../ui/index.ts';
import { ConfirmDialog } from '../shared/form/ConfirmDialog.tsx';
import { DemoMessages } from '../shared/invitation/DemoMessages.tsx';
import { InvitationActs, InvitationLink, InvitationStatusChip } from '../shared/invitation/InvitationActs.tsx';
import { useInvitationSending } from '../shared/invitation/useInvitationSending.ts';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useAnswer } from '../shared/services/calls.ts';
import { useSession } from '../shared/services/session.ts';
import { Countdown } from '../shared/time/Countdown.tsx';
import { InviteOperator } from './InviteOperator.tsx';

const CHANGED_BY: readonly EventSubject[] = ['invitation', 'operator'];

/**
 * The operator's login: who is linked, or what became of the invitations, and a new one. People are invited by their
 * own account.
 */
export function OperatorLogin({ operator }: { operator: Operator }): ReactNode {
  const { account, can } = useSession();
  const isOwn = operator.account_id === account?.account_id;
  const isLinked = operator.user_id !== null;
  const maySee = isOwn && can({ resource: 'user_accounts_invitations', action: 'r' });
  const mayInvite = isOwn && can({ resource: 'user', action: 'a' }) && can(operators.needs.change);
  if (!isLinked && !maySee && !mayInvite) return null;
  return <LoginPanel operator={operator} maySee={maySee} mayInvite={mayInvite && !isLinked} />;
}

interface LoginPanelProps {
  readonly operator: Operator;
  readonly maySee: boolean;
  readonly mayInvite: boolean;
}

function LoginPanel({ operator, maySee, mayInvite }: LoginPanelProps): ReactNode {
  const { t } = useTranslation();
  const [inviting, setInviting] = useState(false);
  // The invitation that was just sent is shown at once, whether or not the feed has brought it yet.
  const [round, setRound] = useState(0);
  return (
    <Panel title={t('operators.login.title')}>
      <div className="operator-login">
        {operator.user_id === null ? (
          <p className="dim">{t('operators.login.none')}</p>
        ) : (
          <p>{t('operators.login.linked', { name: operator.user_name })}</p>
        )}
        {maySee && (
          <Invitations key={round} operator={operator} mayInvite={mayInvite} onInvite={() => setInviting(true)} />
        )}
        {!maySee && mayInvite && <InviteButton onPress={() => setInviting(true)} />}
        {operator.user_id === null && <DemoMessages recipient={operator.email} />}
      </div>
      {inviting && (
        <InviteOperator
          operator={operator}
          onClose={() => {
            setInviting(false);
            setRound(round + 1);
          }}
        />
      )}
    </Panel>
  );
}

function InviteButton({ onPress }: { onPress: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <Button icon={<InviteIcon aria-hidden="true" />} onPress={onPress}>
      {t('operators.login.invite')}
    </Button>
  );
}

interface InvitationsProps {
  readonly operator: Operator;
  readonly mayInvite: boolean;
  readonly onInvite: () => void;
}

/** The invitations of the operator, newest first, with what may still be done with them. */
function Invitations({ operator, mayInvite, onInvite }: InvitationsProps): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const [snapshot, send] = useInvitationSending();
  const [handed, setHanded] = useState<Invitation | null>(null);
  const answer = useAnswer(
    'getInvitationList',
    { filters: { status: '', operator_id: operator.operator_id }, limit: 20 },
    CHANGED_BY,
  );
  const { problem } = snapshot.context;
  const withdrawing = snapshot.hasTag('withdrawing');
  const rows = answer.value?.rows ?? [];
  const may = {
    resend: mayInvite && can({ resource: 'user_accounts_invitations', action: 'u' }),
    withdraw: can({ resource: 'user_accounts_invitations', action: 'd' }),
  };
  if (answer.problem !== null)
    return (
      <ProblemBanner problem={answer.problem} action={<Button onPress={answer.reload}>{t('common.retry')}</Button>} />
    );
  if (answer.value === null) return <Skeleton height="48px" />;
  return (
    <>
      {problem !== null && !withdrawing && <ProblemBanner problem={problem} />}
      {rows.length > 0 && (
        <ul className="operator-invitations" aria-label={t('operators.login.invitations')}>
          {rows.map((row) => (
            <li key={row.invitation_id} className="operator-invitation">
              <bdi dir="ltr">{row.email}</bdi>
              <bdi>{row.role_name}</bdi>
              <InvitationStatusChip status={row.status} />
              <When invitation={row} />
              <span className="operator-binding-acts">
                <InvitationActs
                  row={row}
                  may={may}
                  busy={snapshot.hasTag('busy')}
                  onResend={() => send({ type: 'invitations.resend', invitationId: row.invitation_id })}
                  onLink={() => setHanded(row)}
                  onWithdraw={() => send({ type: 'invitations.withdraw', invitationId: row.invitation_id })}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      {mayInvite && rows.every(({ status }) => status !== 'pending') && <InviteButton onPress={onInvite} />}
      {handed !== null && <InvitationLink invitation={handed} onClose={() => setHanded(null)} />}
      {withdrawing && (
        <ConfirmDialog
          title={t('invitations.withdrawTitle')}
          confirmLabel={t('invitations.withdraw')}
          danger
          busy={snapshot.hasTag('busy')}
          problem={problem}
          onConfirm={() => send({ type: 'invitations.confirm' })}
          onClose={() => send({ type: 'invitations.close' })}>
          {t('invitations.withdrawLead')}
        </ConfirmDialog>
      )}
    </>
  );
}

function When({ invitation }: { invitation: Invitation }): ReactNode {
  const formats = useFormats();
  if (invitation.status === 'pending') return <Countdown expiresAt={invitation.expires_at} />;
  return <span className="dim">{formats.dateTime(fromIso(invitation.answered_at ?? invitation.expires_at))}</span>;
}
