import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { NativeSelect } from '../../ui/index.ts';
import { usePreferences } from './services/preferences.ts';

/** Language of the interface, each named in itself so that its readers find it. */
export function LanguageSelect({ showLabel = false }: { showLabel?: boolean }): ReactNode {
  const { t } = useTranslation();
  const { preferences, languages, change } = usePreferences();
  return (
    <NativeSelect
      label={t('language.label')}
      showLabel={showLabel}
      value={preferences.language}
      options={languages.map(({ code, name }) => ({ value: code, label: name, language: code }))}
      onChange={(language) => change({ language })}
    />
  );
}
