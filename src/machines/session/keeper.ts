import type { Permissions } from '../../domain/access/index.ts';
import type { AccountType } from '../../domain/account/index.ts';
import { isId, type AccountId, type UserId } from '../../domain/base/index.ts';

/**
 * What the browser keeps of a session (specification, chapter 3, "Stored session data"), without what opens one: the
 * token that renews it is in a cookie that no script can read, access tokens are in memory.
 */
export interface StoredSession {
  readonly userId: UserId;
  readonly accountId: AccountId | null;
  readonly accountType: AccountType | null;
  readonly role: string | null;
  /** Empty by default. */
  readonly permissions: Permissions;
  readonly notificationToken: string | null;
  /** Of a version that kept tokens here: exchanged for the cookie once, and removed by that. */
  readonly bearerToken?: string;
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
    (stored.bearerToken === undefined || typeof stored.bearerToken === 'string') &&
    (stored.accountId === null || isId(stored.accountId)) &&
    typeof stored.permissions === 'object' &&
    stored.permissions !== null
  );
}

interface CurrentSession {
  /** Null after a reload, until it is renewed. */
  readonly accessToken: string | null;
  readonly accountId: AccountId | null;
  /** False when nobody is signed in here: no cookie is asked for. */
  readonly canRenew: boolean;
  /** What an older version kept, to be sent with the renewal; null otherwise. */
  readonly oldBearerToken: string | null;
}

/**
 * The session of this tab. The signed-in user is shared with the other tabs; the access token is this tab's own, and so
 * is the account, so that choosing another one elsewhere cannot turn an act here against the wrong account. A tab whose
 * user signed out, or is someone else by now, has none.
 */
export interface SessionKeeper {
  /** What a call is made with; read again for each. */
  current(): CurrentSession;
  stored(): StoredSession | null;
  /** Takes over the stored session, as after a reload. */
  adopt(stored: StoredSession): void;
  open(userId: UserId, accessToken: string): void;
  /** Takes the new token; false where it is somebody else's than this tab's, who signed in in another tab. */
  renew(token: { readonly accessToken: string; readonly userId: number | undefined }): boolean;
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

function withoutTokens({ userId, accountId, accountType, role, permissions, notificationToken }: StoredSession) {
  return { userId, accountId, accountType, role, permissions, notificationToken };
}

/** Keeps one tab's session over a storage. */
export function createSessionKeeper(storage: SessionStorage): SessionKeeper {
  let userId: UserId | null = null;
  let accessToken: string | null = null;
  let accountId: AccountId | null = null;
  const own = () => {
    const stored = storage.read();
    return stored !== null && stored.userId === userId ? stored : null;
  };
  const change = (part: Partial<StoredSession>) => {
    const stored = own();
    if (stored) storage.write({ ...withoutTokens(stored), ...part });
  };
  return {
    current() {
      const stored = own();
      return {
        accessToken: stored ? accessToken : null,
        accountId,
        canRenew: stored !== null,
        oldBearerToken: stored?.bearerToken ?? null,
      };
    },
    stored: () => storage.read(),
    adopt(stored) {
      if (userId !== stored.userId) accessToken = null;
      userId = stored.userId;
      accountId = stored.accountId;
    },
    open(user, token) {
      userId = user;
      accountId = null;
      accessToken = token;
      storage.write({
        userId: user,
        accountId: null,
        accountType: null,
        role: null,
        permissions: {},
        notificationToken: null,
      });
    },
    renew(token) {
      const stored = own();
      if (stored === null || stored.userId !== token.userId) return false;
      accessToken = token.accessToken;
      if (stored.bearerToken !== undefined) change({});
      return true;
    },
    enter(account) {
      accountId = account.accountId;
      change(account);
    },
    clear() {
      // Another tab may hold someone else's session by now; that one stays.
      if (own()) storage.write(null);
      userId = null;
      accountId = null;
      accessToken = null;
    },
    isOver: () => userId !== null && own() === null,
  };
}
