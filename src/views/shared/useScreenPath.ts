import { useCallback, useContext, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { LeaveGuardContext } from './leaveGuard.ts';

export interface ScreenPath {
  readonly path: string;
  readonly query: URLSearchParams;
  /** Opens another screen; asks first where something typed would be lost. */
  go(path: string, query?: Readonly<Record<string, string>>): void;
  /** Opens another screen after a save: nothing is unsaved any more. */
  goOn(path: string, query?: Readonly<Record<string, string>>): void;
  /** Writes the query of this screen without a step in the history. */
  replaceQuery(query: URLSearchParams): void;
}

/** The address as screens use it. */
export function useScreenPath(): ScreenPath {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const guard = useContext(LeaveGuardContext);
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const goOn = useCallback<ScreenPath['go']>(
    (path, parameters) => void navigate({ pathname: path, search: parameters ? new URLSearchParams(parameters).toString() : '' }),
    [navigate],
  );
  const go = useCallback<ScreenPath['go']>(
    (path, parameters) => (guard === null ? goOn(path, parameters) : guard.leave(() => goOn(path, parameters))),
    [guard, goOn],
  );
  const replaceQuery = useCallback<ScreenPath['replaceQuery']>((next) => void navigate({ search: next.toString() }, { replace: true }), [navigate]);
  return { path: pathname, query, go, goOn, replaceQuery };
}
