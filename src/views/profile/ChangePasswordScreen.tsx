import { useMemo, type ReactNode } from 'react';
import { changePasswordSchema, type ChangePasswordForm, type Profile } from '../../domain/user/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, Panel, Skeleton } from '../../ui/index.ts';
import { FormCheckbox, FormPasswordField } from '../../ui/forms/index.ts';
import { Answered } from '../shared/AnswerView.tsx';
import { useAnswer } from '../shared/services/calls.ts';
import { CancelButton } from '../shared/form/CancelButton.tsx';
import { DraftForm } from '../shared/form/DraftForm.tsx';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import './profile.css';

const NOTHING = {};
const EMPTY: ChangePasswordForm = {
  old_password: '',
  new_password: '',
  retype_password: '',
  end_keys: false,
  end_passkeys: false,
};

/** Another password in place of the known one; the other sessions end with it. */
export default function ChangePasswordScreen(): ReactNode {
  const { t } = useTranslation();
  const profile = useAnswer('getUserProfile', NOTHING);
  return (
    <div className="own-page own-narrow">
      <h1 className="page-title">{t('screens.changePassword')}</h1>
      <Answered answer={profile} waiting={<Skeleton height="240px" />}>
        {(known) => <Passwords profile={known} />}
      </Answered>
    </div>
  );
}

function Passwords({ profile }: { profile: Profile }): ReactNode {
  const { t } = useTranslation();
  const { done } = useNotify();
  const { goOn } = useScreenPath();
  const act = useAct();
  const schema = useMemo(
    () => changePasswordSchema(profile.password_policy, profile.username),
    [profile.password_policy, profile.username],
  );
  const words = { showLabel: t('common.showPassword'), hideLabel: t('common.hidePassword') };
  const save = async (form: ChangePasswordForm): Promise<boolean> => {
    if ((await act.run('changePassword', form)) === null) return false;
    done(t('success.passwordChanged'));
    goOn('/profile');
    return true;
  };
  return (
    <Panel>
      {/* No draft: passwords are kept nowhere. */}
      <DraftForm<ChangePasswordForm>
        draftKey={null}
        initial={EMPTY}
        schema={schema}
        problem={act.problem}
        onSubmit={save}
        label={t('screens.changePassword')}>
        <input type="text" autoComplete="username" value={profile.username} readOnly hidden />
        <FormPasswordField
          name="old_password"
          label={t('fields.old_password')}
          autoComplete="current-password"
          required
          {...words}
        />
        <FormPasswordField
          name="new_password"
          label={t('fields.new_password')}
          autoComplete="new-password"
          required
          hint={t(`password.${profile.password_policy}Hint`)}
          {...words}
        />
        <FormPasswordField
          name="retype_password"
          label={t('fields.retype_password')}
          autoComplete="new-password"
          required
          {...words}
        />
        <FormCheckbox name="end_keys" label={t('password.endKeys')} />
        <FormCheckbox name="end_passkeys" label={t('password.endPasskeys')} />
        <p className="dim">{t('password.otherSessions')}</p>
        <div className="own-acts">
          <Button type="submit" variant="primary" busy={act.busy}>
            {t('password.change')}
          </Button>
          <CancelButton onCancel={() => goOn('/profile')} />
        </div>
      </DraftForm>
    </Panel>
  );
}
