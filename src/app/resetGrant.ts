import { CODE, type Instant } from '../domain/base/index.ts';
import { PASSWORD_POLICIES } from '../domain/user/index.ts';
import type { ResetGrant } from '../machines/passwordReset/index.ts';
import type { DraftStorage } from '../views/shared/form/drafts.ts';

const KEY = 'tab.passwordReset';

interface Kept extends ResetGrant {
  /** When the server forgets it, Unix ms by this machine's clock. */
  readonly until: Instant;
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false;
  const { username, resetToken, policy, until } = value as Readonly<Record<keyof Kept, unknown>>;
  return (
    typeof username === 'string' &&
    typeof resetToken === 'string' &&
    PASSWORD_POLICIES.some((known) => known === policy) &&
    typeof until === 'number'
  );
}

/**
 * The right to set a forgotten password, in the tab's own storage, so that a reload of the page does
 * not ask for another code. Nothing else of the tab reads it, no other tab sees it, and it goes when
 * it is used, given up, or older than the server remembers it.
 */
export function createGrantKeeper(storage: DraftStorage, now: () => Instant) {
  return {
    read(): ResetGrant | null {
      const kept = storage.read(KEY);
      if (!isKept(kept) || kept.until <= now()) {
        storage.remove(KEY);
        return null;
      }
      const { username, resetToken, policy } = kept;
      return { username, resetToken, policy };
    },
    keep(grant: ResetGrant | null): void {
      if (grant === null) return storage.remove(KEY);
      const kept = storage.read(KEY);
      // A page that is reloaded keeps what it found: its time runs on.
      const until = isKept(kept) && kept.resetToken === grant.resetToken ? kept.until : now() + CODE.lifetime;
      storage.write(KEY, { ...grant, until } satisfies Kept);
    },
  };
}
