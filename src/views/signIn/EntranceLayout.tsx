import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { NativeSelect } from '../../ui/index.ts';
import { LanguageSelect } from '../shared/LanguageSelect.tsx';
import { SKIN_CHOICES, usePreferences } from '../shared/preferences.ts';
import { Motif } from './Motif.tsx';
import './entrance.css';

/** The page before the product: motif at the start, one task at the end, language and theme below. */
export function EntranceLayout({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const { preferences, change } = usePreferences();
  return (
    <div className="entrance">
      <title>{t('app.title', { screen: title })}</title>
      <Motif tagline={t('app.tagline')} />
      <main className="entrance-main">
        <div className="entrance-task">{children}</div>
        <div className="entrance-foot">
          <LanguageSelect />
          <NativeSelect
            label={t('theme.skin')}
            value={preferences.skin}
            options={SKIN_CHOICES.map((skin) => ({ value: skin, label: t(`theme.skins.${skin}`) }))}
            onChange={(skin) => change({ skin })}
          />
        </div>
      </main>
    </div>
  );
}
