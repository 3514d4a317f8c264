import type { CallError, Reply } from '../../../src/api/contract/index.ts';
import { CODE, SECOND, success, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import { AttemptLimiter, NAME_RULE, actorOf, nameKey, recordPersonEvent, sessionOf } from '../shared/index.ts';
import { shortened, type Codes } from './codes.ts';
import { mailPerson, readPerson, type Person } from './notices.ts';
import { refuseWait } from './passwordCheck.ts';
import { answerProfile } from './profile.ts';
import type { AuthServices } from './services.ts';

type Kind = 'verifyEmail' | 'verifyMobile';
type VerifyMethod = 'verifyEmailRequest' | 'verifyEmail' | 'verifyMobileRequest' | 'verifyMobile';

const digits = (mobile: string) => mobile.replace(/\D/g, '');

/** Proving one's own e-mail address and mobile number by a code. */
export function createVerificationHandlers(services: AuthServices, codes: Codes): Pick<Handlers, VerifyMethod> {
  const request = async (
    kind: Kind,
    given: string,
    context: CallContext,
  ): Promise<Result<Reply<'verifyEmailRequest'>, CallError>> => {
    const { database, problems } = services;
    const { userId } = sessionOf(context);
    return database.transaction(async (transaction): Promise<Result<Reply<'verifyEmailRequest'>, CallError>> => {
      const person = await readPerson(transaction, userId);
      if (!person) return problems.refuse(context.lang, ERROR.accessTokenMessage);
      const target = ownTarget(kind, person, given);
      // What is to be proven is first saved in the profile: a code must not go to strangers at will.
      if (target === null)
        return problems.refuseField(context.lang, kind === 'verifyEmail' ? 'email' : 'mobile', 'server.verifyOwn');
      const issued = await codes.issue(transaction, { purpose: kind, userId, target, now: context.now });
      if (!('code' in issued)) return refuseWait(problems, context.lang, issued.waitSeconds * SECOND);
      const values = { code: issued.code, minutes: CODE.lifetime / 60 / SECOND };
      if (kind === 'verifyEmail') await mailPerson(services, transaction, person, context, { kind, values });
      else await services.outbox.put(transaction, services.writer.sms(kind, target, person.lang, values), context.now);
      return success({ resend_after: CODE.resendAfter / SECOND, sent_to: shortened(target) });
    });
  };
  const attempts = new AttemptLimiter(NAME_RULE);
  const prove = async (
    kind: Kind,
    code: string,
    context: CallContext,
  ): Promise<Result<Reply<'verifyEmail'>, CallError>> => {
    const { database, problems } = services;
    const { userId } = sessionOf(context);
    const wait = attempts.attempt(`${kind} ${userId}`, context.now);
    if (wait > 0) return refuseWait(problems, context.lang, wait);
    const proven = await database.transaction(async (transaction) => {
      const target = await codes.redeem(transaction, { purpose: kind, userId, code, now: context.now });
      const person = await readPerson(transaction, userId);
      if (target === null || !person || ownTarget(kind, person, target) === null) return false;
      const column = kind === 'verifyEmail' ? 'email_verified_at' : 'mobile_verified_at';
      await transaction.query(`update app_user set ${column} = $2 where id = $1`, [userId, new Date(context.now)]);
      await recordPersonEvent(transaction, userId, actorOf(context, context.now), {
        kind: kind === 'verifyEmail' ? 'emailVerified' : 'mobileVerified',
        data: {},
      });
      return true;
    });
    if (!proven) return problems.refuse(context.lang, ERROR.wrongCode);
    attempts.forget(`${kind} ${userId}`);
    return answerProfile(services, context);
  };
  return {
    verifyEmailRequest: (data, context) => request('verifyEmail', data.email ?? '', context),
    verifyEmail: (data, context) => prove('verifyEmail', data.code, context),
    verifyMobileRequest: (data, context) => request('verifyMobile', data.mobile, context),
    verifyMobile: (data, context) => prove('verifyMobile', data.code, context),
  };
}

/** The person's own address or number, if that is what was given; an empty one stands for it. */
function ownTarget(kind: Kind, person: Person, given: string): string | null {
  if (kind === 'verifyEmail') return given === '' || nameKey(given) === nameKey(person.email) ? person.email : null;
  if (person.mobile === '') return null;
  return given === '' || digits(given) === digits(person.mobile) ? person.mobile : null;
}
