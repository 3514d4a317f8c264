import type { Account, AccountDetails, AccountStatus, AccountType, LogoVersion } from '../account/index.ts';
import { about, type Changes, type StatusChanged } from './event.ts';

type AccountFields = Omit<AccountDetails, 'settings'> & { readonly settings: Partial<AccountDetails['settings']> };

/** Whole as the directory needs it: the next call enters the account by this event, before it was read. */
type NewAccount = Omit<Account, 'account_id' | 'parent_id'> & { readonly parent_id: number | null } & Partial<
    Omit<AccountFields, keyof Account>
  >;

interface AccountCreated {
  readonly name: string;
  readonly type: AccountType;
  readonly after: NewAccount;
}

interface LogoChanged {
  readonly version: LogoVersion;
  readonly removed: boolean;
}

interface Invited {
  readonly email: string;
  readonly role_id: number;
  readonly role_name: string;
  readonly account_name: string;
  /** The person whose proven address it is: they hear of it though they are not in the account. */
  readonly invited_user_id?: number;
}

interface Joined {
  readonly user_id: number;
  readonly username?: string;
  readonly email: string;
  readonly role_id: number;
  readonly role_name: string;
}

const account = about('account');
const invitation = about('invitation');

/** Accounts, roles, and who comes into an account. */
export const accountEvents = {
  accountCreated: account<AccountCreated>(),
  accountUpdated: account<Changes<AccountFields>>(),
  accountStatusChanged: account<StatusChanged<AccountStatus>>(),
  accountLogoChanged: account<LogoChanged>(),
  userJoined: about('membership')<Joined>(),
  invitationSent: invitation<Invited>(),
  invitationResent: invitation<Invited>(),
  invitationLinkMade: invitation<Invited>(),
  invitationWithdrawn: invitation<Invited>(),
  invitationAccepted: invitation<Invited>(),
  invitationDeclined: invitation<Invited>(),
};
