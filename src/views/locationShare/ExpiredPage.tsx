import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { SharedNote } from './SharedFrame.tsx';

/** The share has ended. */
export default function ExpiredPage(): ReactNode {
  const { t } = useTranslation();
  return (
    <SharedNote title={t('locationShare.expired.title')}>
      <p>{t('locationShare.expired.lead')}</p>
    </SharedNote>
  );
}
