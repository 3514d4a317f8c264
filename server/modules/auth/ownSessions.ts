import type { CallError, Reply, Request } from '../../../src/api/contract/index.ts';
import { success, toIso, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { changePasswordSchema } from '../../../src/domain/user/index.ts';
import { validateData } from '../../call/validation.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import {
  actorOf,
  endSessionsOf,
  passwordPolicyOf,
  recordPersonEvent,
  refuseCommonPassword,
  sessionOf,
} from '../shared/index.ts';
import { endSecrets } from './endSecrets.ts';
import { mailPerson, readPerson } from './notices.ts';
import { hashInQueue, type PasswordCheck } from './passwordCheck.ts';
import type { AuthServices } from './services.ts';

interface SessionRow {
  id: number;
  remote: string;
  user_agent: string;
  account_name: string | null;
  created_at: Date;
  last_used_at: Date;
}

const MAXIMUM_SHOWN = 200;

/** Changing one's password, and the places where one is signed in. */
export function createOwnSessionHandlers(
  services: AuthServices,
  checkPassword: PasswordCheck,
): Pick<Handlers, 'changePassword' | 'getActiveSessions' | 'logoutSessions'> {
  const { database, sessions } = services;
  return {
    changePassword: (data, context) => changePassword(services, checkPassword, data, context),
    async getActiveSessions(_, context) {
      const { userId, sessionId } = sessionOf(context);
      const rows = await database.query<SessionRow>(
        `select s.id, s.remote, s.user_agent, a.name as account_name, s.created_at, s.last_used_at
         from session s left join account a on a.id = s.account_id
         where s.user_id = $1 and s.ended_at is null and s.bearer_expires_at > $2 order by s.last_used_at desc, s.id desc limit $3`,
        [userId, new Date(context.now), MAXIMUM_SHOWN],
      );
      return success({
        sessions: rows.map((row) => ({
          session_id: row.id,
          current: row.id === sessionId,
          remote: row.remote,
          user_agent: row.user_agent,
          account_name: row.account_name ?? '',
          created_at: toIso(new Date(row.created_at).getTime()),
          last_used_at: toIso(new Date(row.last_used_at).getTime()),
        })),
      });
    },
    async logoutSessions(data, context) {
      const { userId, sessionId } = sessionOf(context);
      if (!data.all_others && data.session_ids.length === 0)
        return services.problems.refuseField(context.lang, 'session_ids', 'validation.required');
      const ended = await database.transaction((transaction) =>
        endSessionsOf(transaction, {
          userId,
          reason: 'byUser',
          by: actorOf(context, context.now),
          ...(data.all_others ? { except: sessionId } : { only: data.session_ids }),
        }),
      );
      sessions.forget(ended);
      return success({ ended: ended.length });
    },
  };
}

async function changePassword(
  services: AuthServices,
  checkPassword: PasswordCheck,
  data: Request<'changePassword'>,
  context: CallContext,
): Promise<Result<Reply<'changePassword'>, CallError>> {
  const { database, hasher, problems, sessions } = services;
  const { userId, sessionId } = sessionOf(context);
  const [name] = await database.query<{ username: string }>('select username from app_user where id = $1', [userId]);
  const schema = changePasswordSchema(await passwordPolicyOf(database, userId), name?.username);
  const checked = validateData(schema, data, context.lang, problems);
  if (!checked.ok) return checked;
  const common = refuseCommonPassword(problems, context.lang, 'new_password', data.new_password);
  if (common) return common;
  const known = await checkPassword(data.old_password, 'old_password', context);
  if (!known.ok) return known;
  const hash = await hashInQueue(hasher, data.new_password);
  if (hash === null) return problems.refuse(context.lang, ERROR.unavailable, { retryAfter: 2 });
  const { ended, keys } = await database.transaction(async (transaction) => {
    await transaction.query('update app_user set password_hash = $2 where id = $1', [userId, hash]);
    const by = actorOf(context, context.now);
    await recordPersonEvent(transaction, userId, by, { kind: 'passwordChanged', data: {} });
    const person = await readPerson(transaction, userId);
    if (person) await mailPerson(services, transaction, person, context, { kind: 'passwordChanged' });
    return {
      keys: await endSecrets(transaction, userId, data, by),
      ended: await endSessionsOf(transaction, { userId, except: sessionId, reason: 'passwordChanged', by }),
    };
  });
  sessions.forget(ended);
  keys.forEach((id) => sessions.forgetApiKey(id));
  return success({});
}
