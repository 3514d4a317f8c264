import { createContext, useContext, useEffect, useMemo, useRef, useSyncExternalStore, type ReactNode } from 'react';

/** One key and what it does. Without `run` it is only listed: the component handles it by itself. */
export interface Shortcut {
  /** Values of `KeyboardEvent.key`, any of which will do. */
  readonly keys: readonly string[];
  readonly labelKey: string;
  readonly run?: () => void;
}

export interface ShortcutGroup {
  readonly labelKey: string;
  readonly shortcuts: readonly Shortcut[];
}

/** The shortcuts that hold at the moment, latest last. */
interface ShortcutRegistry {
  subscribe(listener: () => void): () => void;
  getSnapshot(): readonly ShortcutGroup[];
  add(group: ShortcutGroup): () => void;
  /** Runs what the key stands for; the latest group wins. True when something ran. */
  press(key: string): boolean;
}

function createShortcutRegistry(): ShortcutRegistry {
  let groups: readonly ShortcutGroup[] = [];
  const listeners = new Set<() => void>();
  const set = (next: readonly ShortcutGroup[]): void => {
    groups = next;
    for (const listener of listeners) listener();
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => groups,
    add(group) {
      set([...groups, group]);
      return () => set(groups.filter((other) => other !== group));
    },
    press(key) {
      const found = groups
        .toReversed()
        .flatMap((group) => group.shortcuts)
        .find((shortcut) => shortcut.run !== undefined && shortcut.keys.includes(key));
      found?.run?.();
      return found !== undefined;
    },
  };
}

const RegistryContext = createContext<ShortcutRegistry | null>(null);

/** What a space presses by itself while it has the focus. */
const PRESSED_BY_SPACE =
  'button, summary, input, label, [role="button"], [role="checkbox"], [role="switch"], [role="tab"], [role="grid"]';

/** Where keys write text, or lead through what is open: a box that is ticked takes no letters. */
const TAKES_LETTERS = [
  'input:not([type="checkbox"], [type="radio"], [type="range"], [type="button"], [type="file"])',
  'textarea',
  'select',
  '[contenteditable="true"]',
  ...['spinbutton', 'dialog', 'alertdialog', 'menu', 'listbox'].map((role) => `[role="${role}"]`),
].join(', ');

/**
 * The sign that a key has where the layout writes another one there: Russian and Persian keyboards have the Latin keys
 * in their places.
 */
function latinKey({ key, code }: KeyboardEvent): string | null {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined) return /^[a-z]$/i.test(key) ? null : letter.toLowerCase();
  if (key === '؟' || (code === 'Slash' && key === ',')) return '?';
  return code === 'Slash' && key === '.' ? '/' : null;
}

/** True where a key is text or belongs to an open dialog. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  if (!(target instanceof Element)) return false;
  if (event.key === ' ' && target.closest(PRESSED_BY_SPACE) !== null) return true;
  return target.closest(TAKES_LETTERS) !== null;
}

/** Listens to keys for everything below it. */
export function ShortcutProvider({ children }: { children: ReactNode }): ReactNode {
  const registry = useMemo(() => createShortcutRegistry(), []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (isTaken(event)) return;
      const latin = latinKey(event);
      if (registry.press(event.key) || (latin !== null && registry.press(latin))) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [registry]);
  return <RegistryContext value={registry}>{children}</RegistryContext>;
}

function useRegistry(): ShortcutRegistry {
  const registry = useContext(RegistryContext);
  if (registry === null) throw new Error('Shortcuts need ShortcutProvider around them');
  return registry;
}

/** Offers shortcuts while the component is shown. The list may be rebuilt at every render. */
export function useShortcuts(labelKey: string, shortcuts: readonly Shortcut[]): void {
  const registry = useRegistry();
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  const shape = JSON.stringify(shortcuts.map(({ keys, labelKey: label, run }) => [keys, label, run !== undefined]));
  useEffect(() => {
    const parts = JSON.parse(shape) as [string[], string, boolean][];
    return registry.add({
      labelKey,
      shortcuts: parts.map(([keys, label, runs], index) => ({
        keys,
        labelKey: label,
        ...(runs && { run: () => latest.current[index]?.run?.() }),
      })),
    });
  }, [registry, labelKey, shape]);
}

/** All shortcuts that hold now, for the help dialog. */
export function useShortcutGroups(): readonly ShortcutGroup[] {
  const registry = useRegistry();
  return useSyncExternalStore(registry.subscribe, registry.getSnapshot);
}
