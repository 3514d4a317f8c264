import { createContext, useContext, useLayoutEffect } from 'react';

/** What the shell says of the thing that a screen shows. */
export interface ScreenName {
  /** As people named it, in whatever script. */
  readonly name: string;
  /** Address of the thing's own page, where this screen is another one, such as its form; left out on its own page. */
  readonly page?: string | undefined;
}

/** Takes the name for breadcrumbs and document title; null takes it away. No shell, no context. */
export const ScreenNameContext = createContext<((shown: ScreenName | null) => void) | null>(null);

/**
 * Names the thing that this screen shows in breadcrumbs and document title, until the screen goes.
 * @param name Null while it is not known, or where there is none: the screen's own title is used alone.
 * @param page See {@link ScreenName.page}.
 */
export function useScreenName(name: string | null, page?: string): void {
  const show = useContext(ScreenNameContext);
  // Before the browser paints: the name of the last screen is never seen beside the next one.
  useLayoutEffect(() => {
    if (show === null || name === null) return undefined;
    show({ name, page });
    return () => show(null);
  }, [show, name, page]);
}
