import type { ReactNode } from 'react';
import { useTranslation, type LanguageCode } from '../../i18n/index.ts';
import { IconButton, LanguageIcon, Menu } from '../../ui/index.ts';
import { usePreferences } from '../shared/services/preferences.ts';

/** Language of the interface, from the navbar. */
export function LanguageMenu(): ReactNode {
  const { t } = useTranslation();
  const { preferences, languages, change } = usePreferences();
  return (
    <Menu
      label={t('language.label')}
      trigger={<IconButton label={t('language.label')} icon={<LanguageIcon aria-hidden="true" />} />}
      groups={[{ id: 'languages', entries: languages.map(({ code, name }) => ({ id: code, label: name })) }]}
      selected={new Set([preferences.language])}
      onAction={(code) => change({ language: code as LanguageCode })}
    />
  );
}
