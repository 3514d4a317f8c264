/**
 * What the browser keeps between visits. Every key is named here; values are JSON and checked when
 * read, since people and other versions write there too. A full or forbidden storage is not an
 * error: the product works, it just forgets.
 */
export const STORAGE_KEYS = {
  session: 'wayline.session',
  owedSignOut: 'wayline.owedSignOut',
  preferences: 'wayline.preferences',
  target: 'wayline.target',
  invite: 'wayline.invite',
  branding: 'wayline.branding',
  languages: 'wayline.languages',
  listColumns: 'wayline.units.columns',
  panels: 'wayline.panels',
} as const;

export type StorageKey = (typeof STORAGE_KEYS)[keyof typeof STORAGE_KEYS];

/** Reads a value; null when there is none or it is not what `accept` says. */
export function readStored<Value>(key: StorageKey, accept: (value: unknown) => value is Value): Value | null {
  try {
    const text = localStorage.getItem(key);
    const value: unknown = text === null ? null : JSON.parse(text);
    return accept(value) ? value : null;
  } catch {
    return null; // not JSON, or storage is forbidden: as if nothing were kept
  }
}

/** Keeps a value; answers whether it could. */
export function writeStored(key: StorageKey, value: unknown): boolean {
  try {
    if (value === null || value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false; // full or forbidden
  }
}
