import type { Permissions } from '../access/index.ts';
import type { NotificationPreferences } from '../notification/index.ts';
import type { LoginStatus, Profile } from '../user/index.ts';
import { about, type Changes } from './event.ts';

/** Who a change of a member is about. */
interface Member {
  readonly username: string;
  readonly name: string;
}

interface RoleInAccount {
  readonly role_id: number;
  readonly role: string;
}

interface RoleChanged extends Member {
  readonly before: RoleInAccount;
  readonly after: RoleInAccount;
}

interface Removed extends Member {
  readonly before: RoleInAccount;
}

interface LoginStatusChanged extends Member {
  readonly before: { readonly status: LoginStatus };
  readonly after: { readonly status: LoginStatus; readonly reason?: string };
}

type ProfileFields = Pick<Profile, 'first_name' | 'last_name' | 'username' | 'email' | 'mobile' | 'time_zone' | 'lang'>;

/** Why sessions ended. */
export type SessionEndReason = 'passwordChanged' | 'passwordReset' | 'byUser' | 'statusChanged';

interface SessionsEnded {
  readonly session_ids: readonly number[];
  readonly reason: SessionEndReason;
}

interface KeyRevoked {
  readonly api_key_id: number;
  readonly name: string;
  readonly prefix: string;
}

interface KeyCreated extends KeyRevoked {
  readonly permissions: Permissions;
  /** It may send positions. */
  readonly may_ingest?: boolean;
}

interface SignedIn {
  readonly session_id: number;
  readonly method: 'password' | 'passkey' | 'invitation';
}

type Nothing = Readonly<Record<string, never>>;
/** `operator`: by a command at the machine. */
type ByWhom = { readonly by?: 'operator' };

const user = about('user');
const login = about('login');

/**
 * People and their logins. An event about a `user` changes what others see of them, or what they may do: caches
 * drop them and the live feed checks its viewers. One about a `login` is the person's own affair.
 */
export const peopleEvents = {
  userRoleChanged: user<RoleChanged>(),
  userStatusChanged: user<LoginStatusChanged>(),
  userRemoved: user<Removed>(),
  userProfileUpdated: user<Changes<ProfileFields>>(),
  emailVerified: user<Nothing>(),
  mobileVerified: user<Nothing>(),
  sessionsEnded: user<SessionsEnded>(),
  apiKeyRevoked: user<KeyRevoked>(),
  userPictureChanged: login<{ readonly removed: boolean }>(),
  signedIn: login<SignedIn>(),
  signInFailed: login<{ readonly wrong: 'password' | 'code' }>(),
  passwordChanged: login<Nothing>(),
  passwordReset: login<ByWhom>(),
  passwordResetRequested: login<Nothing>(),
  loginActivated: login<ByWhom & { readonly before: LoginStatus }>(),
  twoFactorEnabled: login<Nothing>(),
  twoFactorDisabled: login<ByWhom>(),
  recoveryCodesRenewed: login<Nothing>(),
  passkeyAdded: login<{ readonly name: string }>(),
  passkeyRemoved: login<{ readonly name: string }>(),
  apiKeyCreated: login<KeyCreated>(),
  notificationPreferencesChanged: login<Changes<NotificationPreferences>>(),
};
