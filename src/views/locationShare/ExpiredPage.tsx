import { useEffect, useState, type ReactNode } from 'react';
import type { SharedBrand } from '../../domain/share/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { useCalls } from '../shared/services/calls.ts';
import { SharedNote } from './SharedFrame.tsx';
import { LINK, WHY } from './sharedPlaces.ts';

/** The share has ended, or its link was opened as often as it may be. */
export default function ExpiredPage(): ReactNode {
  const { t } = useTranslation();
  const { query } = useScreenPath();
  const brand = useBrandOf(query.get(LINK));
  const reason = query.get(WHY) === 'usedUp' ? 'usedUp' : 'expired';
  return (
    <SharedNote title={t(`locationShare.${reason}.title`)} brand={brand}>
      <p>{t(`locationShare.${reason}.lead`)}</p>
    </SharedNote>
  );
}

/**
 * Whose link it was; null before that is known, and where the server is away: the page says all that matters without
 * it.
 */
function useBrandOf(token: string | null): SharedBrand | null {
  const { call } = useCalls();
  const [brand, setBrand] = useState<SharedBrand | null>(null);
  useEffect(() => {
    if (token === null) return;
    void call('getSharedLocation', { token, opening: false, trail: false, visit: '' }).then((answer) => {
      if (answer.ok && answer.value.state !== 'invalid') setBrand(answer.value.brand);
    });
  }, [call, token]);
  return brand;
}
