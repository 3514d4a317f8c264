import { object, number, string, array } from 'yup';
import type { Need, Permissions } from '../../domain/access/index.ts';
import {
  ACCOUNT_STATUSES,
  ACCOUNT_TYPES,
  accountIdField,
  createAccountSchema,
  updateAccountSchema,
  type AccountDetails,
  type AccountRow,
  type AccountType,
  type Membership,
} from '../../domain/account/index.ts';
import { expectedField } from '../../domain/base/index.ts';
import type { AuditEntry } from '../../domain/audit/index.ts';
import type { RoleSummary } from '../../domain/role/index.ts';
import { LOGIN_STATUSES, statusReasonField, type LoginStatus, type User } from '../../domain/user/index.ts';
import { emptyRequest, methodOf, pageRequest, type Access, type Page } from './method.ts';

const account = methodOf('account-service');
const positive = number().integer().positive();

/** A user as the lists of an account show them. */
export interface AccountUser {
  user_id: number;
  username: string;
  email: string;
  first_name: string;
  last_name: string;
  mobile: string;
  picture: string;
  role_id: number;
  role_name: string;
  account_id: number;
  account_name: string;
  /** Of the login, in all accounts of the person. */
  status: LoginStatus;
  joined_at: string;
  last_seen_at: string | null;
}

/** One account of a tree; parents come before their children. */
export interface AccountTreeNode {
  account_id: number;
  parent_id: number | null;
  name: string;
  type: AccountType;
  status: AccountRow['status'];
}

/** Reference data that forms choose from. */
export interface ReferenceData {
  roles: { role_id: number; name: string }[];
  timezones: string[];
  countries: string[];
  currencies: string[];
  languages: { code: string; name: string }[];
}

export interface DashboardDetails {
  units: number;
  devices: number;
  users: number;
  accounts: number;
  pending_invitations: number;
}

const listOf = pageRequest.shape({
  filters: object({
    status: string()
      .oneOf([...ACCOUNT_STATUSES, ''])
      .default(''),
    type: string()
      .oneOf([...ACCOUNT_TYPES, ''])
      .default(''),
    account_id: positive,
  }).default({}),
});
const usersOf = pageRequest.shape({
  filters: object({
    role_id: positive,
    status: string()
      .oneOf([...LOGIN_STATUSES, ''])
      .default(''),
  }).default({}),
});
const inAccount = object({ account_id: accountIdField });
/** The id that a request is about. */
const subject = positive.required('validation.required');
const ofUser = object({ user_id: subject });
const ofRole = object({ role_id: subject });
const searched = object({ search: string().max(100).default('') });
const need = (resource: Need['resource'], action: Need['action']): Need => ({ resource, action });

/** Lists of accounts: the variants differ in what they list and in the permission that opens them. */
const accounts = (access: Need, summary: string) => account<Page<AccountRow>>()({ access, summary, request: listOf });
const accountsBelow = (access: Need, summary: string) =>
  account<Page<AccountRow>>()({ access, summary, request: listOf.concat(inAccount) });
const create = (access: Access, summary: string) =>
  account<AccountDetails>()({ access, summary, request: createAccountSchema, quiet: false });
const createBelow = (access: Need, summary: string) =>
  account<AccountDetails>()({
    access,
    summary,
    request: createAccountSchema.shape({ parent_account_id: accountIdField }),
    quiet: false,
  });
const details = (access: Access, summary: string) => account<AccountDetails>()({ access, summary, request: inAccount });
const update = (access: Need, summary: string) =>
  account<AccountDetails>()({
    access,
    summary,
    request: updateAccountSchema.concat(inAccount).shape({ expected: expectedField }),
    quiet: false,
  });
const status = (access: Need, summary: string) =>
  account<AccountRow>()({
    access,
    summary,
    quiet: false,
    request: inAccount.shape({
      status: string().oneOf(ACCOUNT_STATUSES, 'validation.oneOf').required('validation.required'),
    }),
  });
const userRole = (access: Need, summary: string) =>
  account<AccountUser>()({
    access,
    summary,
    quiet: false,
    request: ofUser.concat(ofRole).shape({ expected: expectedField }),
  });
const userRoleBelow = (access: Need, summary: string) =>
  account<AccountUser>()({
    access,
    summary,
    quiet: false,
    request: inAccount.concat(ofUser).concat(ofRole).shape({ expected: expectedField }),
  });
const userStatus = ofUser.shape({
  status: string().oneOf(LOGIN_STATUSES, 'validation.oneOf').required('validation.required'),
  reason: statusReasonField,
  expected: expectedField,
});
const removed = (access: Need, summary: string) =>
  account<Record<string, never>>()({ access, summary, quiet: false, request: inAccount.concat(ofUser) });
const rolesBelow = (access: Need, summary: string) =>
  account<Page<RoleSummary>>()({ access, summary, request: pageRequest.concat(inAccount) });

/** account-service: accounts, their people and roles (specification, chapter 7). */
export const accountMethods = {
  getUserAccounts: account<{ user: User; accounts: Membership[] }>()({
    summary: 'The signed-in user and the accounts that they may enter.',
    access: 'session',
    request: emptyRequest,
  }),
  getDealerConsumerList: accounts(need('vw_accounts', 'r'), 'Dealers and consumers directly below the account.'),
  getDealerList: accounts(need('account', 'dm'), 'Dealers directly below the account.'),
  getConsumerList: accounts(need('account', 'cm'), 'Consumers directly below the account.'),
  getSubDealerConsumerList: accountsBelow(
    need('vw_children_accounts', 'r'),
    'Dealers and consumers directly below an account of the tree.',
  ),
  getSubDealerList: accountsBelow(need('account', 'dm'), 'Dealers directly below an account of the tree.'),
  getSubConsumerList: accountsBelow(need('account', 'car'), 'Consumers directly below an account of the tree.'),
  getChildAccounts: account<{ accounts: AccountTreeNode[]; total: number }>()({
    summary: 'The account and everything below it, parents first, at most 10,000 of `total`.',
    access: 'session',
    forKeys: true,
    request: searched,
  }),
  getUserSubAccounts: accounts(need('vw_user_accounts', 'r'), 'All sub-accounts at any depth below the account.'),
  getUserDealerSubAccounts: accounts(need('vw_user_accounts', 'r'), 'All dealers at any depth below the account.'),
  getUserConsumerSubAccounts: accounts(need('vw_user_accounts', 'r'), 'All consumers at any depth below the account.'),

  createDealerConsumerAccounts: create(
    [need('account', 'a'), need('account', 'ca')],
    'Creates a dealer (`a`) or consumer (`ca`) below the account and invites the person who runs it.',
  ),
  createDealerConsumerSubAccounts: createBelow(
    need('account', 'aa'),
    'Creates a dealer or consumer below an account of the tree.',
  ),
  createDealerSubAccounts: createBelow(need('account', 'aa'), 'Creates an account below a dealer of the tree.'),
  createConsumerSubAccounts: createBelow(
    need('account', 'caa'),
    'Creates a sub-account below a consumer of the tree, or below the account itself when it is a consumer.',
  ),

  getDealerAccountDetails: details(need('account', 'ar'), 'An account of the tree.'),
  getConsumerAccountDetails: details(
    [need('account', 'cr'), need('account', 'car')],
    'A consumer directly below (`cr`), or further down the tree (`car`).',
  ),
  updateAccountDetails: account<AccountDetails>()({
    summary: 'Changes the account that one is in.',
    access: need('account', 'u'),
    request: updateAccountSchema.shape({ expected: expectedField }),
    quiet: false,
  }),
  updateDealerAccountDetails: update(need('account', 'au'), 'Changes a dealer directly below the account.'),
  updateConsumerAccountDetails: update(need('account', 'cu'), 'Changes a consumer directly below the account.'),
  updateChildAccountDetails: update(need('account', 'au'), 'Changes any account of the tree.'),
  updateDealerChildAccountDetails: update(need('account', 'au'), 'Changes an account below a dealer of the tree.'),
  updateConsumerChildAccountDetails: update(
    need('account', 'cau'),
    'Changes an account below a consumer, or a consumer further down the tree.',
  ),
  updateAccountStatus: status(need('account', 'au'), 'Activates, deactivates or blocks an account of the tree.'),
  updateDealerAccountStatus: status(need('account', 'au'), 'The same for a dealer.'),
  updateConsumerAccountStatus: status(need('account', 'cu'), 'The same for a consumer directly below.'),
  updateSubAccountStatus: status(need('account', 'cau'), 'The same for a consumer further down the tree.'),

  getUsersList: account<Page<AccountUser>>()({
    summary: 'People of the account.',
    access: need('user', 'r'),
    request: usersOf,
  }),
  getAccountUsers: account<Page<AccountUser>>()({
    summary: 'People of an account of the tree.',
    access: need('users_accounts', 'r'),
    request: usersOf.concat(inAccount),
  }),
  getTeamPeoples: account<{ people: { user_id: number; name: string; email: string; role_name: string }[] }>()({
    summary: 'People of the account, as recipients: at most 1,000.',
    access: need('user', 'r'),
    request: searched,
  }),
  updateUserRole: userRole(need('user', 'u'), 'Gives a user of the account another role.'),
  updateSubAccountUserRole: userRoleBelow(
    need('users_accounts', 'u'),
    'Gives a user of an account of the tree another role.',
  ),
  updateSubDealerAccountUserRole: userRoleBelow(need('users_accounts', 'u'), 'The same in a dealer of the tree.'),
  updateSubConsumerAccountUserRole: userRoleBelow(need('users_accounts', 'u'), 'The same in a consumer of the tree.'),
  updateUserStatus: account<AccountUser>()({
    summary:
      'Lets a user of the account sign in, or no longer: inactive and blocked logins are refused, their sessions end.',
    access: need('user', 'u'),
    quiet: false,
    request: userStatus,
  }),
  updateSubAccountUserStatus: account<AccountUser>()({
    summary: 'The same for a user of an account of the tree.',
    access: need('users_accounts', 'u'),
    quiet: false,
    request: inAccount.concat(userStatus),
  }),
  userRemoved: account<Record<string, never>>()({
    summary: 'Takes a user out of the account.',
    access: need('user', 'd'),
    quiet: false,
    request: ofUser,
  }),
  subAccountUserRemoved: removed(need('users_accounts', 'd'), 'Takes a user out of an account of the tree.'),
  subDealerUserRemoved: removed(need('users_accounts', 'd'), 'The same in a dealer of the tree.'),
  subConsumerUserRemoved: removed(need('users_accounts', 'd'), 'The same in a consumer of the tree.'),

  getSubAccountUserRoles: rolesBelow(need('users_accounts', 'r'), 'Roles of an account of the tree.'),
  getSubDealerAccountUserRoles: rolesBelow(need('users_accounts', 'r'), 'Roles of a dealer of the tree.'),
  getSubConsumerAccountUserRoles: rolesBelow(need('users_accounts', 'r'), 'Roles of a consumer of the tree.'),
  getAllPermissions: account<{ permissions: Permissions }>()({
    summary: 'What the caller may grant: what they hold themselves.',
    access: need('role', 'r'),
    request: emptyRequest,
  }),
  getRefData: account<ReferenceData>()({
    summary: 'Values that forms choose from.',
    access: 'session',
    forKeys: true,
    request: emptyRequest,
  }),
  dashboardDetails: account<DashboardDetails>()({
    summary: 'Counts of the account and its tree.',
    access: need('widgets', 'r'),
    request: emptyRequest,
  }),
  getAuditList: account<Page<AuditEntry>>()({
    summary: 'Who did what, from where and when, in the account or one of its tree.',
    access: need('account', 'r'),
    request: pageRequest.shape({
      filters: object({
        account_id: positive,
        user_id: positive,
        kinds: array(string().max(60).required()).max(100),
        subject_type: string().max(40),
        subject_id: positive,
        from: string().max(40),
        to: string().max(40),
      }).default({}),
    }),
  }),
};
