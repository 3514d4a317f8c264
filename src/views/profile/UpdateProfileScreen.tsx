import { useMemo, type ReactNode } from 'react';
import { profileSchema, type Profile, type ProfileForm } from '../../domain/user/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, Panel, Skeleton } from '../../ui/index.ts';
import { FormNativeSelect, FormTextField } from '../../ui/forms/index.ts';
import { Answered } from '../shared/AnswerView.tsx';
import { useFreshAnswer } from '../shared/services/calls.ts';
import { CancelButton } from '../shared/form/CancelButton.tsx';
import { DraftForm } from '../shared/form/DraftForm.tsx';
import { OwnPicture } from '../shared/account/OwnPicture.tsx';
import { usePreferences } from '../shared/services/preferences.ts';
import { useSession } from '../shared/services/session.ts';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';
import { useZoneOptions } from '../shared/time/zones.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import './profile.css';

const NOTHING = {};

/** Changes what the product knows of its user (specification, chapters 3 and 5). */
export default function UpdateProfileScreen(): ReactNode {
  const { t } = useTranslation();
  const profile = useFreshAnswer('getUserProfile', NOTHING);
  return (
    <div className="own-page own-narrow">
      <h1 className="page-title">{t('screens.updateProfile')}</h1>
      <Answered answer={profile} waiting={<Skeleton height="320px" />}>
        {(known) => <ProfileFields profile={known} onPicture={profile.reload} />}
      </Answered>
    </div>
  );
}

function ProfileFields({ profile, onPicture }: { profile: Profile; onPicture: () => void }): ReactNode {
  const { t } = useTranslation();
  const { send } = useSession();
  const { preferences } = usePreferences();
  const { done } = useNotify();
  const { goOn } = useScreenPath();
  const act = useAct();
  const zones = useZoneOptions();
  const initial = useMemo<ProfileForm>(
    () => ({
      first_name: profile.first_name,
      last_name: profile.last_name,
      username: profile.username,
      email: profile.pending_email || profile.email,
      mobile: profile.mobile,
      time_zone: profile.time_zone as ProfileForm['time_zone'],
    }),
    [profile],
  );
  const save = async (form: ProfileForm): Promise<boolean> => {
    const saved = await act.run('updateUserProfile', { ...form, lang: preferences.language });
    if (saved === null) return false;
    done(t('success.profileSaved'));
    send({ type: 'session.userChanged' });
    // A new address is worth nothing before it is proved.
    goOn(saved.pending_email === '' || saved.pending_email === profile.pending_email ? '/profile' : '/verify-email');
    return true;
  };
  return (
    <Panel>
      <div className="form">
        <OwnPicture
          profile={profile}
          onChanged={() => {
            onPicture();
            send({ type: 'session.userChanged' });
          }}
        />
        <DraftForm<ProfileForm>
          draftKey="profile"
          initial={initial}
          schema={profileSchema}
          problem={act.problem}
          onSubmit={save}
          label={t('screens.updateProfile')}>
          <div className="form-pair">
            <FormTextField name="first_name" label={t('fields.first_name')} autoComplete="given-name" required />
            <FormTextField name="last_name" label={t('fields.last_name')} autoComplete="family-name" required />
          </div>
          <FormTextField
            name="username"
            label={t('fields.userName')}
            autoComplete="username"
            direction="ltr"
            required
          />
          <FormTextField
            name="email"
            label={t('fields.email')}
            type="email"
            autoComplete="email"
            direction="ltr"
            required
            hint={t('profile.emailHint')}
          />
          <FormTextField
            name="mobile"
            label={t('fields.mobile')}
            type="tel"
            autoComplete="tel"
            direction="ltr"
            hint={t('profile.mobileHint')}
          />
          <FormNativeSelect
            name="time_zone"
            label={t('fields.time_zone')}
            options={[{ value: '', label: t('profile.zoneOfAccount') }, ...zones]}
          />
          <p className="field-hint">{t('profile.zoneHint')}</p>
          <div className="own-acts">
            <Button type="submit" variant="primary" busy={act.busy}>
              {t('common.save')}
            </Button>
            <CancelButton onCancel={() => goOn('/profile')} />
          </div>
        </DraftForm>
      </div>
    </Panel>
  );
}
