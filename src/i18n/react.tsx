import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_FORMATS, createFormats, type FormatSettings, type Formats } from './formats.ts';

const SettingsContext = createContext<FormatSettings>(DEFAULT_FORMATS);

/** Hands the account's date formats and time zone to everything below. */
export function FormatsProvider({ settings, children }: { settings: FormatSettings; children: ReactNode }): ReactNode {
  return <SettingsContext value={settings}>{children}</SettingsContext>;
}

/** Formats in the user's language and the account's settings; a new object when either changes. */
export function useFormats(): Formats {
  const settings = useContext(SettingsContext);
  const { t, i18n } = useTranslation();
  return useMemo(
    () => createFormats(i18n.language, settings, (key, values) => t(key, values ?? {})),
    [i18n.language, settings, t],
  );
}
