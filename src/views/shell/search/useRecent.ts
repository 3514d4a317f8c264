import { useContext, useMemo, useState } from 'react';
import { DraftContext } from '../../shared/form/drafts.ts';
import { useSession } from '../../shared/services/session.ts';
import type { Command } from './commands.ts';
import { commandResult, type SearchResult } from './results.ts';

/** Lines that are remembered. */
const MOST = 8;

/** What was opened by the search lately, the last first. */
export interface Recent {
  readonly results: readonly SearchResult[];
  readonly add: (result: SearchResult) => void;
}

/**
 * Remembers what a person opened in this account, for as long as the tab lives. Of what they may not open any more
 * nothing is shown; commands are looked up again, as what they do cannot be kept.
 */
export function useRecent(canOpen: (path: string) => boolean, commands: readonly Command[]): Recent {
  const storage = useContext(DraftContext);
  const { user, account } = useSession();
  const place = user === null ? null : `${user.user_id}.${account?.account_id ?? 0}.search`;
  const [kept] = useState(() => (place === null ? [] : readResults(storage?.read(place))));
  const results = useMemo(
    () =>
      kept.flatMap((result) => {
        if (result.kind !== 'screen' && result.kind !== 'act') return canOpen(result.path) ? [result] : [];
        const command = commands.find(({ id }) => id === result.key);
        return command === undefined ? [] : [commandResult(command)];
      }),
    [kept, canOpen, commands],
  );
  return {
    results,
    add(result) {
      if (place === null) return;
      const others = kept.filter(({ key }) => key !== result.key);
      storage?.write(place, [{ ...result, run: null }, ...others].slice(0, MOST));
    },
  };
}

const isResult = (value: unknown): value is SearchResult =>
  typeof value === 'object' && value !== null && 'key' in value && 'kind' in value && 'path' in value;

const readResults = (kept: unknown): readonly SearchResult[] => (Array.isArray(kept) ? kept.filter(isResult) : []);
