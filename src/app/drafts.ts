import type { DraftStorage } from '../views/shared/form/drafts.ts';

const PREFIX = 'wayline.draft.';

/** A full or forbidden storage is not an error: then a reload forgets what was typed. */
function attempt<Value>(act: () => Value): Value | null {
  try {
    return act();
  } catch {
    return null;
  }
}

/** Drafts of forms in the tab's own storage: another tab, and whoever opens the browser next, does not see them. */
export const drafts: DraftStorage = {
  read: (key) => attempt(() => JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null') as unknown),
  write: (key, value) => void attempt(() => sessionStorage.setItem(PREFIX + key, JSON.stringify(value))),
  remove: (key) => void attempt(() => sessionStorage.removeItem(PREFIX + key)),
};

/** Forgets every draft. */
export function eraseDrafts(): void {
  attempt(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  });
}
