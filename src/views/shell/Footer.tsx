import type { ReactNode } from 'react';
import { APP_VERSION } from '../../api/contract/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Link } from '../../ui/index.ts';
import { useBrand } from '../shared/account/branding.ts';

/** Whose product this is, its version, and the way to the help centre. */
export function Footer(): ReactNode {
  const { t } = useTranslation();
  const { name } = useBrand();
  return (
    <footer className="shell-footer">
      <span>
        <bdi>{name}</bdi> <bdi dir="ltr">{APP_VERSION}</bdi>
      </span>
      <Link href="/help">{t('userMenu.help')}</Link>
    </footer>
  );
}
