import { object, string } from 'yup';
import { changedFields } from '../../domain/base/index.ts';
import {
  DEFAULT_SETTINGS,
  accountDetailsSchema,
  accountGrantsSchema,
  createAccountSchema,
  type AccountDetails,
  type CreateAccountForm,
} from '../../domain/account/index.ts';

/** Everything the account form holds. */
export type AccountValues = CreateAccountForm;

/** A new account of the kind. */
export const newAccount = (type: 'DEALER' | 'CONSUMER', timezone: string): AccountValues => ({
  name: '',
  address: '',
  country: '',
  region: '',
  currency: '',
  registration_number: '',
  is_legal_entity: type === 'DEALER',
  category: '',
  default_theme: '',
  default_language: '',
  password_policy: 'length',
  settings: { ...DEFAULT_SETTINGS, timezone: timezone as AccountValues['settings']['timezone'] },
  allow_white_labelling: false,
  restrict_sub_accounts: false,
  host_name: '',
  tracker_networks: '',
  type,
  default_owner_email: '',
});

/** What the form starts with for an account that exists. */
export function valuesOf(details: AccountDetails): AccountValues {
  const {
    name,
    address,
    country,
    region,
    currency,
    registration_number,
    is_legal_entity,
    category,
    password_policy,
    settings,
    allow_white_labelling,
    restrict_sub_accounts,
    host_name,
    tracker_networks,
  } = details;
  return {
    name,
    address,
    country,
    region,
    currency,
    registration_number,
    is_legal_entity,
    category,
    password_policy,
    allow_white_labelling,
    restrict_sub_accounts,
    host_name,
    tracker_networks,
    default_theme: details.default_theme as AccountValues['default_theme'],
    default_language: details.default_language as AccountValues['default_language'],
    settings: {
      timezone: settings.timezone,
      date_format: settings.date_format,
      time_format: settings.time_format,
      date_time_format: settings.date_time_format,
      skipFormat: settings.skipFormat,
    },
    // Not shown and never sent for an account that exists.
    type: details.type === 'DEALER' ? 'DEALER' : 'CONSUMER',
    default_owner_email: '',
  };
}

/** An account that exists has its kind, and its owner was invited. */
const existingSchema = accountDetailsSchema
  .concat(accountGrantsSchema)
  .concat(object({ type: string(), default_owner_email: string() }));

export const schemaOf = (isNew: boolean) => (isNew ? createAccountSchema : existingSchema);

/**
 * Fields that differ: what is not sent stays as it is, so two people who change different fields do not undo each
 * other.
 */
export function changesOf(before: AccountValues, after: AccountValues): Partial<AccountValues> {
  const { type: _, default_owner_email: __, ...fields } = after;
  return changedFields(before, fields);
}
