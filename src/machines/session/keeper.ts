import type { Permissions } from '../../domain/access/index.ts';
import type { AccountType } from '../../domain/account/index.ts';
import { isId, type AccountId, type UserId } from '../../domain/base/index.ts';

/** What the browser keeps of a session (specification, chapter 3, "Stored session data"). */
export interface StoredSession {
  readonly userId: UserId;
  readonly accessToken: string;
  readonly bearerToken: string;
  readonly accountId: AccountId | null;
  readonly accountType: AccountType | null;
  readonly role: string | null;
  /** Empty by default. */
  readonly permissions: Permissions;
  readonly notificationToken: string | null;
}

/** The browser's storage, or a stand-in; shared by all tabs. */
export interface SessionStorage {
  read(): StoredSession | null;
  write(session: StoredSession | null): void;
}

/** True for what a version of this product wrote. */
export function isStoredSession(value: unknown): value is StoredSession {
  if (typeof value !== 'object' || value === null) return false;
  const stored = value as Partial<Record<keyof StoredSession, unknown>>;
  return (
    isId(stored.userId) &&
    typeof stored.accessToken === 'string' &&
    typeof stored.bearerToken === 'string' &&
    (stored.accountId === null || isId(stored.accountId)) &&
    typeof stored.permissions === 'object' &&
    stored.permissions !== null
  );
}

interface SessionTokens {
  readonly accessToken: string;
  readonly bearerToken: string;
}

/**
 * The session of this tab. Tokens are shared with the other tabs, so that one of them renews for
 * all; the account is this tab's own, so that choosing another one elsewhere cannot turn an act
 * here against the wrong account. A tab whose user signed out, or is someone else by now, has none.
 */
export interface SessionKeeper {
  /** What a call is made with; read again for each. */
  current(): { accessToken: string | null; bearerToken: string | null; accountId: AccountId | null };
  stored(): StoredSession | null;
  /** Takes over the stored session, as after a reload. */
  adopt(stored: StoredSession): void;
  open(userId: UserId, tokens: SessionTokens): void;
  renew(tokens: SessionTokens): void;
  enter(account: {
    accountId: AccountId;
    accountType: AccountType;
    role: string | null;
    permissions: Permissions;
  }): void;
  clear(): void;
  /** True when the storage no longer holds this tab's session: another tab ended it. */
  isOver(): boolean;
}

/** Keeps one tab's session over a storage. */
export function createSessionKeeper(storage: SessionStorage): SessionKeeper {
  let userId: UserId | null = null;
  let accountId: AccountId | null = null;
  const own = () => {
    const stored = storage.read();
    return stored !== null && stored.userId === userId ? stored : null;
  };
  const change = (part: Partial<StoredSession>) => {
    const stored = own();
    if (stored) storage.write({ ...stored, ...part });
  };
  return {
    current() {
      const stored = own();
      return { accessToken: stored?.accessToken ?? null, bearerToken: stored?.bearerToken ?? null, accountId };
    },
    stored: () => storage.read(),
    adopt(stored) {
      userId = stored.userId;
      accountId = stored.accountId;
    },
    open(user, tokens) {
      userId = user;
      accountId = null;
      storage.write({
        userId: user,
        ...tokens,
        accountId: null,
        accountType: null,
        role: null,
        permissions: {},
        notificationToken: null,
      });
    },
    renew: (tokens) => change(tokens),
    enter(account) {
      accountId = account.accountId;
      change(account);
    },
    clear() {
      // Another tab may hold someone else's session by now; that one stays.
      if (own()) storage.write(null);
      userId = null;
      accountId = null;
    },
    isOver: () => userId !== null && own() === null,
  };
}
