import { createContext, useCallback, useContext, useMemo } from 'react';
import { LeaveGuardContext } from '../address/leaveGuard.ts';
import { useSession } from '../services/session.ts';
import { draftOf, restoreDraft, type Restored } from './draftChanges.ts';

/** Where drafts are kept for as long as the tab lives; `app` provides it. */
export interface DraftStorage {
  read(key: string): unknown;
  write(key: string, value: unknown): void;
  remove(key: string): void;
}

export const DraftContext = createContext<DraftStorage | null>(null);

/** What was typed into one form and not saved. */
export interface Draft {
  /** What the last visit changed, laid over the current values, or null. */
  read<Values extends object>(current: Values): Restored<Values> | null;
  /** Keeps what was changed since the form began; nothing where nothing was. */
  save(began: object, values: object): void;
  forget(): void;
}

/**
 * A form's draft: survives a reload, a lost connection and a new sign-in. It belongs to the person
 * and the account. Never give it a form with a password. `key` null keeps nothing. With `owner` `tab`
 * it belongs to whoever has the tab: for forms of people who cannot sign in yet.
 */
export function useDraft(key: string | null, owner: 'person' | 'tab' = 'person'): Draft {
  const storage = useContext(DraftContext);
  const { user, account } = useSession();
  const person = user === null ? null : `${user.user_id}.${account?.account_id ?? 0}`;
  const holder = owner === 'tab' ? 'tab' : person;
  const place = key === null || holder === null ? null : `${holder}.${key}`;
  const read = useCallback(
    <Values extends object>(current: Values) => (place === null ? null : restoreDraft(storage?.read(place), current)),
    [storage, place],
  );
  const forget = useCallback((): void => void (place !== null && storage?.remove(place)), [storage, place]);
  const save = useCallback(
    (began: object, values: object): void => {
      const draft = draftOf(began, values);
      if (draft === null) forget();
      else if (place !== null) storage?.write(place, draft);
    },
    [storage, place, forget],
  );
  return useMemo(() => ({ read, save, forget }), [read, save, forget]);
}

/**
 * What "Cancel" does outside of the form: asks once where something typed would be lost, drops the draft and closes.
 * People who leave otherwise (a link, Back, a reload) find the draft again. `close` must not ask again.
 */
export function useCancel(draftKey: string, close: () => void): () => void {
  const cancel = useCancelOf(useDraft(draftKey));
  return () => cancel(close);
}

/** The same for a draft that is at hand. */
export function useCancelOf({ forget }: Pick<Draft, 'forget'>): (close: () => void) => void {
  const guard = useContext(LeaveGuardContext);
  return useCallback(
    (close) => {
      const leave = (): void => {
        forget();
        close();
      };
      if (guard === null) leave();
      else guard.leave(leave);
    },
    [guard, forget],
  );
}
