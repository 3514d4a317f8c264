import { useCallback, useContext, useMemo } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { AddressBarContext } from './addressBar.ts';
import { useGoOn } from './leaveGuard.ts';

export interface ScreenPath {
  readonly path: string;
  readonly query: URLSearchParams;
  /** Another one after every step to an address, the same one included. */
  readonly visit: string;
  /** The address was reached by a step of the browser through its history (or is where the page was opened). */
  readonly stepped: boolean;
  /** Opens another screen; asks first where something typed would be lost. */
  go(path: string, query?: Readonly<Record<string, string>>): void;
  /** Opens another screen after a save: nothing is unsaved any more. */
  goOn(path: string, query?: Readonly<Record<string, string>>): void;
  /** Opens another screen in place of this one in the history: what stood here is over. */
  replace(path: string, query?: Readonly<Record<string, string>>): void;
  /**
   * The rendered address is that of the address bar: nothing newer is on its way, such as the same screen with another
   * query.
   */
  isCurrent(): boolean;
  /** Writes the query of this screen without a step in the history; nothing once another is on its way. */
  replaceQuery(query: URLSearchParams): void;
}

/** The address as screens use it. */
export function useScreenPath(): ScreenPath {
  const { pathname, search, key } = useLocation();
  const navigate = useNavigate();
  const stepped = useNavigationType() === 'POP';
  const pass = useGoOn();
  const addressBar = useContext(AddressBarContext);
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const go = useCallback<ScreenPath['go']>(
    (path, parameters) => void navigate({ pathname: path, search: searchOf(parameters) }),
    [navigate],
  );
  const goOn = useCallback<ScreenPath['go']>((path, parameters) => pass(() => go(path, parameters)), [pass, go]);
  const replace = useCallback<ScreenPath['replace']>(
    (path, parameters) =>
      pass(() => void navigate({ pathname: path, search: searchOf(parameters) }, { replace: true })),
    [pass, navigate],
  );
  const replaceQuery = useCallback<ScreenPath['replaceQuery']>(
    (next) => {
      // Writes that still come here would call back a screen whose link was just pressed.
      if (addressBar !== null && addressBar().path !== pathname) return;
      pass(() => void navigate({ search: next.toString() }, { replace: true }));
    },
    [pass, navigate, addressBar, pathname],
  );
  const isCurrent = useCallback(() => {
    if (addressBar === null) return true;
    const bar = addressBar();
    // The browser encodes what a link left as it was.
    return bar.path === pathname && new URLSearchParams(bar.search).toString() === query.toString();
  }, [addressBar, pathname, query]);
  return { path: pathname, query, visit: key, stepped, go, goOn, replace, isCurrent, replaceQuery };
}

const searchOf = (parameters: Readonly<Record<string, string>> = {}): string =>
  new URLSearchParams(parameters).toString();
