import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { SharedNote } from './SharedFrame.tsx';
import { WHY } from './sharedPlaces.ts';

/** The share has ended, or its link was opened as often as it may be. */
export default function ExpiredPage(): ReactNode {
  const { t } = useTranslation();
  const { query } = useScreenPath();
  const reason = query.get(WHY) === 'usedUp' ? 'usedUp' : 'expired';
  return (
    <SharedNote title={t(`locationShare.${reason}.title`)}>
      <p>{t(`locationShare.${reason}.lead`)}</p>
    </SharedNote>
  );
}
