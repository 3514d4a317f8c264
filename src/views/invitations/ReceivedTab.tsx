import { useState, type ReactNode } from 'react';
import type { EventSubject } from '../../domain/events/index.ts';
import { PAGE, fromIso } from '../../domain/base/index.ts';
import type { Invitation, InvitationStatus } from '../../domain/invitation/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Banner, Button, CheckIcon, CloseIcon, EmptyState, InvitationsIcon, Skeleton } from '../../ui/index.ts';
import { Unanswered } from '../shared/AnswerView.tsx';
import { useAnswer } from '../shared/services/calls.ts';
import { ConfirmDialog } from '../shared/form/ConfirmDialog.tsx';
import { Countdown } from '../shared/time/Countdown.tsx';
import { CutNote } from '../shared/list/CutNote.tsx';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useSession } from '../shared/services/session.ts';
import { useAct } from '../shared/services/useAct.ts';

/** Invitations that are read at once, and each time one asks for more. */
const STEP = 100;
const CHANGED_BY: readonly EventSubject[] = ['invitation'];

type Received = Extract<InvitationStatus, 'pending' | 'accepted' | 'declined' | 'expired'>;

/** One's own invitations of one status. */
export function ReceivedTab({ status }: { status: Received }): ReactNode {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(STEP);
  const answer = useAnswer('getUserInvitations', { filters: { status }, limit, sort: '-created_at' }, CHANGED_BY);
  const [joined, setJoined] = useState<Invitation | null>(null);
  const [declining, setDeclining] = useState<Invitation | null>(null);
  const act = useAct();
  const { send } = useSession();
  const accept = async (invitation: Invitation): Promise<void> => {
    const accepted = await act.run('acceptInvitation', { invitation_id: invitation.invitation_id });
    if (accepted !== null) {
      setJoined(accepted);
      send({ type: 'session.userChanged' });
    }
    answer.reload();
  };
  const decline = async (invitation: Invitation): Promise<void> => {
    if ((await act.run('declineInvitation', { invitation_id: invitation.invitation_id })) === null) return;
    setDeclining(null);
    answer.reload();
  };
  if (answer.value === null)
    return (
      <Unanswered answer={answer}>
        <Waiting />
      </Unanswered>
    );
  const { rows } = answer.value;
  return (
    <div className="invitations-tab">
      {answer.problem !== null && (
        <ProblemBanner problem={answer.problem} action={<Button onPress={answer.reload}>{t('common.retry')}</Button>} />
      )}
      {act.problem !== null && declining === null && <ProblemBanner problem={act.problem} />}
      {joined !== null && <JoinedBanner invitation={joined} />}
      {rows.length === 0 && (
        <EmptyState icon={<InvitationsIcon />} title={t(`invitations.none.${status}`)}>
          {status === 'pending' ? t('invitations.noneLead') : undefined}
        </EmptyState>
      )}
      <ul className="invitation-list">
        {rows.map((invitation) => (
          <InvitationCard key={invitation.invitation_id} invitation={invitation}>
            {status === 'pending' && (
              <AnswerButtons
                busy={act.busy}
                onDecline={() => setDeclining(invitation)}
                onAccept={() => void accept(invitation)}
              />
            )}
          </InvitationCard>
        ))}
      </ul>
      <CutNote
        shown={rows.length}
        total={answer.value.total}
        action={
          limit < PAGE.maximumLimit && (
            <Button busy={answer.loading} onPress={() => setLimit(limit + STEP)}>
              {t('list.showMore')}
            </Button>
          )
        }
      />
      {declining !== null && (
        <ConfirmDialog
          title={t('welcome.declineTitle')}
          confirmLabel={t('welcome.decline')}
          danger
          busy={act.busy}
          problem={act.problem}
          onConfirm={() => void decline(declining)}
          onClose={() => {
            act.reset();
            setDeclining(null);
          }}>
          {t('welcome.declineLead', { account: declining.account_name })}
        </ConfirmDialog>
      )}
    </div>
  );
}

function AnswerButtons({
  busy,
  onDecline,
  onAccept,
}: {
  busy: boolean;
  onDecline: () => void;
  onAccept: () => void;
}): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <Button variant="quiet" isDisabled={busy} icon={<CloseIcon aria-hidden="true" />} onPress={onDecline}>
        {t('welcome.decline')}
      </Button>
      <Button variant="primary" isDisabled={busy} icon={<CheckIcon aria-hidden="true" />} onPress={onAccept}>
        {t('invitations.accept')}
      </Button>
    </>
  );
}

function InvitationCard({ invitation, children }: { invitation: Invitation; children: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { answered_at: answered } = invitation;
  return (
    <li className="invitation-card">
      <div className="invitation-words">
        <p className="invitation-account">{invitation.account_name}</p>
        <p>{t('welcome.invitedAs', { role: invitation.role_name, account: invitation.account_name })}</p>
        <p className="dim">
          {t('welcome.by', { name: invitation.invited_by })} · {formats.dateTime(fromIso(invitation.created_at))}
          {answered !== null && ` · ${t('invitations.answered', { time: formats.dateTime(fromIso(answered)) })}`}
        </p>
      </div>
      {(invitation.status === 'pending' || invitation.status === 'expired') && (
        <Countdown expiresAt={invitation.expires_at} />
      )}
      <div className="invitation-acts">{children}</div>
    </li>
  );
}

/** Joined: the account is entered now or later. */
function JoinedBanner({ invitation }: { invitation: Invitation }): ReactNode {
  const { t } = useTranslation();
  const { memberships, send } = useSession();
  const membership = memberships.find(({ account_id: id }) => id === invitation.account_id);
  return (
    <Banner
      tone="normal"
      icon={<CheckIcon />}
      action={
        membership && (
          <Button onPress={() => send({ type: 'session.selectAccount', accountId: membership.account_id })}>
            {t('welcome.switch', { account: membership.name })}
          </Button>
        )
      }>
      {t('welcome.joinedTitle', { account: invitation.account_name })}
    </Banner>
  );
}

function Waiting(): ReactNode {
  const { t } = useTranslation();
  return (
    <output className="invitations-tab" aria-label={t('common.loading')}>
      <Skeleton height="84px" />
      <Skeleton height="84px" />
      <Skeleton height="84px" />
    </output>
  );
}
