import type { ReactNode } from 'react';
import { FirstWeekdayContext, MONDAY } from './firstWeekday.ts';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { RouterProvider } from 'react-aria-components';

export interface UiProviderProps {
  /** Language of built-in texts and the direction of arrow keys. */
  locale: string;
  /** The day that calendars begin their weeks with, 1 = Monday … 7 = Sunday; left out: Monday. */
  firstWeekday?: number;
  /** Goes to a path inside the application. */
  navigate: (path: string) => void;
  /** The address that a path has in the browser; the base path is added here. */
  useHref?: (path: string) => string;
  children: ReactNode;
}

/** What the components need of the product: its language and its router. */
export function UiProvider({ locale, firstWeekday = MONDAY, navigate, useHref, children }: UiProviderProps): ReactNode {
  return (
    <I18nProvider locale={locale}>
      <FirstWeekdayContext value={firstWeekday}>
        <RouterProvider navigate={navigate} useHref={useHref}>
          {children}
        </RouterProvider>
      </FirstWeekdayContext>
    </I18nProvider>
  );
}
