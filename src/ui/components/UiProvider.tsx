import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { RouterProvider } from 'react-aria-components';

export interface UiProviderProps {
  /** Language of built-in texts and the direction of arrow keys. */
  locale: string;
  /** Goes to a path inside the application. */
  navigate: (path: string) => void;
  /** The address that a path has in the browser; the base path is added here. */
  useHref?: (path: string) => string;
  children: ReactNode;
}

/** What the components need of the product: its language and its router. */
export function UiProvider({ locale, navigate, useHref, children }: UiProviderProps): ReactNode {
  return (
    <I18nProvider locale={locale}>
      <RouterProvider navigate={navigate} useHref={useHref}>
        {children}
      </RouterProvider>
    </I18nProvider>
  );
}
