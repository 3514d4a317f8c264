import { useState, type ReactNode } from 'react';
import type { EventSubject } from '../../domain/events/index.ts';
import { fromIso } from '../../domain/base/index.ts';
import { INVITATION_STATUSES, type Invitation } from '../../domain/invitation/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Button, EmptyState, InviteIcon } from '../../ui/index.ts';
import { ConfirmDialog } from '../shared/form/ConfirmDialog.tsx';
import { Countdown } from '../shared/time/Countdown.tsx';
import { InvitationActs, InvitationLink, InvitationStatusChip } from '../shared/invitation/InvitationActs.tsx';
import { DemoMessages } from '../shared/invitation/DemoMessages.tsx';
import { InviteDialog } from '../shared/invitation/InviteDialog.tsx';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { ServerList, type ListColumn } from '../shared/list/ServerList.tsx';
import { useSession } from '../shared/services/session.ts';
import { useInvitationSending } from '../shared/invitation/useInvitationSending.ts';

const CHANGED_BY: readonly EventSubject[] = ['invitation'];

/** What the account sent: sent again, taken back, and new ones. */
export function SentTab(): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const [snapshot, send] = useInvitationSending();
  const [inviting, setInviting] = useState(false);
  const [linked, setLinked] = useState<Invitation | null>(null);
  // A list shows what it did at once, whether or not the feed has brought the change yet.
  const [round, setRound] = useState(0);
  const columns = useColumns();
  const may = {
    add: can({ resource: 'user', action: 'a' }),
    resend: can({ resource: 'user_accounts_invitations', action: 'u' }),
    withdraw: can({ resource: 'user_accounts_invitations', action: 'd' }),
  };
  const { problem } = snapshot.context;
  const withdrawing = snapshot.hasTag('withdrawing');
  const invite = may.add && (
    <Button variant="primary" icon={<InviteIcon aria-hidden="true" />} onPress={() => setInviting(true)}>
      {t('people.invite')}
    </Button>
  );
  return (
    <div className="invitations-tab">
      {problem !== null && !withdrawing && <ProblemBanner problem={problem} />}
      <ServerList<'getInvitationList'>
        key={round}
        id="invitations"
        label={t('invitations.sent')}
        method="getInvitationList"
        subjects={CHANGED_BY}
        columns={columns}
        rowKey={(row) => row.invitation_id}
        rowName={(row) => row.email}
        filters={[
          {
            id: 'status',
            label: t('fields.status'),
            options: INVITATION_STATUSES.map((status) => ({ value: status, label: t(`invitationStatus.${status}`) })),
          },
        ]}
        sort="-created_at"
        tools={invite}
        actions={
          may.resend || may.withdraw
            ? (row) => (
                <InvitationActs
                  row={row}
                  may={may}
                  busy={snapshot.hasTag('busy')}
                  onResend={() => send({ type: 'invitations.resend', invitationId: row.invitation_id })}
                  onLink={() => setLinked(row)}
                  onWithdraw={() => send({ type: 'invitations.withdraw', invitationId: row.invitation_id })}
                />
              )
            : undefined
        }
        empty={
          <EmptyState icon={<InviteIcon />} title={t('invitations.noneSent')} action={invite}>
            {t('invitations.noneSentLead')}
          </EmptyState>
        }
      />
      <DemoMessages recipient="" />
      {inviting && (
        <InviteDialog
          onClose={() => {
            setInviting(false);
            setRound(round + 1);
          }}
        />
      )}
      {linked !== null && <InvitationLink invitation={linked} onClose={() => setLinked(null)} />}
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
    </div>
  );
}

function useColumns(): readonly ListColumn<Invitation>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const at = (text: string): string => formats.dateTime(fromIso(text));
  return [
    {
      id: 'email',
      header: t('fields.email'),
      sortable: true,
      text: (row) => row.email,
      cell: (row) => <bdi dir="ltr">{row.email}</bdi>,
    },
    {
      id: 'role_name',
      header: t('fields.role_id'),
      text: (row) => row.role_name,
      cell: (row) => <bdi>{row.role_name}</bdi>,
    },
    {
      id: 'status',
      header: t('fields.status'),
      sortable: true,
      text: (row) => t(`invitationStatus.${row.status}`),
      cell: (row) => <InvitationStatusChip status={row.status} />,
    },
    {
      id: 'expires_at',
      header: t('invitations.expires'),
      sortable: true,
      text: (row) => at(row.expires_at),
      cell: (row) =>
        row.status === 'pending' ? (
          <Countdown expiresAt={row.expires_at} />
        ) : (
          <span className="dim">{at(row.expires_at)}</span>
        ),
    },
    {
      id: 'invited_by',
      header: t('invitations.by'),
      text: (row) => row.invited_by,
      cell: (row) => <bdi>{row.invited_by}</bdi>,
    },
    {
      id: 'created_at',
      header: t('invitations.sentAt'),
      sortable: true,
      text: (row) => at(row.created_at),
      cell: (row) => at(row.created_at),
    },
    {
      id: 'answered_at',
      header: t('invitations.answeredAt'),
      shown: false,
      text: (row) => (row.answered_at === null ? '' : at(row.answered_at)),
      cell: (row) => (row.answered_at === null ? '' : at(row.answered_at)),
    },
  ];
}
