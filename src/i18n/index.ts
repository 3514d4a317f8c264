export { I18nextProvider, Trans, useTranslation } from 'react-i18next';
export { loadCatalogue, type Catalogue, type CatalogueLoader, type CataloguePart } from './catalogue.ts';
export {
  DEFAULT_FORMATS,
  createFormats,
  formatsOfAccount,
  type FormatSettings,
  type Formats,
  type Translate,
} from './formats.ts';
export {
  MissingTextError,
  WrongNumberError,
  changeLanguage,
  createI18n,
  loadInside,
  type I18nOptions,
} from './i18n.ts';
export { isolated } from './isolation.ts';
export {
  DEFAULT_LANGUAGE,
  LANGUAGES,
  direction,
  firstWeekday,
  pickLanguage,
  type Direction,
  type LanguageCode,
} from './languages.ts';
export { FormatsProvider, useFormats } from './react.tsx';
