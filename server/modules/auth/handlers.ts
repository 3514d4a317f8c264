import { success, type AccountId } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { Handlers } from '../../call/types.ts';
import {
  USER_COLUMNS,
  membershipsOf,
  readBranding,
  readBrandingOfHost,
  readSettings,
  sessionOf,
  userOf,
  type UserRow,
} from '../shared/index.ts';
import { createApiKeyHandlers } from './apiKeys.ts';
import { Ceremonies } from './ceremonies.ts';
import { createCodes } from './codes.ts';
import { handOver } from './handOver.ts';
import { createOwnSessionHandlers } from './ownSessions.ts';
import { createPasskeyHandlers } from './passkeys.ts';
import { createPasswordCheck } from './passwordCheck.ts';
import { createProfileHandlers } from './profile.ts';
import { createProofHandlers } from './proof.ts';
import { createResetHandlers } from './reset.ts';
import type { AuthServices } from './services.ts';
import { createSignIn } from './signIn.ts';
import { createTwoFactorHandlers } from './twoFactor.ts';
import { createVerificationHandlers } from './verification.ts';

type SessionMethod =
  | 'signin'
  | 'getCaptcha'
  | 'loginWithBearer'
  | 'selectAccount'
  | 'signout'
  | 'endSession'
  | 'getUserAccounts'
  | 'getConfigData';

/** auth-service: who someone is, how they prove it, and which account they act in. */
export function createAuthHandlers(services: AuthServices) {
  const codes = createCodes(services.codeSecret);
  const checkPassword = createPasswordCheck(services);
  const ceremonies = new Ceremonies();
  return {
    ...createSessionHandlers(services),
    ...createResetHandlers(services, codes),
    ...createVerificationHandlers(services, codes),
    ...createProfileHandlers(services),
    ...createOwnSessionHandlers(services, checkPassword),
    ...createTwoFactorHandlers(services, checkPassword),
    ...createPasskeyHandlers(services, ceremonies),
    ...createProofHandlers(services, checkPassword, ceremonies),
    ...createApiKeyHandlers(services),
  };
}

/** The silent re-login: by the token that a program sends, or by the cookie of our page. */
function createRenewal({ sessions, problems }: AuthServices): Handlers['loginWithBearer'] {
  return async (data, { cookies, lang, now }) => {
    // Sent by our page once: a session that an older version kept where scripts could read it.
    const given = data.bearer_token || null;
    const token = given ?? cookies?.read('session') ?? null;
    if (token === null && !cookies?.isRenewal) return problems.refuseField(lang, 'bearer_token', 'validation.required');
    // A page of an older version, still open, keeps its token itself.
    const browser = cookies?.isRenewal ? cookies : null;
    const renewed = await sessions.renew(token ?? '', now, browser ? 'browser' : 'program');
    if (!renewed.ok) {
      browser?.write('session', null);
      return problems.refuse(lang, renewed.error.code);
    }
    const { access_token: accessToken, bearer_token: bearerToken } = handOver(renewed.value, { cookies: browser });
    const tokens = { user_token: accessToken, bearer_token: bearerToken };
    return success(browser ? { ...tokens, user_id: renewed.value.userId } : tokens);
  };
}

function createSessionHandlers(services: AuthServices): Pick<Handlers, SessionMethod> {
  const { database, directory, sessions, captcha, problems } = services;
  return {
    signin: createSignIn(services),
    getCaptcha: async (_, { now }) => success(await captcha.challenge(now)),
    loginWithBearer: createRenewal(services),
    async selectAccount(data, context) {
      const session = sessionOf(context);
      const entered = await sessions.enter(session.userId, data.account_id as AccountId, context.now);
      if (!entered.ok) return problems.refuse(context.lang, entered.error.code);
      const account = directory.account(entered.value.accountId);
      if (!account) return problems.refuse(context.lang, ERROR.accountAccess);
      await sessions.remember(session.sessionId, entered.value.accountId, context.now);
      const [settings, branding] = await Promise.all([
        readSettings(database, account.account_id),
        readBranding(database, directory, account.account_id),
      ]);
      return success({ account, permissions: entered.value.permissions, settings, branding });
    },
    getConfigData: async (data, context) =>
      success(await readBrandingOfHost(database, directory, data.host || new URL(context.origin).host)),
    async signout(_, context) {
      await sessions.end(sessionOf(context).sessionId, context.now);
      context.cookies?.write('session', null);
      return success({});
    },
    async endSession(_, { cookies, now }) {
      const kept = cookies?.read('session') ?? null;
      if (kept !== null) await sessions.endByBearer(kept, now);
      cookies?.write('session', null);
      return success({});
    },
    async getUserAccounts(_, context) {
      const { userId } = sessionOf(context);
      const [row] = await database.query<UserRow>(`select ${USER_COLUMNS} from app_user where id = $1`, [userId]);
      if (!row) return problems.refuse(context.lang, ERROR.accessTokenMessage);
      return success({ user: userOf(row), accounts: await membershipsOf(database, userId) });
    },
  };
}
