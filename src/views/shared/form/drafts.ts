import { createContext, useCallback, useContext, useMemo } from 'react';
import { useSession } from '../services/session.ts';

/** Where drafts are kept for as long as the tab lives; `app` provides it. */
export interface DraftStorage {
  read(key: string): unknown;
  write(key: string, value: unknown): void;
  remove(key: string): void;
}

export const DraftContext = createContext<DraftStorage | null>(null);

/** What was typed into one form and not saved. */
export interface Draft<Values> {
  /** What the last visit left, or null. Only what the form's fields would take is handed out. */
  read(): Values | null;
  save(values: Values): void;
  forget(): void;
}

/**
 * A form's draft: survives a reload, a lost connection and a new sign-in. It belongs to the person
 * and the account. Never give it a form with a password. `like` says what the fields hold: a draft
 * of another shape (an older version of the product) is not handed out. `key` null keeps nothing.
 * With `owner` `tab` it belongs to whoever has the tab: for forms of people who cannot sign in yet.
 */
export function useDraft<Values extends object>(key: string | null, like: Values, owner: 'person' | 'tab' = 'person'): Draft<Values> {
  const storage = useContext(DraftContext);
  const { user, account } = useSession();
  const person = user === null ? null : `${user.user_id}.${account?.account_id ?? 0}`;
  const holder = owner === 'tab' ? 'tab' : person;
  const place = key === null || holder === null ? null : `${holder}.${key}`;
  const shape = JSON.stringify(Object.keys(like).sort());
  const read = useCallback((): Values | null => {
    const kept = place === null ? null : storage?.read(place);
    if (typeof kept !== 'object' || kept === null) return null;
    return JSON.stringify(Object.keys(kept).sort()) === shape ? (kept as Values) : null;
  }, [storage, place, shape]);
  const save = useCallback((values: Values): void => void (place !== null && storage?.write(place, values)), [storage, place]);
  const forget = useCallback((): void => void (place !== null && storage?.remove(place)), [storage, place]);
  return useMemo(() => ({ read, save, forget }), [read, save, forget]);
}
