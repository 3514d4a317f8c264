import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Button, LinkButton } from '../../ui/index.ts';
import { useSession } from '../shared/services/session.ts';
import { useBrand } from '../shared/account/branding.ts';
import { ClosedRoad, ErrorPage } from './ErrorPage.tsx';

/** A screen that the user's permissions do not open. */
export default function UnauthorisedPage(): ReactNode {
  const { t } = useTranslation();
  const { name } = useBrand();
  const { memberships, send, stage } = useSession();
  return (
    <ErrorPage figure={<ClosedRoad />} title={t('errors.unauthorisedTitle')} lead={t('errors.unauthorisedLead')}>
      <title>{t('app.title', { screen: t('screens.unauthorised'), name })}</title>
      <LinkButton variant="primary" href="/">
        {t('errors.unauthorisedAction')}
      </LinkButton>
      {memberships.length > 1 && (
        <Button onPress={() => send({ type: 'session.switchAccount' })}>{t('errors.switchAccount')}</Button>
      )}
      {stage === 'signedIn' && (
        <Button variant="quiet" onPress={() => send({ type: 'session.signOut' })}>
          {t('userMenu.logout')}
        </Button>
      )}
    </ErrorPage>
  );
}
