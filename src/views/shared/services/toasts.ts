import { createContext, useCallback, useContext } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import type { ToastStore } from '../../../ui/index.ts';
import type { Problem } from './fleet.ts';
import { messageOf } from '../ProblemView.tsx';

export const ToastContext = createContext<ToastStore | null>(null);

/** Short notices: what was done, or why it was not. */
export interface Notify {
  done(text: string): void;
  /** What one needs to know, where nothing was done and nothing failed. */
  info(text: string): void;
  /** With an undo while the notice is shown. */
  undoable(text: string, undo: () => void): void;
  /** The server's words, and the correlation id on a second line (specification, chapter 8). */
  failed(problem: Problem): void;
}

/** Shows toasts; outside of {@link ToastContext} is a mistake. */
export function useNotify(): Notify {
  const store = useContext(ToastContext);
  const { t } = useTranslation();
  if (store === null) throw new Error('useNotify outside of ToastContext');
  return {
    done: useCallback((text: string) => void store.show({ tone: 'success', text }), [store]),
    info: useCallback((text: string) => void store.show({ tone: 'info', text }), [store]),
    undoable: useCallback(
      (text: string, undo: () => void) =>
        void store.show({ tone: 'success', text, action: { label: t('common.undo'), run: undo } }),
      [store, t],
    ),
    failed: useCallback(
      (problem: Problem) =>
        void store.show({
          tone: 'error',
          text: messageOf(problem),
          ...(problem.correlationId === null
            ? {}
            : { detail: t('common.correlationId', { id: problem.correlationId }) }),
        }),
      [store, t],
    ),
  };
}
