import { useEffect, useState, type ReactNode } from 'react';
import { object, string, type InferType } from 'yup';
import type { Operator } from '../../domain/operator/index.ts';
import { invitedEmailField } from '../../domain/user/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Banner, Dialog, WarningIcon } from '../../ui/index.ts';
import { Form, FormTextField, useFormField } from '../../ui/forms/index.ts';
import { FormButtons } from '../shared/form/FormButtons.tsx';
import { RoleChoice } from '../shared/invitation/RoleChoice.tsx';
import { useInvitationSending } from '../shared/invitation/useInvitationSending.ts';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useNotify } from '../shared/services/toasts.ts';

const schema = object({
  email: invitedEmailField.required('validation.required'),
  role_id: string().required('validation.required'),
});
type InviteValues = InferType<typeof schema>;

/** Invites the person who is the operator by email, with a role as everybody has one. */
export function InviteOperator({ operator, onClose }: { operator: Operator; onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const notify = useNotify();
  const [snapshot, send] = useInvitationSending(undefined, operator.operator_id);
  const [initial] = useState<InviteValues>({ email: operator.email, role_id: '' });
  const { invited, problem } = snapshot.context;
  const busy = snapshot.hasTag('busy');
  const sentTo = invited?.invitations.at(0)?.email;
  const refused = invited?.refused.at(0)?.message;
  const title = t('operators.login.inviteTitle', { name: operator.name });
  useEffect(() => send({ type: 'invitations.compose' }), [send]);
  useEffect(() => {
    if (sentTo === undefined) return;
    notify.done(t('operators.login.sent', { email: sentTo }));
    onClose();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it was sent
  }, [sentTo]);
  const submit = ({ email, role_id: role }: InviteValues): void => {
    if (invited !== null) send({ type: 'invitations.compose' });
    send({ type: 'invitations.send', form: { emails: [email], role_id: Number(role) } });
  };
  return (
    <Dialog open title={title} closeLabel={t('common.close')} onClose={() => !busy && onClose()}>
      <Form<InviteValues>
        label={title}
        initial={initial}
        schema={schema}
        problems={problem?.fields}
        className="form"
        onSubmit={submit}>
        {problem !== null && <ProblemBanner problem={problem} />}
        {refused !== undefined && (
          <Banner tone="caution" icon={<WarningIcon />}>
            {refused}
          </Banner>
        )}
        <FormTextField
          name="email"
          label={t('fields.email')}
          required
          direction="ltr"
          inputMode="email"
          autoComplete="off"
        />
        <RoleField />
        <p className="dim">{t('operators.login.roleHint')}</p>
        <FormButtons busy={busy} onCancel={onClose} submitLabel={t('operators.login.send')} />
      </Form>
    </Dialog>
  );
}

function RoleField(): ReactNode {
  const { t } = useTranslation();
  const field = useFormField<string>('role_id', t('fields.role_id'));
  return (
    <RoleChoice
      accountId={undefined}
      value={field.value === '' ? null : field.value}
      onChange={field.onChange}
      missing={field.error !== undefined}
    />
  );
}
