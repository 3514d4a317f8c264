import { createContext, useContext } from 'react';

/** Words for a key. The design system knows no language; the product hands this in. */
export type TranslateIssue = (key: string, values: Readonly<Record<string, number | string>>) => string;

const TranslateContext = createContext<TranslateIssue | null>(null);

/** Gives forms below it their words. */
export const FormTranslation = TranslateContext;

/** The translate function; forms outside of {@link FormTranslation} are a mistake. */
export function useIssueText(): TranslateIssue {
  const translate = useContext(TranslateContext);
  if (translate === null) throw new Error('A form needs FormTranslation around it');
  return translate;
}
