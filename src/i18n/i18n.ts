import { createInstance, type i18n as I18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadCatalogue, type CatalogueLoader } from './catalogue.ts';
import type { LanguageCode } from './languages.ts';

export interface I18nOptions {
  readonly language: LanguageCode;
  readonly load?: CatalogueLoader;
  /** A missing key throws: on in development and in tests, off for users, who see the key. */
  readonly strict: boolean;
}

/** Raised in strict mode when a text is asked for that the catalogue lacks. */
export class MissingTextError extends Error {
  override readonly name = 'MissingTextError';
}

const NAMESPACE = 'translation';

/** Loads the language and answers an instance that is ready to use. Rejects when loading fails. */
export async function createI18n({ language, load = loadCatalogue, strict }: I18nOptions): Promise<I18n> {
  const catalogue = await load(language);
  const instance = createInstance();
  await instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    ns: NAMESPACE,
    resources: { [language]: { [NAMESPACE]: catalogue } },
    // React escapes by itself; escaping here would show people "&amp;".
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    returnNull: false,
    saveMissing: strict,
    missingKeyHandler: (languages, _namespace, key) => {
      throw new MissingTextError(`No text "${key}" in ${languages.join(', ')}`);
    },
  });
  return instance;
}

/**
 * Changes the language, loading its texts first, so that no key is ever seen instead of a text.
 * Rejects when loading fails; the language then stays as it was.
 */
export async function changeLanguage(instance: I18n, language: LanguageCode, load: CatalogueLoader = loadCatalogue): Promise<void> {
  if (!instance.hasResourceBundle(language, NAMESPACE)) {
    instance.addResourceBundle(language, NAMESPACE, await load(language));
  }
  await instance.changeLanguage(language);
}
