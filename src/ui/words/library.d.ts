// The library declares these as types only; they are words by component package.
declare module 'react-aria-components/i18n/en-US' {
  const words: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  export default words;
}
declare module 'react-aria-components/i18n/ru-RU' {
  const words: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  export default words;
}
