import { useEffect, useId, useState, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react';
import type { Invited } from '../../../api/contract/index.ts';
import { INVITATION } from '../../../domain/base/index.ts';
import { useTranslation, type Translate } from '../../../i18n/index.ts';
import {
  Banner,
  Button,
  CheckIcon,
  CloseIcon,
  Dialog,
  ErrorIcon,
  InfoIcon,
  SendIcon,
  Select,
  WarningIcon,
} from '../../../ui/index.ts';
import { useAnswer } from '../services/calls.ts';
import { DemoMessages } from './DemoMessages.tsx';
import { useCancelOf, useDraft } from '../form/drafts.ts';
import { useLeaveGuard } from '../address/leaveGuard.ts';
import { checkAddresses, isTooMany, splitAddresses, type InviteAddress } from './inviteAddresses.ts';
import { ProblemBanner } from '../ProblemView.tsx';
import { useInvitationSending } from './useInvitationSending.ts';
import './invite.css';

export interface InviteDialogProps {
  /** An account of the tree; left out, the account in use. */
  accountId?: number;
  /** The role that stands chosen at first. */
  roleId?: number;
  onClose: () => void;
}

/** What a reload gives back. */
interface Kept {
  readonly emails: readonly string[];
  readonly role: string | null;
}

const NOTHING_KEPT: Kept = { emails: [], role: null };
const MOST_ROLES = { limit: 1_000, sort: 'name' };

/** Invites one person or up to twenty into a role (specification, chapters 5 and 6). */
export function InviteDialog({ accountId, roleId, onClose }: InviteDialogProps): ReactNode {
  const { t } = useTranslation();
  const [snapshot, send] = useInvitationSending(accountId);
  useEffect(() => send({ type: 'invitations.compose' }), [send]);
  const { invited, problem } = snapshot.context;
  const busy = snapshot.hasTag('busy');
  const draft = useDraft(`invite.${accountId ?? ''}`);
  const [kept] = useState(() => draft.read(NOTHING_KEPT)?.values ?? null);
  const cancel = useCancelOf(draft);
  const close = (): void => {
    if (!busy) cancel(onClose);
  };
  const [role, setRole] = useState<string | null>(roleId === undefined ? (kept?.role ?? null) : String(roleId));
  const [emails, setEmails] = useState<readonly string[]>(kept?.emails ?? []);
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(false);
  const all = [...emails, ...splitAddresses(typed)];
  const written = JSON.stringify(all);
  const isSent = invited !== null;
  useLeaveGuard(written !== '[]' && !isSent);
  useEffect(() => {
    if (isSent || written === '[]') draft.forget();
    else draft.save(NOTHING_KEPT, { emails: JSON.parse(written), role });
  }, [draft, isSent, written, role]);
  const checked = checkAddresses(all);
  const ready = role !== null && all.length > 0 && !isTooMany(all) && checked.every((each) => each.problem === null);
  const submit = (): void => {
    setAsked(true);
    setEmails(all);
    setTyped('');
    if (ready && !busy) send({ type: 'invitations.send', form: { emails: all, role_id: Number(role) } });
  };
  if (invited !== null) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={t('invite.reportTitle')}
        closeLabel={t('common.close')}
        actions={
          <>
            <Button
              variant="quiet"
              onPress={() => {
                setEmails([]);
                setAsked(false);
                send({ type: 'invitations.compose' });
              }}>
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
        {kept !== null && (
          <Banner tone="info" icon={<InfoIcon />}>
            {t('draft.restored')}
          </Banner>
        )}
        {problem !== null && <ProblemBanner problem={problem} />}
        <RoleChoice accountId={accountId} value={role} onChange={setRole} missing={asked && role === null} />
        <Addresses
          emails={emails}
          onEmails={setEmails}
          draft={typed}
          onDraft={setTyped}
          missing={asked && all.length === 0}
        />
      </div>
    </Dialog>
  );
}

/** Roles that may be given: the server leaves out those that grant more than one holds. */
function RoleChoice({
  accountId,
  value,
  onChange,
  missing,
}: {
  accountId: number | undefined;
  value: string | null;
  onChange: (role: string) => void;
  missing: boolean;
}): ReactNode {
  const { t } = useTranslation();
  const own = useAnswer('getUserRoles', accountId === undefined ? MOST_ROLES : null);
  const below = useAnswer(
    'getSubAccountUserRoles',
    accountId === undefined ? null : { ...MOST_ROLES, account_id: accountId },
  );
  const { value: page, problem, loading } = accountId === undefined ? own : below;
  const options = (page?.rows ?? []).map((role) => ({ value: String(role.role_id), label: role.name }));
  if (problem !== null) return <ProblemBanner problem={problem} />;
  return (
    <Select
      label={t('fields.role_id')}
      options={options}
      value={value}
      onChange={onChange}
      required
      disabled={loading && page === null}
      placeholder={loading && page === null ? t('common.loading') : t('common.choose')}
      hint={page?.rows.length === 0 ? t('invite.noRoles') : undefined}
      error={missing ? t('validation.required', { field: t('fields.role_id') }) : undefined}
    />
  );
}

interface AddressesProps {
  emails: readonly string[];
  onEmails: (emails: readonly string[]) => void;
  /** What is typed and not yet taken over. */
  draft: string;
  onDraft: (draft: string) => void;
  missing: boolean;
}

/** Addresses as chips: a comma, a blank, Enter or a pasted list makes them. */
function Addresses({ emails, onEmails, draft, onDraft, missing }: AddressesProps): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  const checked = checkAddresses(emails);
  const count = emails.length + splitAddresses(draft).length;
  const problems = problemsOf(checked, missing, count, (key, values) => t(key, values ?? {}));
  const take = (text: string): void => {
    onEmails([...emails, ...splitAddresses(text)]);
    onDraft('');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter' && draft.trim() !== '') {
      event.preventDefault();
      take(draft);
    } else if (event.key === 'Backspace' && draft === '') onEmails(emails.slice(0, -1));
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const text = event.clipboardData.getData('text');
    if (!/[\s,;،؛]/u.test(text.trim())) return;
    event.preventDefault();
    take(`${draft} ${text}`);
  };
  return (
    <div className="field" data-invalid={problems.length > 0 || undefined}>
      <label className="field-label" htmlFor={id}>
        {t('invite.addresses')}
      </label>
      <div className="field-box invite-box">
        <ul className="invite-chips" aria-label={t('invite.addresses')}>
          {checked.map((address, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the same address may stand twice until one is removed
            <li key={`${index}.${address.email}`}>
              <Chip address={address} onRemove={() => onEmails(emails.filter((_, at) => at !== index))} />
            </li>
          ))}
        </ul>
        <input
          id={id}
          className="invite-input"
          dir="ltr"
          type="text"
          inputMode="email"
          autoComplete="off"
          value={draft}
          aria-invalid={problems.length > 0}
          aria-describedby={`${id}-note`}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onChange={(event) =>
            /[\s,;،؛]$/u.test(event.target.value) ? take(event.target.value) : onDraft(event.target.value)
          }
        />
      </div>
      <div id={`${id}-note`} className="invite-note">
        <div aria-live="polite">
          {problems.length === 0 ? (
            <p className="field-hint">{t('invite.addressesHint')}</p>
          ) : (
            problems.map((text) => (
              <p key={text} className="field-error">
                {text}
              </p>
            ))
          )}
        </div>
        <span className="invite-count" data-over={count > INVITATION.perSend}>
          {t('invite.count', { count, most: INVITATION.perSend })}
        </span>
      </div>
    </div>
  );
}

function problemsOf(checked: readonly InviteAddress[], missing: boolean, count: number, t: Translate): string[] {
  const named = (problem: InviteAddress['problem']): string[] =>
    checked.filter((each) => each.problem === problem).map(({ email }) => email);
  const [invalid, twice] = [named('invalid'), named('duplicate')];
  return [
    ...(missing ? [t('validation.required', { field: t('fields.email') })] : []),
    ...(count > INVITATION.perSend ? [t('validation.maxInvitations')] : []),
    ...(invalid.length > 0 ? [t('invite.invalid', { addresses: invalid.join(', ') })] : []),
    ...(twice.length > 0 ? [t('invite.twice', { addresses: twice.join(', ') })] : []),
  ];
}

function Chip({ address, onRemove }: { address: InviteAddress; onRemove: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <span className="invite-chip" data-problem={address.problem ?? undefined}>
      {address.problem !== null && <WarningIcon aria-hidden="true" />}
      <bdi dir="ltr">{address.email}</bdi>
      <button type="button" aria-label={t('invite.remove', { address: address.email })} onClick={onRemove}>
        <CloseIcon aria-hidden="true" />
      </button>
    </span>
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
