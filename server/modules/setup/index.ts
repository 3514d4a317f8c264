import type { CallError, Reply, Request, SignedIn } from '../../../src/api/contract/index.ts';
import { failure, SECOND, success, type Result, type UserId } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import type { Database } from '../../store/database.types.ts';
import { USER_COLUMNS, membershipsOf, refuseCommonPassword, userOf, type UserRow } from '../shared/index.ts';
import type { SetupCode } from './code.ts';
import { createFirstOwner } from './firstOwner.ts';
import { createMailTest, type MailTestServices } from './mailTest.ts';

export { hasLogin, openSetupCode, type SetupCode } from './code.ts';
export { createFirstOwner } from './firstOwner.ts';

type SetupMethod = 'getSetupState' | 'checkSetupCode' | 'setUpServer' | 'sendTestMail';
type Refused = Result<never, CallError>;

export interface SetupServices extends MailTestServices {
  readonly database: Database;
  readonly setupCode: SetupCode;
  /** Null when too many passwords are being hashed already. */
  readonly hashPassword: (password: string) => Promise<string | null>;
  readonly openSession: (
    userId: UserId,
    context: CallContext,
  ) => Promise<Pick<SignedIn, 'access_token' | 'bearer_token'>>;
}

/** The first start: the code of the log, then the owner account with its administrator. */
export function createSetupHandlers(services: SetupServices): Pick<Handlers, SetupMethod> {
  const { setupCode } = services;
  return {
    getSetupState: async () => success({ needed: await setupCode.isNeeded() }),
    checkSetupCode: async ({ code }, context) => (await refuseCode(services, code, context)) ?? success({}),
    setUpServer: (form, context) => setUp(services, form, context),
    sendTestMail: createMailTest(services),
  };
}

async function refuseCode(
  { setupCode, problems }: SetupServices,
  code: string,
  { lang, remote, now }: CallContext,
): Promise<Refused | null> {
  const attempt = await setupCode.attempt(code, remote, now);
  if (attempt === 'admitted') return null;
  if (attempt === 'wrong') return problems.refuseField(lang, 'code', 'server.wrongSetupCode');
  if (attempt === 'over') return over(problems, lang);
  const seconds = Math.ceil(attempt.wait / SECOND);
  return problems.refuse(lang, ERROR.tooManyRequests, { values: { seconds }, retryAfter: seconds });
}

const over = (problems: SetupServices['problems'], lang: string): Refused =>
  failure(problems.error(lang, ERROR.conflict, { key: 'server.setupOver' }));

async function setUp(
  services: SetupServices,
  form: Request<'setUpServer'>,
  context: CallContext,
): Promise<Result<Reply<'setUpServer'>, CallError>> {
  const { database, problems } = services;
  const refused = await refuseCode(services, form.code, context);
  if (refused) return refused;
  const common = refuseCommonPassword(problems, context.lang, 'password', form.password);
  if (common) return common;
  const passwordHash = await services.hashPassword(form.password);
  if (passwordHash === null) return problems.refuse(context.lang, ERROR.unavailable, { retryAfter: 2 });
  const userId = await createFirstOwner(database, { ...form, passwordHash, now: context.now, remote: context.remote });
  if (userId === null) return over(problems, context.lang);
  const tokens = await services.openSession(userId, context);
  const [row] = await database.query<UserRow>(`select ${USER_COLUMNS} from app_user where id = $1`, [userId]);
  if (!row) throw new Error(`User ${userId} was made and cannot be read.`);
  return success({ ...tokens, user: userOf(row), accounts: await membershipsOf(database, userId) });
}
