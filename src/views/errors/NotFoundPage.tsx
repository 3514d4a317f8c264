import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { LinkButton } from '../../ui/index.ts';
import { useBrand } from '../shared/account/branding.ts';
import { ErrorPage, LostRoad } from './ErrorPage.tsx';

/** Unknown path (specification, chapter 2: error-404). */
export default function NotFoundPage(): ReactNode {
  const { t } = useTranslation();
  const { name } = useBrand();
  return (
    <ErrorPage figure={<LostRoad />} title={t('errors.notFoundTitle')} lead={t('errors.notFoundLead')}>
      <title>{t('app.title', { screen: t('screens.notFound'), name })}</title>
      <LinkButton variant="primary" href="/">
        {t('errors.notFoundAction')}
      </LinkButton>
    </ErrorPage>
  );
}
