import { useState, type ReactNode } from 'react';
import { ACCOUNT_LANGUAGES } from '../../../domain/account/index.ts';
import { setupCodeSchema, setupSchema, type SetupForm } from '../../../domain/setup/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/index.ts';
import { Form, FormNativeSelect, FormPasswordField, FormTextField } from '../../../ui/forms/index.ts';
import { DraftForm } from '../../shared/form/DraftForm.tsx';
import type { Problem } from '../../shared/services/fleet.ts';
import { usePreferences } from '../../shared/services/preferences.ts';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import { useZoneOptions } from '../../shared/time/zones.ts';
import { deviceZone } from '../RegisterForm.tsx';
import './setup.css';

/** Names what is kept of the owner's form over a reload. */
export const OWNER_DRAFT = 'setup';
const SECRETS = ['password', 'retype_password'] as const;

interface CodeStepProps {
  /** What was typed before. */
  readonly code: string;
  readonly busy: boolean;
  readonly problem: Problem | null;
  readonly onCheck: (code: string) => void;
}

/** The one-time code of the server's log. */
export function CodeStep({ code, busy, problem, onCheck }: CodeStepProps): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <header className="entrance-head">
        <h1 className="entrance-title">{t('setup.title')}</h1>
        <p className="entrance-lead">{t('setup.codeLead')}</p>
      </header>
      {problem !== null && !problem.fields?.length && <ProblemBanner problem={problem} />}
      <Form<{ code: string }>
        label={t('setup.title')}
        initial={{ code }}
        schema={setupCodeSchema}
        problems={problem?.fields}
        onSubmit={(given) => onCheck(given.code)}>
        <div className="code-field setup-code">
          <FormTextField
            name="code"
            label={t('setup.code')}
            hint={t('setup.codeHint')}
            autoComplete="off"
            direction="ltr"
            required
            takesFocus
          />
        </div>
        <Button type="submit" variant="primary" size="large" wide busy={busy}>
          {t('common.next')}
        </Button>
      </Form>
    </>
  );
}

interface OwnerStepProps {
  readonly busy: boolean;
  readonly problem: Problem | null;
  readonly onCreate: (form: SetupForm) => void;
  readonly onBack: () => void;
}

/** The account that everything belongs to, and who administers it. */
export function OwnerStep({ busy, problem, onCreate, onBack }: OwnerStepProps): ReactNode {
  const { t } = useTranslation();
  const { preferences } = usePreferences();
  const zones = useZoneOptions();
  const [initial] = useState<SetupForm>(() => ({
    account_name: '',
    first_name: '',
    last_name: '',
    email: '',
    username: '',
    password: '',
    retype_password: '',
    time_zone: deviceZone() ?? 'UTC',
    language: preferences.language,
  }));
  /** The page forgets the draft when the account is made. */
  const submit = (form: SetupForm): Promise<boolean> => {
    if (!busy) onCreate(form);
    return Promise.resolve(false);
  };
  return (
    <>
      <header className="entrance-head">
        <h1 className="entrance-title">{t('setup.ownerTitle')}</h1>
        <p className="entrance-lead">{t('setup.ownerLead')}</p>
      </header>
      <DraftForm<SetupForm>
        draftKey={OWNER_DRAFT}
        draftOwner="tab"
        secrets={SECRETS}
        initial={initial}
        schema={setupSchema}
        problem={problem}
        onSubmit={submit}
        label={t('setup.ownerTitle')}>
        <FormTextField
          name="account_name"
          label={t('setup.account')}
          hint={t('setup.accountHint')}
          autoComplete="organization"
          required
          takesFocus
        />
        <div className="form-pair">
          <FormTextField name="first_name" label={t('fields.first_name')} autoComplete="given-name" required />
          <FormTextField name="last_name" label={t('fields.last_name')} autoComplete="family-name" required />
        </div>
        <SignInFields />
        <div className="form-pair">
          <FormNativeSelect
            name="language"
            label={t('language.label')}
            options={ACCOUNT_LANGUAGES.map((code) => ({ value: code, label: t(`language.${code}`), language: code }))}
          />
          <FormNativeSelect name="time_zone" label={t('fields.time_zone')} options={zones} />
        </div>
        <Button type="submit" variant="primary" size="large" wide busy={busy}>
          {t('setup.create')}
        </Button>
        <Button variant="quiet" isDisabled={busy} onPress={onBack}>
          {t('common.back')}
        </Button>
      </DraftForm>
    </>
  );
}

/** How the owner signs in: email, user name, and the password twice. */
function SignInFields(): ReactNode {
  const { t } = useTranslation();
  const words = { showLabel: t('common.showPassword'), hideLabel: t('common.hidePassword') };
  return (
    <>
      <FormTextField
        name="email"
        label={t('fields.email')}
        type="email"
        autoComplete="email"
        direction="ltr"
        required
      />
      <FormTextField name="username" label={t('fields.userName')} autoComplete="username" direction="ltr" required />
      <div className="form-pair">
        <FormPasswordField
          name="password"
          label={t('fields.password')}
          autoComplete="new-password"
          required
          hint={t('password.lengthHint')}
          {...words}
        />
        <FormPasswordField
          name="retype_password"
          label={t('fields.retype_password')}
          autoComplete="new-password"
          required
          {...words}
        />
      </div>
    </>
  );
}
