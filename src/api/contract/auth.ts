import { array, boolean, mixed, number, object, string } from 'yup';
import type { Account, AccountDetails, AccountSettings, Branding, Membership } from '../../domain/account/index.ts';
import type { Permissions } from '../../domain/access/index.ts';
import { LENGTH, requiredText, textLine, type UserId } from '../../domain/base/index.ts';
import { anyPermissionsField, permissionsField } from '../../domain/role/index.ts';
import {
  changePasswordSchema,
  endSecretsFields,
  codeField,
  emailField,
  mobileField,
  newPasswordSchema,
  profileSchema,
  signInSchema,
  type ActiveSession,
  type ApiKey,
  type Passkey,
  type PasswordPolicy,
  type Profile,
  type User,
} from '../../domain/user/index.ts';
import { emptyRequest, methodOf } from './method.ts';

const auth = methodOf('auth-service');
const username = textLine().required('validation.required').max(LENGTH.username.max, 'validation.maxLength');

/** Answer to signin. */
export interface SignedIn {
  access_token: string;
  /** Empty for our page, which is set a cookie instead. */
  bearer_token: string;
  user: User;
  accounts: Membership[];
}

/** Answer to loginWithBearer. Bearer tokens rotate: the one sent is spent. */
export interface LoggedInAgain {
  user_token: string;
  /** Empty for our page, which is set a cookie instead. */
  bearer_token: string;
  /** For our page: whose cookie it was, since another window may have signed in as somebody else. */
  user_id?: UserId;
}

/** Answer to selectAccount. */
export interface SelectedAccount {
  account: Account;
  permissions: Permissions;
  /** How the account wants its dates. */
  settings: AccountSettings;
  /** Logos and defaults of the account, or of the nearest one above that may white-label. */
  branding: Branding;
}

/** A code is on its way. */
export interface CodeSent {
  /** Seconds until another code may be asked for. */
  resend_after: number;
  /** Where the code went, shortened: `l…@example.com`. */
  sent_to: string;
}

/** Options for the browser's WebAuthn calls, as the standard's JSON. */
export interface PasskeyOptions {
  options: Record<string, unknown>;
  /** Names the ceremony when its answer is sent. */
  ceremony: string;
}

/** How somebody who is signed in may prove themselves again; the password always does. */
export interface ProofMethods {
  /** True: by a code of the authenticator as well. */
  code: boolean;
  /** Options for one of their passkeys; null without one. */
  passkey: PasskeyOptions | null;
}

/** A proof-of-work challenge that the client solves by itself; no outside service is asked. */
export interface CaptchaChallenge {
  algorithm: string;
  challenge: string;
  salt: string;
  signature: string;
  maxnumber: number;
}

export const authMethods = {
  signin: auth<SignedIn>()({
    summary: 'Signs in with a user name or e-mail address and a password.',
    access: 'public',
    request: signInSchema.shape({
      captcha: string().max(4_000),
      notification_token: string().max(4_000),
      /** Code of the authenticator, or a recovery code, where the user set it up. */
      code: textLine().max(20),
    }),
    quiet: false,
  }),
  getCaptcha: auth<CaptchaChallenge>()({
    summary: 'A challenge to solve before signing in again after repeated failures.',
    access: 'public',
    request: emptyRequest,
  }),
  loginWithBearer: auth<LoggedInAgain>()({
    summary:
      'Exchanges the bearer token for a new access token and the next bearer token; our page sends a cookie in its place.',
    access: 'public',
    request: object({ bearer_token: string().max(200), notification_token: string().max(4_000) }),
  }),
  selectAccount: auth<SelectedAccount>()({
    summary: 'Enters an account and answers its permissions.',
    access: 'session',
    request: object({ account_id: number().integer().positive().required() }),
  }),
  signout: auth<Record<string, never>>()({
    summary: 'Ends this session.',
    access: 'session',
    request: object({ session_login: string().max(200), session_id: string().max(200) }),
  }),
  endSession: auth<Record<string, never>>()({
    summary: 'Ends the session of the cookie of our page, whose access token may have run out; without one, nothing.',
    access: 'public',
    request: emptyRequest,
  }),
  getAccountDetails: auth<AccountDetails>()({
    summary: 'The account that one is in.',
    access: { resource: 'account', action: 'r' },
    request: emptyRequest,
  }),
  getUserProfile: auth<Profile>()({ summary: 'The signed-in user.', access: 'session', request: emptyRequest }),
  updateUserProfile: auth<Profile>()({
    summary: 'Changes the signed-in user; a new address has to be verified again.',
    access: 'session',
    request: profileSchema.shape({ lang: string().max(5) }),
    quiet: false,
  }),
  uploadProfilePic: auth<Profile>()({
    summary: 'Takes an uploaded picture as one’s own; an empty id removes it.',
    access: 'session',
    request: object({ image_id: string().max(100).default('') }),
    quiet: false,
  }),
  uploadLogo: auth<AccountDetails>()({
    summary: 'Takes an uploaded picture as a logo of the account or one of its tree; an empty id removes it.',
    access: { resource: 'account', action: 'u' },
    quiet: false,
    request: object({
      account_id: number().integer().positive().required('validation.required'),
      version: string()
        .oneOf(['dark', 'light', 'expanded', 'collapsed'], 'validation.oneOf')
        .required('validation.required'),
      image_id: string().max(100).default(''),
    }),
  }),
  changePassword: auth<Record<string, never>>()({
    summary: 'Changes a known password and ends the other sessions.',
    access: 'session',
    request: changePasswordSchema('any'),
    quiet: false,
  }),
  resetPasswordRequest: auth<CodeSent>()({
    summary: 'Sends a code to the address of a login; answers the same whether there is one.',
    access: 'public',
    quiet: false,
    request: object({ username, captcha: string().max(4_000) }),
  }),
  checkResetCode: auth<{ reset_token: string; password_policy: PasswordPolicy }>()({
    summary: 'Exchanges the code for the right to set a new password.',
    access: 'public',
    quiet: false,
    request: object({ username, code: codeField }),
  }),
  resetPassword: auth<Record<string, never>>()({
    summary: 'Sets a new password and ends all sessions.',
    access: 'public',
    quiet: false,
    request: newPasswordSchema('any').shape({
      ...endSecretsFields,
      reset_token: string().required('validation.required').max(200),
    }),
  }),
  verifyEmailRequest: auth<CodeSent>()({
    summary: 'Sends a code to the e-mail address of the signed-in user.',
    access: 'session',
    request: object({ email: emailField }),
    quiet: false,
  }),
  verifyEmail: auth<Profile>()({
    summary: 'Proves the e-mail address.',
    access: 'session',
    request: object({ code: codeField }),
    quiet: false,
  }),
  verifyMobileRequest: auth<CodeSent>()({
    summary: 'Sends a code to the mobile number of the signed-in user.',
    access: 'session',
    request: object({ mobile: mobileField }),
    quiet: false,
  }),
  verifyMobile: auth<Profile>()({
    summary: 'Proves the mobile number.',
    access: 'session',
    request: object({ code: codeField }),
    quiet: false,
  }),
  getActiveSessions: auth<{ sessions: ActiveSession[] }>()({
    summary: 'Where the user is signed in.',
    access: 'session',
    request: emptyRequest,
  }),
  logoutSessions: auth<{ ended: number }>()({
    summary: 'Ends sessions of the user: those named, or all but this one.',
    access: 'session',
    proof: true,
    quiet: false,
    request: object({
      session_ids: array(number().integer().positive().required()).max(200).default([]),
      all_others: boolean().default(false),
    }),
  }),
  getConfigData: auth<Branding>()({
    summary: 'Logos and defaults for a host name, before anybody signed in.',
    access: 'public',
    request: object({ host: string().max(260).default('') }),
  }),

  startTwoFactor: auth<{ secret: string; uri: string }>()({
    summary: 'A new secret for an authenticator, good once confirmed.',
    access: 'session',
    proof: true,
    request: emptyRequest,
    quiet: false,
  }),
  confirmTwoFactor: auth<{ recovery_codes: string[] }>()({
    summary: 'Switches the second step on; answers the recovery codes, once.',
    access: 'session',
    request: object({ code: codeField }),
    quiet: false,
  }),
  disableTwoFactor: auth<Profile>()({
    summary: 'Switches the second step off.',
    access: 'session',
    quiet: false,
    request: object({ password: string().required('validation.required').max(LENGTH.typedPassword.max) }),
  }),
  renewRecoveryCodes: auth<{ recovery_codes: string[] }>()({
    summary: 'New recovery codes in place of the old.',
    access: 'session',
    quiet: false,
    request: object({ password: string().required('validation.required').max(LENGTH.typedPassword.max) }),
  }),
  startProof: auth<ProofMethods>()({
    summary: 'How the person may prove themselves again, beside the password.',
    access: 'session',
    request: emptyRequest,
  }),
  proveIdentity: auth<{ proven_until: string }>()({
    summary: 'Proves the person again: by the password, a code of the authenticator, or a passkey.',
    access: 'session',
    quiet: false,
    request: object({
      password: string().max(LENGTH.typedPassword.max).default(''),
      /** Or a recovery code. */
      code: textLine().max(20).default(''),
      ceremony: string().max(200).default(''),
      response: mixed<object>().nullable().default(null),
    }),
  }),
  getPasskeys: auth<{ passkeys: Passkey[] }>()({
    summary: 'Passkeys of the user.',
    access: 'session',
    request: emptyRequest,
  }),
  startPasskey: auth<PasskeyOptions>()({
    summary: 'Begins to register a passkey.',
    access: 'session',
    proof: true,
    request: emptyRequest,
    quiet: false,
  }),
  addPasskey: auth<Passkey>()({
    summary: 'Registers a passkey.',
    access: 'session',
    quiet: false,
    request: object({
      ceremony: string().required().max(200),
      response: mixed<object>().required(),
      name: requiredText(LENGTH.keyName),
    }),
  }),
  deletePasskey: auth<Record<string, never>>()({
    summary: 'Removes a passkey.',
    access: 'session',
    proof: true,
    request: object({ passkey_id: string().required().max(1_500) }),
    quiet: false,
  }),
  startPasskeySignIn: auth<PasskeyOptions>()({
    summary: 'Begins to sign in by a passkey.',
    access: 'public',
    request: emptyRequest,
    quiet: false,
  }),
  signInWithPasskey: auth<SignedIn>()({
    summary: 'Signs in by a passkey.',
    access: 'public',
    request: object({ ceremony: string().required().max(200), response: mixed<object>().required() }),
    quiet: false,
  }),
  getApiKeys: auth<{ api_keys: ApiKey[] }>()({
    summary: 'API keys of the user.',
    access: 'session',
    request: emptyRequest,
  }),
  createApiKey: auth<{ api_key: ApiKey; secret: string }>()({
    summary:
      'Makes a key for scripts in the account that one is in, for a year unless said otherwise; its secret is answered once.',
    access: 'session',
    proof: true,
    quiet: false,
    request: object({
      name: requiredText(LENGTH.keyName),
      /** It may send positions of trackers to `POST /ingest/traccar`, for the devices that its holder may change. */
      may_ingest: boolean().default(false),
      permissions: anyPermissionsField.when('may_ingest', ([mayIngest]) =>
        mayIngest === true ? anyPermissionsField : permissionsField,
      ),
      expires_at: string().max(40).nullable().default(null),
    }),
  }),
  revokeApiKey: auth<Record<string, never>>()({
    summary: 'Ends a key at once.',
    access: 'session',
    proof: true,
    request: object({ api_key_id: number().integer().positive().required() }),
    quiet: false,
  }),

  getLanguages: auth<{ languages: Language[] }>()({
    summary: 'The interface languages, with their direction.',
    access: 'public',
    request: emptyRequest,
  }),
  getTranslation: auth<{ lang: string; messages: Record<string, unknown> }>()({
    summary: 'One language of the interface; the language code is sent in upper case.',
    access: 'public',
    request: object({
      lang: string()
        .required()
        .matches(/^[A-Z]{2}$/),
    }),
  }),
};

/** One interface language (also at GET /poly/fe/supported/languages). */
export interface Language {
  code: string;
  name: string;
  direction: 'ltr' | 'rtl';
}
