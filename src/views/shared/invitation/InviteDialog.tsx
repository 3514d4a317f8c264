import { useEffect, useState, type ReactNode } from 'react';
import type { Invited } from '../../../api/contract/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Banner, Button, CheckIcon, Dialog, ErrorIcon, InfoIcon, SendIcon, WarningIcon } from '../../../ui/index.ts';
import { Addresses } from './Addresses.tsx';
import { DemoMessages } from './DemoMessages.tsx';
import { useCancelOf, useDraft } from '../form/drafts.ts';
import { useLeaveGuard } from '../address/leaveGuard.ts';
import { checkAddresses, isTooMany, splitAddresses } from './inviteAddresses.ts';
import { ProblemBanner } from '../ProblemView.tsx';
import { RoleChoice } from './RoleChoice.tsx';
import { useInvitationSending } from './useInvitationSending.ts';
import './invite.css';

export interface InviteDialogProps {
  /** An account of the tree; left out, the account in use. */
  accountId?: number;
  /** The role that is chosen at first. */
  roleId?: number;
  onClose: () => void;
}

/** What a reload gives back. */
interface Kept {
  readonly emails: readonly string[];
  readonly role: string | null;
}

const NOTHING_KEPT: Kept = { emails: [], role: null };

/** Invites one person or up to twenty into a role (specification, chapters 5 and 6). */
export function InviteDialog({ accountId, roleId, onClose }: InviteDialogProps): ReactNode {
  const { t } = useTranslation();
  const [snapshot, send] = useInvitationSending(accountId);
  useEffect(() => send({ type: 'invitations.compose' }), [send]);
  const { invited, problem } = snapshot.context;
  const busy = snapshot.hasTag('busy');
  const form = useInviteForm(`invite.${accountId ?? ''}`, roleId, invited !== null);
  const { role, emails, typed, all } = form;
  const close = (): void => {
    if (!busy) form.cancel(onClose);
  };
  const submit = (): void => {
    const ready = form.check();
    if (ready && !busy) send({ type: 'invitations.send', form: { emails: all, role_id: Number(role) } });
  };
  if (invited !== null)
    return (
      <ReportDialog
        invited={invited}
        onMore={() => {
          form.clear();
          send({ type: 'invitations.compose' });
        }}
        onClose={onClose}
      />
    );
  return (
    <Dialog
      open
      onClose={close}
      role={all.length > 0 ? 'alertdialog' : 'dialog'}
      title={t('invite.title')}
      closeLabel={t('common.close')}
      actions={
        <>
          <Button variant="quiet" isDisabled={busy} onPress={close}>
            {t('common.cancel')}
          </Button>
          <Button
            variant="primary"
            icon={<SendIcon aria-hidden="true" className="icon-mirrored" />}
            busy={busy}
            onPress={submit}>
            {t('invite.send', { count: all.length })}
          </Button>
        </>
      }>
      <div className="form">
        {form.isRestored && (
          <Banner tone="info" icon={<InfoIcon />}>
            {t('draft.restored')}
          </Banner>
        )}
        {problem !== null && <ProblemBanner problem={problem} />}
        <RoleChoice
          accountId={accountId}
          value={role}
          onChange={form.setRole}
          missing={form.isChecked && role === null}
        />
        <Addresses
          emails={emails}
          onEmails={form.setEmails}
          draft={typed}
          onDraft={form.setTyped}
          missing={form.isChecked && all.length === 0}
        />
      </div>
    </Dialog>
  );
}

/** Role and addresses as they are typed, with what a reload gives back; forgotten once the invitations are sent. */
function useInviteForm(draftKey: string, roleId: number | undefined, isSent: boolean) {
  const draft = useDraft(draftKey);
  const [kept] = useState(() => draft.read(NOTHING_KEPT)?.values ?? null);
  const [role, setRole] = useState<string | null>(roleId === undefined ? (kept?.role ?? null) : String(roleId));
  const [emails, setEmails] = useState<readonly string[]>(kept?.emails ?? []);
  const [typed, setTyped] = useState('');
  const [isChecked, setChecked] = useState(false);
  const all = [...emails, ...splitAddresses(typed)];
  const written = JSON.stringify(all);
  useLeaveGuard(written !== '[]' && !isSent);
  useEffect(() => {
    if (isSent || written === '[]') draft.forget();
    else draft.save(NOTHING_KEPT, { emails: JSON.parse(written), role });
  }, [draft, isSent, written, role]);
  return {
    role,
    setRole,
    emails,
    setEmails,
    typed,
    setTyped,
    /** Every address, those still being typed included. */
    all,
    isRestored: kept !== null,
    isChecked,
    cancel: useCancelOf(draft),
    /** Takes over what is typed, and shows what is wrong; true where it can be sent. */
    check: (): boolean => {
      setChecked(true);
      setEmails(all);
      setTyped('');
      return role !== null && all.length > 0 && !isTooMany(all) && checkAddresses(all).every((each) => !each.problem);
    },
    clear: (): void => {
      setEmails([]);
      setChecked(false);
    },
  };
}

interface ReportDialogProps {
  invited: Invited;
  onMore: () => void;
  onClose: () => void;
}

/** What became of the invitations; more can be sent. */
function ReportDialog({ invited, onMore, onClose }: ReportDialogProps): ReactNode {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('invite.reportTitle')}
      closeLabel={t('common.close')}
      actions={
        <>
          <Button variant="quiet" onPress={onMore}>
            {t('invite.more')}
          </Button>
          <Button variant="primary" onPress={onClose}>
            {t('common.done')}
          </Button>
        </>
      }>
      <Report invited={invited} />
      {invited.invitations.length > 0 && (
        <DemoMessages recipient={invited.invitations.length === 1 ? invited.invitations[0].email : ''} />
      )}
    </Dialog>
  );
}

/** Who was invited, and who was not and why. */
function Report({ invited }: { invited: Invited }): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="form">
      {invited.invitations.length > 0 && (
        <>
          <Banner tone="normal" icon={<CheckIcon />}>
            {t('invite.sent', { count: invited.invitations.length })}
          </Banner>
          <ul className="invite-report">
            {invited.invitations.map(({ invitation_id, email }) => (
              <li key={invitation_id}>
                <CheckIcon aria-hidden="true" />
                <bdi dir="ltr">{email}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      {invited.refused.length > 0 && (
        <>
          <Banner tone="caution" icon={<WarningIcon />}>
            {t('invite.refused', { count: invited.refused.length })}
          </Banner>
          <ul className="invite-report">
            {invited.refused.map(({ email, message }) => (
              <li key={email} data-refused>
                <ErrorIcon aria-hidden="true" />
                <span>
                  <bdi dir="ltr">{email}</bdi>
                  <span className="invite-why">{message}</span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
