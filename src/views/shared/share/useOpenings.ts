import type { Share } from '../../../domain/share/index.ts';
import { useTranslation } from '../../../i18n/index.ts';

/** How often a link was opened, and of how often it may be. */
export function useOpenings(): (share: Pick<Share, 'opened' | 'max_opens'>) => string {
  const { t } = useTranslation();
  return ({ opened, max_opens: most }) =>
    most === null ? t('share.opened', { count: opened }) : t('share.openedOf', { count: opened, most });
}
