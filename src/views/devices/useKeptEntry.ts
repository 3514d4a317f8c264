import { useState } from 'react';

/**
 * The entry that is edited, kept as it was last seen when somebody else takes it away meanwhile: what is
 * being typed must not turn into a new one. `found`: the entry in the list, where it is still there.
 */
export function useKeptEntry<Item>(id: number | null, found: Item | undefined): Item | null {
  const [kept, setKept] = useState<{ id: number; entry: Item } | null>(null);
  if (id !== null && found !== undefined && kept?.entry !== found) setKept({ id, entry: found });
  return found ?? (kept !== null && kept.id === id ? kept.entry : null);
}
