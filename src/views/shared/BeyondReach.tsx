import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Banner, LinkButton, WarningIcon } from '../../ui/index.ts';

/** In the place of a form for a thing of a sub-account that one may see but not change. */
export function BeyondReach({ href, name, account }: { href: string; name: string; account: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <Banner tone="caution" icon={<WarningIcon />} action={<LinkButton href={href}>{t('common.open')}</LinkButton>}>
      {t('list.notYours', { name, account })}
    </Banner>
  );
}
