import type { ReactNode } from 'react';
import { LANGUAGES, useTranslation } from '../../i18n/index.ts';
import { NativeSelect } from '../../ui/index.ts';
import { usePreferences } from './services/preferences.ts';

/** Language of the interface, each named in itself so that its readers find it. */
export function LanguageSelect({ showLabel = false }: { showLabel?: boolean }): ReactNode {
  const { t } = useTranslation();
  const { preferences, change } = usePreferences();
  return (
    <NativeSelect
      label={t('language.label')}
      showLabel={showLabel}
      value={preferences.language}
      options={LANGUAGES.map((code) => ({ value: code, label: t(`language.${code}`), language: code }))}
      onChange={(language) => change({ language })}
    />
  );
}
