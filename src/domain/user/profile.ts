import { boolean, object, string, type InferType } from 'yup';
import { CODE, LENGTH, TIME_ZONES, textLine } from '../base/index.ts';
import { mobileField, emailField, passwordField, personName, usernameField, type PasswordPolicy } from './fields.ts';
import type { User } from './user.ts';

/** A user's own page. */
export interface Profile extends User {
  mobile: string;
  lang: string;
  /** The address that the login is to have, once a code proves it; empty where none was asked for. */
  pending_email: string;
  email_verified: boolean;
  mobile_verified: boolean;
  two_factor_enabled: boolean;
  recovery_codes_left: number;
  /** What a new password must keep to: the strictest of the user's accounts. */
  password_policy: PasswordPolicy;
}

/** A person's own time zone; empty: that of the account they work in. */
const ownZoneField = string()
  .oneOf(['', ...TIME_ZONES], 'validation.oneOf')
  .default('');

export const profileSchema = object({
  first_name: personName,
  last_name: personName,
  username: usernameField,
  email: emailField.required('validation.required'),
  mobile: mobileField,
  time_zone: ownZoneField,
});
export type ProfileForm = InferType<typeof profileSchema>;

/**
 * A test, not `oneOf`: yup asks that before all else, and the message of an empty field would be that it does not
 * match.
 */
const retype = (of: string) =>
  string()
    .required('validation.required')
    .test('match', 'validation.passwordRetype', (value, { parent }) => !value || value === parent[of]);

/** What may end along with a password: whoever knew the old one may have made these. */
export const endSecretsFields = { end_keys: boolean().default(false), end_passkeys: boolean().default(false) };

/** Change of a known password; `username` is what the new one must differ from. */
export function changePasswordSchema(policy: PasswordPolicy | 'any', username = '') {
  return object({
    old_password: string().required('validation.required').max(LENGTH.typedPassword.max, 'validation.maxLength'),
    new_password: passwordField(policy)
      .test('same', 'validation.passwordSame', (value, { parent }) => !value || value !== parent.old_password)
      .test(
        'username',
        'validation.passwordUsername',
        (value) => username === '' || value?.toLowerCase() !== username.toLowerCase(),
      ),
    retype_password: retype('new_password'),
    ...endSecretsFields,
  });
}
export type ChangePasswordForm = InferType<ReturnType<typeof changePasswordSchema>>;

/** A new password after a reset code. */
export function newPasswordSchema(policy: PasswordPolicy | 'any') {
  return object({ password: passwordField(policy), retype_password: retype('password') });
}

export const codeField = textLine()
  .required('validation.required')
  .matches(new RegExp(`^\\d{${CODE.digits}}$`), 'validation.code');

/** Registration of an invited person. */
export function registerSchema(policy: PasswordPolicy | 'any') {
  return object({
    first_name: personName,
    last_name: personName,
    username: usernameField,
    mobile: mobileField,
    time_zone: ownZoneField,
    password: passwordField(policy).test(
      'username',
      'validation.passwordUsername',
      (value, { parent }) => !value || value.toLowerCase() !== String(parent.username ?? '').toLowerCase(),
    ),
    retype_password: retype('password'),
  });
}
export type RegisterForm = InferType<ReturnType<typeof registerSchema>>;

/** One signed-in session of a user. */
export interface ActiveSession {
  session_id: number;
  current: boolean;
  remote: string;
  user_agent: string;
  account_name: string;
  created_at: string;
  last_used_at: string;
}

export interface Passkey {
  passkey_id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

export interface ApiKey {
  api_key_id: number;
  name: string;
  prefix: string;
  account_id: number;
  account_name: string;
  permissions: Partial<Record<string, readonly string[]>>;
  /** It may send positions to `POST /ingest/traccar` for the devices that its holder may change. */
  may_ingest: boolean;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
}
