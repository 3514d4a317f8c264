import type { ReactNode } from 'react';
import type { EventSubject } from '../../domain/events/index.ts';
import type { Profile } from '../../domain/user/index.ts';
import { Trans, useTranslation } from '../../i18n/index.ts';
import { Badge, EditIcon, KeyIcon, Link, LinkButton, Panel, ShieldIcon, Skeleton } from '../../ui/index.ts';
import { Answered } from '../shared/AnswerView.tsx';
import { useAnswer } from '../shared/services/calls.ts';
import { OwnPicture } from '../shared/account/OwnPicture.tsx';
import { useSession } from '../shared/services/session.ts';
import { useNow } from '../shared/time/useNow.ts';
import { zoneLabel } from '../shared/time/zones.ts';
import './profile.css';

const NOTHING = {};
const CHANGED_BY: readonly EventSubject[] = ['user'];

/** Who one is to the product. */
export default function ProfileScreen(): ReactNode {
  const { t } = useTranslation();
  const profile = useAnswer('getUserProfile', NOTHING, CHANGED_BY);
  return (
    <div className="own-page">
      <header className="own-head">
        <h1 className="page-title">{t('screens.profile')}</h1>
        <LinkButton href="/change-password" icon={<KeyIcon aria-hidden="true" />}>
          {t('userMenu.changePassword')}
        </LinkButton>
        <LinkButton href="/settings" icon={<ShieldIcon aria-hidden="true" />}>
          {t('userMenu.settings')}
        </LinkButton>
        <LinkButton variant="primary" href="/update-profile" icon={<EditIcon aria-hidden="true" />}>
          {t('profile.edit')}
        </LinkButton>
      </header>
      <Answered answer={profile} waiting={<Waiting />}>
        {(known) => <Facts profile={known} onChanged={profile.reload} />}
      </Answered>
      <Memberships />
    </div>
  );
}

function Waiting(): ReactNode {
  const { t } = useTranslation();
  return (
    <output className="own-waiting" aria-label={t('common.loading')}>
      <Skeleton width="88px" height="88px" round />
      <Skeleton height="20px" width="60%" />
      <Skeleton height="20px" width="45%" />
      <Skeleton height="20px" width="50%" />
    </output>
  );
}

function Facts({ profile, onChanged }: { profile: Profile; onChanged: () => void }): ReactNode {
  const { t } = useTranslation();
  const { send } = useSession();
  const now = useNow();
  const changed = (): void => {
    onChanged();
    send({ type: 'session.userChanged' });
  };
  const or = (text: string): string => text || t('profile.notGiven');
  return (
    <Panel>
      <div className="own-card">
        <OwnPicture profile={profile} onChanged={changed} />
        <dl className="own-facts">
          <Fact term={t('fields.full_name')}>{or(`${profile.first_name} ${profile.last_name}`.trim())}</Fact>
          <Fact term={t('fields.userName')}>
            <bdi dir="ltr">{profile.username}</bdi>
          </Fact>
          <Fact term={t('fields.email')}>
            <bdi dir="ltr">{profile.email}</bdi> <Verified verified={profile.email_verified} href="/verify-email" />
            {profile.pending_email !== '' && (
              <p className="field-hint">
                <Trans
                  i18nKey="security.pendingEmail"
                  values={{ email: profile.pending_email }}
                  components={{ address: <bdi dir="ltr" /> }}
                />{' '}
                <Link href="/verify-email">{t('profile.verify')}</Link>
              </p>
            )}
          </Fact>
          <Fact term={t('fields.mobile')}>
            <bdi dir="ltr">{or(profile.mobile)}</bdi>{' '}
            {profile.mobile !== '' && <Verified verified={profile.mobile_verified} href="/verify-email?type=mobile" />}
          </Fact>
          <Fact term={t('fields.time_zone')}>
            {profile.time_zone === '' ? t('profile.zoneOfAccount') : zoneLabel(profile.time_zone, now)}
          </Fact>
          <Fact term={t('twoFactor.title')}>
            {profile.two_factor_enabled ? (
              <Badge tone="normal">{t('twoFactor.on')}</Badge>
            ) : (
              <Link href="/settings">{t('twoFactor.setUp')}</Link>
            )}
          </Fact>
        </dl>
      </div>
    </Panel>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Verified({ verified, href }: { verified: boolean; href: string }): ReactNode {
  const { t } = useTranslation();
  return verified ? (
    <Badge tone="normal">{t('profile.verified')}</Badge>
  ) : (
    <Link href={href}>{t('profile.verify')}</Link>
  );
}

/** Where one belongs, and as what. */
function Memberships(): ReactNode {
  const { t } = useTranslation();
  const { memberships, account, send } = useSession();
  if (memberships.length === 0) return null;
  return (
    <Panel title={t('profile.accounts')}>
      <ul className="own-list">
        {memberships.map((membership) => (
          <li key={membership.account_id}>
            <span className="own-words">
              <strong>{membership.name}</strong> <span className="dim">{membership.role}</span>
            </span>
            {membership.status !== 'active' && <Badge tone="serious">{t(`accountStatus.${membership.status}`)}</Badge>}
            {membership.account_id === account?.account_id ? (
              <Badge tone="accent">{t('profile.current')}</Badge>
            ) : (
              membership.status === 'active' && (
                <button
                  type="button"
                  className="link-button"
                  onClick={() => send({ type: 'session.selectAccount', accountId: membership.account_id })}>
                  {t('profile.switchTo')}
                </button>
              )
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
