import { useId, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react';
import { INVITATION } from '../../../domain/base/index.ts';
import { useTranslation, type Translate } from '../../../i18n/index.ts';
import { CloseIcon, WarningIcon } from '../../../ui/index.ts';
import { checkAddresses, splitAddresses, type InviteAddress } from './inviteAddresses.ts';

export interface AddressesProps {
  emails: readonly string[];
  onEmails: (emails: readonly string[]) => void;
  /** What is typed and not yet taken over. */
  draft: string;
  onDraft: (draft: string) => void;
  missing: boolean;
}

/** Addresses as chips: a comma, a blank, Enter or a pasted list makes them. */
export function Addresses({ emails, onEmails, draft, onDraft, missing }: AddressesProps): ReactNode {
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
