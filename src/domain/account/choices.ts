// Apart from the fields of an account: every page needs these, the sign-in page too.

/**
 * The accent colours (specification, chapter 1), which an account may give its users too. Their hues are the palette's.
 */
export const ACCOUNT_THEMES = ['purple', 'blue', 'pink', 'red', 'orange', 'yellow', 'green', 'teal', 'cyan'] as const;
export type AccountTheme = (typeof ACCOUNT_THEMES)[number];
export const ACCOUNT_LANGUAGES = ['en', 'ru', 'fa'] as const;
