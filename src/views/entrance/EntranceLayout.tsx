import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { NativeSelect } from '../../ui/index.ts';
import { LanguageSelect } from '../shared/LanguageSelect.tsx';
import { useBrand } from '../shared/account/branding.ts';
import { SKIN_CHOICES, usePreferences } from '../shared/services/preferences.ts';
import { Motif } from './Motif.tsx';
import './entrance.css';

/** The page before the product: motif at the start, one task at the end, language and theme below. */
export function EntranceLayout({
  title,
  foot = true,
  children,
}: {
  title: string;
  /** Language and theme below the task. */ foot?: boolean;
  children: ReactNode;
}): ReactNode {
  const { t } = useTranslation();
  const { preferences, change } = usePreferences();
  const { name } = useBrand();
  return (
    <div className="entrance">
      <title>{t('app.title', { screen: title, name })}</title>
      <Motif tagline={t('app.tagline')} />
      <main className="entrance-main">
        <div className="entrance-task">{children}</div>
        {foot && (
          <div className="entrance-foot">
            <LanguageSelect />
            <NativeSelect
              label={t('theme.skin')}
              value={preferences.skin}
              options={SKIN_CHOICES.map((skin) => ({ value: skin, label: t(`theme.skins.${skin}`) }))}
              onChange={(skin) => change({ skin })}
            />
          </div>
        )}
      </main>
    </div>
  );
}
