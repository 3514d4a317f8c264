import { number, object, string } from 'yup';
import type { Account, Membership } from '../../domain/account/index.ts';
import type { Permissions } from '../../domain/access/index.ts';
import { signInSchema, type User } from '../../domain/user/index.ts';
import { emptyRequest, methodOf } from './method.ts';

const auth = methodOf('auth-service');

/** Answer to signin. */
export interface SignedIn {
  access_token: string;
  bearer_token: string;
  user: User;
  accounts: Membership[];
}

/** Answer to loginWithBearer. Bearer tokens rotate: the one sent is spent. */
export interface LoggedInAgain {
  user_token: string;
  bearer_token: string;
}

/** Answer to selectAccount. */
export interface SelectedAccount {
  account: Account;
  permissions: Permissions;
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
    request: signInSchema.shape({ captcha: string().max(4_000), notification_token: string().max(4_000) }),
    quiet: false,
  }),
  getCaptcha: auth<CaptchaChallenge>()({
    summary: 'A challenge to solve before signing in again after repeated failures.',
    access: 'public',
    request: emptyRequest,
  }),
  loginWithBearer: auth<LoggedInAgain>()({
    summary: 'Exchanges the bearer token for a new access token and the next bearer token.',
    access: 'public',
    request: object({ bearer_token: string().required().max(200), notification_token: string().max(4_000) }),
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
  getUserAccounts: auth<{ user: User; accounts: Membership[] }>()({
    summary: 'The signed-in user and the accounts that they may enter.',
    access: 'session',
    request: emptyRequest,
  }),
  getLanguages: auth<{ languages: Language[] }>()({
    summary: 'The interface languages, with their direction.',
    access: 'public',
    request: emptyRequest,
  }),
  getTranslation: auth<{ lang: string; messages: Record<string, unknown> }>()({
    summary: 'One language of the interface; the language code is sent in upper case.',
    access: 'public',
    request: object({ lang: string().required().matches(/^[A-Z]{2}$/) }),
  }),
};

/** One interface language (also at GET /poly/fe/supported/languages). */
export interface Language {
  code: string;
  name: string;
  direction: 'ltr' | 'rtl';
}

