import type { CallError, Reply, Request } from '../../../src/api/contract/index.ts';
import { PROOF, success, toIso, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import { AttemptLimiter, NAME_RULE, sessionOf } from '../shared/index.ts';
import type { Ceremonies } from './ceremonies.ts';
import { answersOwnPasskey, askForOwnPasskey } from './ownPasskey.ts';
import { refuseWait, type PasswordCheck } from './passwordCheck.ts';
import type { AuthServices } from './services.ts';
import { redeemSecondFactor } from './twoFactor.ts';

type Proven = Result<true, CallError>;

/** Proving oneself once more: by the password, a code of the second step, or a passkey. */
export function createProofHandlers(
  services: AuthServices,
  checkPassword: PasswordCheck,
  ceremonies: Ceremonies,
): Pick<Handlers, 'startProof' | 'proveIdentity'> {
  const { database, problems, sessions } = services;
  const attempts = new AttemptLimiter(NAME_RULE);

  const proveBy = async (data: Request<'proveIdentity'>, context: CallContext): Promise<Proven> => {
    if (data.password !== '') {
      const known = await checkPassword(data.password, 'password', context);
      return known.ok ? success(true) : known;
    }
    const { userId } = sessionOf(context);
    const wait = attempts.attempt(String(userId), context.now);
    if (wait > 0) return refuseWait(problems, context.lang, wait);
    const isRight = data.response
      ? await answersOwnPasskey(services, ceremonies, data, context)
      : await database.transaction((transaction) =>
          redeemSecondFactor(services, transaction, userId, data.code, context.now),
        );
    if (!isRight) return problems.refuse(context.lang, ERROR.wrongCode);
    attempts.forget(String(userId));
    return success(true);
  };
  return {
    async startProof(_, context): Promise<Result<Reply<'startProof'>, CallError>> {
      const { userId } = sessionOf(context);
      const [row] = await database.query<{ code: boolean }>(
        'select totp_enabled_at is not null as code from app_user where id = $1',
        [userId],
      );
      const passkey = await askForOwnPasskey(services, ceremonies, context);
      return success({ code: row?.code ?? false, passkey });
    },
    async proveIdentity(data, context) {
      const proven = await proveBy(data, context);
      if (!proven.ok) return proven;
      await sessions.prove(sessionOf(context).sessionId, context.now);
      return success({ proven_until: toIso(context.now + PROOF.lifetime) });
    },
  };
}
