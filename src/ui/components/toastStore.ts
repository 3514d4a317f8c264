/** Toasts echo a user's own acts and failures; what needs an answer is a dialog, what stays is a banner. */
export interface Toast {
  readonly id: number;
  readonly tone: 'info' | 'success' | 'error';
  readonly text: string;
  /** Second line: the correlation id of a failed call (specification, chapter 8). */
  readonly detail?: string;
  /** Takes back what was done; the toast goes with it. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

export interface ToastStore {
  subscribe(listener: () => void): () => void;
  getSnapshot(): readonly Toast[];
  /** Shows a toast for the store's duration; answers its id. */
  show(toast: Omit<Toast, 'id'>): number;
  dismiss(id: number): void;
  /** Holds all toasts while the pointer or the focus is on them. */
  pause(): void;
  resume(): void;
}

/** Calls back after a time; answers how to give up. Tests pass one that they drive. */
export type Schedule = (callback: () => void, milliseconds: number) => () => void;

const byTimer: Schedule = (callback, milliseconds) => {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
};

/** More than this cover what people are working on; the oldest goes. */
const MAXIMUM_SHOWN = 4;

/** A toast with an act stays longer: it has to be read, thought about and reached. */
const ACT_FACTOR = 3;

export function createToastStore(duration: number, schedule: Schedule = byTimer): ToastStore {
  let toasts: readonly Toast[] = [];
  let nextId = 1;
  let paused = false;
  const timers = new Map<number, () => void>();
  const listeners = new Set<() => void>();

  const set = (next: readonly Toast[]): void => {
    toasts = next;
    for (const listener of listeners) listener();
  };
  const stop = (id: number): void => {
    timers.get(id)?.();
    timers.delete(id);
  };
  const dismiss = (id: number): void => {
    stop(id);
    if (toasts.some((toast) => toast.id === id)) set(toasts.filter((toast) => toast.id !== id));
  };
  const start = (id: number): void => {
    const offersAct = toasts.some((toast) => toast.id === id && toast.action !== undefined);
    timers.set(
      id,
      schedule(() => dismiss(id), offersAct ? duration * ACT_FACTOR : duration),
    );
  };

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => toasts,
    show(toast) {
      const id = nextId++;
      const surplus = toasts.slice(0, Math.max(0, toasts.length + 1 - MAXIMUM_SHOWN));
      for (const old of surplus) stop(old.id);
      set([...toasts.slice(surplus.length), { ...toast, id }]);
      if (!paused) start(id);
      return id;
    },
    dismiss,
    pause() {
      paused = true;
      for (const stopTimer of timers.values()) stopTimer();
      timers.clear();
    },
    resume() {
      if (!paused) return;
      paused = false;
      for (const toast of toasts) start(toast.id);
    },
  };
}
