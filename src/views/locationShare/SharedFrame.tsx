import type { ReactNode } from 'react';
import type { SharedBrand } from '../../domain/share/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { EntranceBrand } from '../shared/account/Brand.tsx';
import { BrandContext, useBrand } from '../shared/account/branding.ts';
import { LanguageSelect } from '../shared/LanguageSelect.tsx';
import './locationShare.css';

/** A page that says one thing, with whose it is above it. */
export function SharedNote({
  title,
  brand = null,
  children,
}: {
  title: string;
  brand?: SharedBrand | null;
  children: ReactNode;
}): ReactNode {
  return (
    <Branded brand={brand} title={title}>
      <main className="shared-note">
        <span className="shared-brand">
          <EntranceBrand />
        </span>
        <h1>{title}</h1>
        {children}
        <LanguageSelect />
      </main>
    </Branded>
  );
}

/** Shows the account's own name and logo, where it has any; else those of the page. */
export function Branded({
  brand,
  title,
  children,
}: {
  brand: SharedBrand | null;
  title: string;
  children: ReactNode;
}): ReactNode {
  const { t } = useTranslation();
  const ofPage = useBrand();
  const isOwn = brand !== null && (brand.name !== '' || Object.keys(brand.logos).length > 0);
  const shown = isOwn ? { name: brand.name || ofPage.name, logos: brand.logos } : ofPage;
  return (
    <BrandContext value={shown}>
      <title>{t('app.title', { screen: title, name: shown.name })}</title>
      {children}
    </BrandContext>
  );
}
