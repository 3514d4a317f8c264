import { boolean, mixed, number, object, string, type InferType } from 'yup';
import {
  COUNTRIES,
  CURRENCIES,
  DEVICE_LOCK,
  LENGTH,
  changesOf,
  isNetwork,
  networksOf,
  optionalText,
  requiredText,
  textLine,
} from '../base/index.ts';
import { PASSWORD_POLICIES, emailField, type PasswordPolicy } from '../user/index.ts';
import { ACCOUNT_TYPES, type Account, type AccountType } from './account.ts';
import { accountSettingsSchema, type AccountSettings } from './settings.ts';
import { ACCOUNT_LANGUAGES, ACCOUNT_THEMES } from './choices.ts';

/** Versions of an account's logo (specification, chapter 1). */
export const LOGO_VERSIONS = ['dark', 'light', 'expanded', 'collapsed'] as const;
export type LogoVersion = (typeof LOGO_VERSIONS)[number];

/**
 * What an account is to its provider (specification, chapter 1: business, personal and guest labels). It decides
 * nothing.
 */
export const ACCOUNT_CATEGORIES = ['business', 'personal', 'guest'] as const;
export type AccountCategory = (typeof ACCOUNT_CATEGORIES)[number] | '';

const orEmpty = <Value extends string>(values: readonly Value[]) =>
  mixed<Value | ''>()
    .oneOf([...values, ''], 'validation.oneOf')
    .default('');

/** What is said of an account, whoever changes it (specification, chapters 3 and 5). */
export const accountDetailsSchema = object({
  name: requiredText(LENGTH.accountName),
  address: optionalText(LENGTH.address),
  country: string()
    .oneOf([...COUNTRIES, ''], 'validation.oneOf')
    .default(''),
  region: optionalText(LENGTH.region),
  currency: string()
    .oneOf([...CURRENCIES, ''], 'validation.oneOf')
    .default(''),
  registration_number: optionalText(LENGTH.registrationNumber).matches(/^\S*$/, 'validation.registrationNumberSpace'),
  is_legal_entity: boolean().default(false),
  category: orEmpty(ACCOUNT_CATEGORIES),
  default_theme: orEmpty(ACCOUNT_THEMES),
  default_language: orEmpty(ACCOUNT_LANGUAGES),
  password_policy: string().oneOf(PASSWORD_POLICIES, 'validation.oneOf').default('length'),
  settings: accountSettingsSchema,
});

/** What the account above decides. */
export const accountGrantsSchema = object({
  allow_white_labelling: boolean().default(false),
  restrict_sub_accounts: boolean().default(false),
  /** Users of the account may sign in under this host name and see its logo there. */
  host_name: textLine()
    .transform((value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value))
    .default('')
    .matches(
      /^$|^(?=.{3,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
      'validation.hostName',
    ),
  /** Trackers that report from these addresses and networks are the account's to claim; with commas between them. */
  tracker_networks: textLine()
    .max(LENGTH.description.max, 'validation.maxLength')
    .default('')
    .test({ name: 'network', message: 'validation.network', test: (text) => networksOf(text ?? '').every(isNetwork) })
    .test({
      name: 'maxItems',
      message: 'validation.maxItems',
      params: { max: DEVICE_LOCK.networks },
      test: (text) => networksOf(text ?? '').length <= DEVICE_LOCK.networks,
    }),
});

/** A new account, with the person who is invited to run it. */
export const createAccountSchema = accountDetailsSchema.concat(accountGrantsSchema).shape({
  type: string()
    .oneOf(
      ACCOUNT_TYPES.filter((type) => type !== 'OWNER'),
      'validation.oneOf',
    )
    .required('validation.required'),
  default_owner_email: emailField.required('validation.required'),
});
export type CreateAccountForm = InferType<typeof createAccountSchema>;

/** A change by the account itself, or (with the grants) by one above. */
export const updateAccountSchema = changesOf(accountDetailsSchema.concat(accountGrantsSchema));
export type UpdateAccountForm = InferType<typeof updateAccountSchema>;

export const accountIdField = number().integer().positive().required('validation.required');

/** An account with everything that is said of it. */
export interface AccountDetails extends Account {
  readonly parent_name: string;
  readonly address: string;
  readonly country: string;
  readonly region: string;
  readonly currency: string;
  readonly registration_number: string;
  readonly is_legal_entity: boolean;
  readonly category: AccountCategory;
  readonly allow_white_labelling: boolean;
  readonly default_theme: string;
  readonly default_language: string;
  readonly password_policy: PasswordPolicy;
  readonly host_name: string;
  readonly tracker_networks: string;
  readonly settings: AccountSettings;
  /** Paths of the pictures; a version that was not given is missing. */
  readonly logos: Partial<Record<LogoVersion, string>>;
  readonly created_at: string;
}

/** A row of the account lists. */
export interface AccountRow {
  account_id: number;
  parent_id: number | null;
  parent_name: string;
  name: string;
  type: AccountType;
  status: Account['status'];
  country: string;
  region: string;
  category: AccountCategory;
  restrict_sub_accounts: boolean;
  allow_white_labelling: boolean;
  /** Direct children, people and units of the account itself. */
  children: number;
  users: number;
  units: number;
  created_at: string;
}

/** What a page shows of the account it is served for, before anybody signed in. */
export interface Branding {
  readonly account_id: number | null;
  readonly name: string;
  readonly logos: Partial<Record<LogoVersion, string>>;
  readonly default_theme: string;
  readonly default_language: string;
}
