import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { InvitePreview } from '../../domain/invitation/index.ts';
import { registerSchema, usernameField, type RegisterForm as RegisterValues } from '../../domain/user/index.ts';
import { TIME_ZONES } from '../../domain/base/index.ts';
import { useZoneOptions } from '../shared/time/zones.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, TextField } from '../../ui/index.ts';
import { FormNativeSelect, FormPasswordField, FormTextField, useFormField } from '../../ui/forms/index.ts';
import { useCalls } from '../shared/services/calls.ts';
import { DraftForm } from '../shared/form/DraftForm.tsx';
import type { Problem } from '../shared/services/fleet.ts';

/** Pause after the last key before the server is asked whether a name is free. */
const ASK_AFTER = 400;

/** Whether the user name is free; says nothing while it is typed or cannot be asked. */
function useNameIsTaken(username: string, token: string): boolean {
  const { call } = useCalls();
  const [taken, setTaken] = useState<string | null>(null);
  const ask = useCallback(
    async (name: string, signal: AbortSignal): Promise<void> => {
      const answer = await call('checkUserNameAvailability', { username: name, token }, signal);
      if (answer.ok && !signal.aborted) setTaken(answer.value.available ? null : name);
    },
    [call, token],
  );
  useEffect(() => {
    if (!usernameField.isValidSync(username)) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      ask(username, controller.signal).catch((error: unknown) => {
        if (!controller.signal.aborted) throw error;
      });
    }, ASK_AFTER);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [ask, username]);
  return taken === username && username !== '';
}

/** A name that somebody else has is named while it is typed, at the field and to the ear. */
function UsernameField({ token }: { token: string }): ReactNode {
  const { t } = useTranslation();
  const { error, ...field } = useFormField<string>('username', t('fields.userName'));
  const taken = useNameIsTaken(field.value, token) ? t('validation.usernameTaken') : undefined;
  return (
    <div>
      <TextField
        {...field}
        error={error ?? taken}
        name="username"
        label={t('fields.userName')}
        autoComplete="username"
        direction="ltr"
        required
      />
      <p className="visually-hidden" aria-live="polite">
        {taken}
      </p>
    </div>
  );
}

export interface RegisterFormProps {
  preview: InvitePreview;
  /** The invitation's. */
  token: string;
  /** Names what is kept of the form over a reload. */
  draftKey: string;
  busy: boolean;
  problem: Problem | null;
  onSubmit: (form: RegisterValues) => void;
}

const PASSWORDS = ['password', 'retype_password'] as const;

/** The time zone of this device; null where it names one that we do not know. */
export function deviceZone(): (typeof TIME_ZONES)[number] | null {
  const device = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return TIME_ZONES.find((zone) => zone === device) ?? null;
}

/** Makes a login for an invited person (specification, chapters 3 and 5). */
export function RegisterForm({ preview, token, draftKey, busy, problem, onSubmit }: RegisterFormProps): ReactNode {
  const { t } = useTranslation();
  const zones = useZoneOptions();
  const schema = useMemo(() => registerSchema(preview.password_policy), [preview.password_policy]);
  const [initial] = useState<RegisterValues>(() => ({
    first_name: '',
    last_name: '',
    username: '',
    mobile: '',
    password: '',
    retype_password: '',
    time_zone: deviceZone() ?? '',
  }));
  /** Registering is a workflow of its own; the owner of the form forgets its draft when that has ended. */
  const submit = (form: RegisterValues): Promise<boolean> => {
    if (!busy) onSubmit(form);
    return Promise.resolve(false);
  };
  const words = { showLabel: t('common.showPassword'), hideLabel: t('common.hidePassword') };
  return (
    <DraftForm<RegisterValues>
      draftKey={draftKey}
      draftOwner="tab"
      secrets={PASSWORDS}
      initial={initial}
      schema={schema}
      problem={problem}
      onSubmit={submit}
      label={t('welcome.register')}>
      <div className="form-pair">
        <FormTextField name="first_name" label={t('fields.first_name')} autoComplete="given-name" required />
        <FormTextField name="last_name" label={t('fields.last_name')} autoComplete="family-name" required />
      </div>
      <UsernameField token={token} />
      <FormTextField
        name="mobile"
        label={`${t('fields.mobile')} (${t('common.optional')})`}
        type="tel"
        autoComplete="tel"
        direction="ltr"
      />
      <FormNativeSelect
        name="time_zone"
        label={t('fields.time_zone')}
        options={[{ value: '', label: t('profile.zoneOfAccount') }, ...zones]}
      />
      <FormPasswordField
        name="password"
        label={t('fields.password')}
        autoComplete="new-password"
        required
        hint={t(`password.${preview.password_policy}Hint`)}
        {...words}
      />
      <FormPasswordField
        name="retype_password"
        label={t('fields.retype_password')}
        autoComplete="new-password"
        required
        {...words}
      />
      <Button type="submit" variant="primary" size="large" wide busy={busy}>
        {t('welcome.registerSubmit')}
      </Button>
    </DraftForm>
  );
}
