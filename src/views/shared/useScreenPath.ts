import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';

export interface ScreenPath {
  readonly path: string;
  readonly query: URLSearchParams;
  /** Opens another screen. */
  go(path: string, query?: Readonly<Record<string, string>>): void;
  /** Writes the query of this screen without a step in the history. */
  replaceQuery(query: URLSearchParams): void;
}

/** The address as screens use it. */
export function useScreenPath(): ScreenPath {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const go = useCallback<ScreenPath['go']>(
    (path, parameters) => void navigate({ pathname: path, search: parameters ? new URLSearchParams(parameters).toString() : '' }),
    [navigate],
  );
  const replaceQuery = useCallback<ScreenPath['replaceQuery']>((next) => void navigate({ search: next.toString() }, { replace: true }), [navigate]);
  return { path: pathname, query, go, replaceQuery };
}
