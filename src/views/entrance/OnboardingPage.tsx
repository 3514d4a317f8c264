import type { ReactNode } from 'react';
import type { Profile } from '../../domain/user/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { LinkButton, NativeSelect, Skeleton } from '../../ui/index.ts';
import { Answered } from '../shared/AnswerView.tsx';
import { useFreshAnswer } from '../shared/services/calls.ts';
import { LanguageSelect } from '../shared/LanguageSelect.tsx';
import { OwnPicture } from '../shared/account/OwnPicture.tsx';
import { SKIN_CHOICES, usePreferences } from '../shared/services/preferences.ts';
import { useSession } from '../shared/services/session.ts';
import { EntranceLayout } from './EntranceLayout.tsx';
import { SignInFirst } from './SignInFirst.tsx';

const NOTHING = {};

/** The first minutes of someone who registered: who they are, how the product should look, then their account. */
export default function OnboardingPage(): ReactNode {
  const { t } = useTranslation();
  const { account } = useSession();
  return (
    <EntranceLayout title={t('onboarding.title')} foot={false}>
      <header className="entrance-head">
        <h1 className="entrance-title">{t('onboarding.title')}</h1>
        <p className="entrance-lead">
          {account === null ? t('onboarding.leadPlain') : t('onboarding.lead', { account: account.name })}
        </p>
      </header>
      <SignInFirst>
        <FirstChoices account={account?.name ?? null} />
      </SignInFirst>
    </EntranceLayout>
  );
}

function FirstChoices({ account }: { account: string | null }): ReactNode {
  const { t } = useTranslation();
  const { preferences, change } = usePreferences();
  const profile = useFreshAnswer('getUserProfile', NOTHING);
  return (
    <>
      <Answered answer={profile} waiting={<Skeleton height="88px" />}>
        {(known) => <WhoYouAre profile={known} onChanged={profile.reload} />}
      </Answered>
      <LanguageSelect showLabel />
      <NativeSelect
        label={t('theme.skin')}
        showLabel
        value={preferences.skin}
        options={SKIN_CHOICES.map((skin) => ({ value: skin, label: t(`theme.skins.${skin}`) }))}
        onChange={(skin) => change({ skin })}
      />
      <LinkButton variant="primary" size="large" href="/login">
        {account === null ? t('welcome.goOn') : t('onboarding.enter', { account })}
      </LinkButton>
    </>
  );
}

function WhoYouAre({ profile, onChanged }: { profile: Profile; onChanged: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <OwnPicture profile={profile} onChanged={onChanged} />
      <dl className="onboarding-facts">
        <div>
          <dt>{t('fields.full_name')}</dt>
          <dd>{`${profile.first_name} ${profile.last_name}`}</dd>
        </div>
        <div>
          <dt>{t('fields.userName')}</dt>
          <dd>
            <bdi dir="ltr">{profile.username}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('fields.email')}</dt>
          <dd>
            <bdi dir="ltr">{profile.email}</bdi>
          </dd>
        </div>
      </dl>
      <LinkButton variant="quiet" href="/update-profile">
        {t('onboarding.change')}
      </LinkButton>
    </>
  );
}
