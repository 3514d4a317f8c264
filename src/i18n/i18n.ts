import { createInstance, type i18n as I18n, type TOptions } from 'i18next';
import { getI18n, initReactI18next } from 'react-i18next';
import { loadCatalogue, type CatalogueLoader, type CataloguePart } from './catalogue.ts';
import { isolated } from './isolation.ts';
import { direction, type LanguageCode } from './languages.ts';

export interface I18nOptions {
  readonly language: LanguageCode;
  readonly load?: CatalogueLoader;
  /**
   * A missing key throws, and so does a number that came as text: on in development and in tests, off for users, who
   * see what there is.
   */
  readonly strict: boolean;
}

/** Raised in strict mode when a text is asked for that the catalogue lacks. */
export class MissingTextError extends Error {
  override readonly name = 'MissingTextError';
}

/**
 * Raised in strict mode when a text wants a number and is given one in words: Persian digits would be shown as "not a
 * number".
 */
export class WrongNumberError extends Error {
  override readonly name = 'WrongNumberError';
}

const FIRST: CataloguePart = 'entrance';
const SECOND: CataloguePart = 'inside';

/** Loads the language's first part and answers an instance that is ready to use. Rejects when loading fails. */
export async function createI18n({ language, load = loadCatalogue, strict }: I18nOptions): Promise<I18n> {
  const catalogue = await load(language, FIRST);
  const instance = createInstance();
  await instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    ns: FIRST,
    defaultNS: FIRST,
    // Keys are written without their part: what the first lacks is looked for in the second.
    fallbackNS: SECOND,
    resources: { [language]: { [FIRST]: catalogue } },
    // React escapes by itself; escaping here would show people "&amp;". Inserted values keep their own direction
    // instead.
    interpolation: {
      escapeValue: true,
      escape: (text) => (direction(instance.language) === 'rtl' ? isolated(checked(text)) : checked(text)),
    },
    react: { useSuspense: false },
    returnNull: false,
    saveMissing: strict,
    missingKeyHandler: (languages, _namespace, key) => {
      throw new MissingTextError(`No text "${key}" in ${languages.join(', ')}`);
    },
  });
  if (strict) instance.services.formatter?.addCached('number', strictNumber);
  keepPlainTexts(instance);
  return instance;
}

/** What `useTranslation` asks each text with. With any other option it is another text, or has values in it. */
const OF_EVERY_TEXT: ReadonlySet<string> = new Set(['lng', 'lngs', 'ns', 'keyPrefix']);

/**
 * Looks a text without values up once for a language: a page asks for the same ones each time that it is drawn, and a
 * twentieth of the processor's time went into that.
 */
function keepPlainTexts(instance: I18n): void {
  const translate = instance.t.bind(instance);
  const kept = new Map<string, string>();
  instance.store.on('added', () => kept.clear());
  const lookUp = (key: string | string[], options: TOptions = {}): string => {
    if (typeof key !== 'string') return translate(key, options);
    for (const option in options)
      if (options[option] !== undefined && !OF_EVERY_TEXT.has(option)) return translate(key, options);
    const place = `${options.lng ?? instance.language} ${String(options.ns)} ${key}`;
    const found = kept.get(place);
    if (found !== undefined) return found;
    const text = translate(key, options);
    kept.set(place, text);
    return text;
  };
  // Assigned as a whole: the declared type is of overloads that are one function.
  Object.assign(instance, { t: lookUp });
}

/**
 * Before what is no number: the library swallows what a formatter throws, so it is thrown where the value is put in.
 */
const WRONG = '\u0000';

function strictNumber(language: string | undefined, options: Intl.NumberFormatOptions): (value: unknown) => string {
  const format = new Intl.NumberFormat(language, options);
  return (value) => (typeof value === 'number' ? format.format(value) : WRONG + String(value));
}

function checked(text: string): string {
  if (text.startsWith(WRONG)) throw new WrongNumberError(`A number is wanted, not "${text.slice(WRONG.length)}"`);
  return text;
}

/** Instances whose person is, or was, inside: another language then comes with both parts. */
const inside = new WeakSet<I18n>();

/** Loads the texts of the signed-in part in the language that is in use. Rejects when loading fails. */
export async function loadInside(instance: I18n = getI18n(), load: CatalogueLoader = loadCatalogue): Promise<void> {
  inside.add(instance);
  await addPart(instance, instance.language as LanguageCode, SECOND, load);
}

/**
 * Changes the language, loading its texts first, so that no key is ever seen instead of a text.
 * Rejects when loading fails; the language then stays as it was.
 */
export async function changeLanguage(
  instance: I18n,
  language: LanguageCode,
  load: CatalogueLoader = loadCatalogue,
): Promise<void> {
  const parts = inside.has(instance) ? [FIRST, SECOND] : [FIRST];
  await Promise.all(parts.map((part) => addPart(instance, language, part, load)));
  await instance.changeLanguage(language);
}

async function addPart(
  instance: I18n,
  language: LanguageCode,
  part: CataloguePart,
  load: CatalogueLoader,
): Promise<void> {
  if (instance.hasResourceBundle(language, part)) return;
  const texts = await load(language, part);
  // Nobody changes a catalogue: a copy of it would only take time.
  instance.addResourceBundle(language, part, texts, false, false, { silent: false, skipCopy: true });
}
