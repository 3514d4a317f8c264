export { I18nextProvider, Trans, useTranslation } from 'react-i18next';
export {
  DEFAULT_FORMATS,
  createFormats,
  formatsOfAccount,
  type FormatSettings,
  type Formats,
  type Translate,
} from './formats.ts';
export { changeLanguage, createI18n, loadInside } from './i18n.ts';
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
