import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { SharedNote } from './SharedFrame.tsx';

/** There is no such share, or it was revoked: the two look the same. */
export default function InvalidPage(): ReactNode {
  const { t } = useTranslation();
  return (
    <SharedNote title={t('locationShare.invalid.title')}>
      <p>{t('locationShare.invalid.lead')}</p>
    </SharedNote>
  );
}
