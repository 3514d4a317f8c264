import { success, type AccountId } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { UnitDirectory } from '../../gateway/ports.ts';
import type { Problems } from '../../gateway/problems.ts';
import type { Handlers } from '../../gateway/types.ts';
import type { Database } from '../../store/database.types.ts';
import { sessionOf } from '../shared/index.ts';
import type { Captcha } from './captcha.ts';
import type { PasswordHasher } from './password.ts';
import { membershipsOf, userOf, type UserRow } from './people.ts';
import type { Sessions } from './sessions.ts';
import { createSignIn } from './signIn.ts';

export interface AuthServices {
  readonly database: Database;
  readonly directory: Pick<UnitDirectory, 'account'>;
  readonly sessions: Sessions;
  readonly hasher: PasswordHasher;
  readonly captcha: Captcha;
  readonly problems: Problems;
}

type AuthMethod = 'signin' | 'getCaptcha' | 'loginWithBearer' | 'selectAccount' | 'signout' | 'getUserAccounts';

/** auth-service: who someone is and which account they act in. */
export function createAuthHandlers(services: AuthServices): Pick<Handlers, AuthMethod> {
  const { database, directory, sessions, captcha, problems } = services;
  return {
    signin: createSignIn(services),
    getCaptcha: async (_, { now }) => success(await captcha.challenge(now)),
    async loginWithBearer(data, { lang, now }) {
      const renewed = await sessions.renew(data.bearer_token, now);
      if (!renewed.ok) return problems.refuse(lang, renewed.error.code);
      return success({ user_token: renewed.value.accessToken, bearer_token: renewed.value.bearerToken });
    },
    async selectAccount(data, context) {
      const session = sessionOf(context);
      const entered = await sessions.enter(session.userId, data.account_id as AccountId, context.now);
      if (!entered.ok) return problems.refuse(context.lang, entered.error.code);
      const account = directory.account(entered.value.accountId);
      if (!account) return problems.refuse(context.lang, ERROR.accountAccess);
      await sessions.remember(session.sessionId, entered.value.accountId, context.now);
      return success({ account, permissions: entered.value.permissions });
    },
    async signout(_, context) {
      await sessions.end(sessionOf(context).sessionId, context.now);
      return success({});
    },
    async getUserAccounts(_, context) {
      const { userId } = sessionOf(context);
      const [row] = await database.query<UserRow>(
        'select id, username, email, first_name, last_name, password_hash, status from app_user where id = $1',
        [userId],
      );
      if (!row) return problems.refuse(context.lang, ERROR.accessTokenMessage);
      return success({ user: userOf(row), accounts: await membershipsOf(database, userId) });
    },
  };
}
