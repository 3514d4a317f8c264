import type { CallError, Reply } from '../../../src/api/contract/index.ts';
import { CODE, SECOND, success, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import {
  AttemptLimiter,
  NAME_RULE,
  actorOf,
  conflictAt,
  nameKey,
  recordPersonEvent,
  sessionOf,
  takenOfPerson,
} from '../shared/index.ts';
import { shortened, type Codes } from './codes.ts';
import { mailPerson, readPerson, type Person } from './notices.ts';
import { refuseWait } from './passwordCheck.ts';
import { answerProfile } from './profile.ts';
import type { AuthServices } from './services.ts';

type Kind = 'verifyEmail' | 'verifyMobile';
/** What a code came to; `taken`: another login has the address by now. */
type Proof = 'proven' | 'wrong' | 'taken';
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
      // The address or number to be proven is first saved in the profile: a code must not go to strangers at will.
      if (target === null)
        return problems.refuseField(context.lang, kind === 'verifyEmail' ? 'email' : 'mobile', 'server.verifyOwn');
      const issued = await codes.issue(transaction, { purpose: kind, userId, target, now: context.now });
      if (!('code' in issued)) return refuseWait(problems, context.lang, issued.waitSeconds * SECOND);
      const values = { code: issued.code, minutes: CODE.lifetime / 60 / SECOND };
      if (kind === 'verifyEmail') await mailCode(services, transaction, person, target, values, context);
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
    const proven = await unlessTaken(
      database.transaction(async (transaction): Promise<Proof> => {
        const target = await codes.redeem(transaction, { purpose: kind, userId, code, now: context.now });
        const person = await readPerson(transaction, userId);
        if (target === null || !person || ownTarget(kind, person, target) === null) return 'wrong';
        if (kind === 'verifyEmail' && nameKey(target) !== nameKey(person.email))
          return takeAddress(services, transaction, person, target, context);
        const column = kind === 'verifyEmail' ? 'email_verified_at' : 'mobile_verified_at';
        await transaction.query(`update app_user set ${column} = $2 where id = $1`, [userId, new Date(context.now)]);
        await recordPersonEvent(transaction, userId, actorOf(context, context.now), {
          kind: kind === 'verifyEmail' ? 'emailVerified' : 'mobileVerified',
          data: {},
        });
        return 'proven';
      }),
    );
    if (proven === 'wrong') return problems.refuse(context.lang, ERROR.wrongCode);
    // Only who holds the mailbox gets so far.
    if (proven === 'taken') return conflictAt('email', 'server.userExists', context, problems);
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

/**
 * Mails the code. Where another login has the address already its person hears that instead: who asked learns nothing,
 * and no code proves the address twice.
 */
async function mailCode(
  services: AuthServices,
  transaction: Transaction,
  person: Person,
  target: string,
  values: Record<string, unknown>,
  context: CallContext,
): Promise<void> {
  const other = nameKey(target) === nameKey(person.email) ? null : await findOther(transaction, person.id, target);
  if (other) await mailPerson(services, transaction, other, context, { kind: 'emailInUse' });
  else await mailPerson(services, transaction, person, context, { kind: 'verifyEmail', recipient: target, values });
}

async function findOther(transaction: Transaction, userId: number, address: string): Promise<Person | null> {
  const [row] = await transaction.query<{ id: number }>(
    'select id from app_user where (email_key = $1 or username_key = $1) and id <> $2 limit 1',
    [nameKey(address), userId],
  );
  return row ? readPerson(transaction, row.id) : null;
}

/** Gives the login its new address, and lets the old one know. */
async function takeAddress(
  services: AuthServices,
  transaction: Transaction,
  person: Person,
  address: string,
  context: CallContext,
): Promise<Proof> {
  if (await findOther(transaction, person.id, address)) return 'taken';
  await transaction.query(
    'update app_user set email = $2, email_key = $3, email_verified_at = $4, pending_email = null where id = $1',
    [person.id, address, nameKey(address), new Date(context.now)],
  );
  // Codes that went to the old address prove nothing any more.
  await transaction.query("delete from one_time_code where user_id = $1 and purpose <> 'verifyMobile'", [person.id]);
  await recordPersonEvent(transaction, person.id, actorOf(context, context.now), {
    kind: 'userProfileUpdated',
    data: { before: { email: person.email }, after: { email: address } },
  });
  await mailPerson(services, transaction, person, context, {
    kind: 'emailChanged',
    values: { email: shortened(address) },
  });
  return 'proven';
}

/**
 * The person's own address or number, or the one that the login is to have, if that is what was given; an empty one
 * stands for it.
 */
function ownTarget(kind: Kind, person: Person, given: string): string | null {
  if (kind === 'verifyEmail') {
    const own = [person.pendingEmail, person.email].filter((address) => address !== '');
    return own.find((address) => given === '' || nameKey(given) === nameKey(address)) ?? null;
  }
  if (person.mobile === '') return null;
  return given === '' || digits(given) === digits(person.mobile) ? person.mobile : null;
}

/** Two logins may prove one address at the same moment; the index decides. */
async function unlessTaken(work: Promise<Proof>): Promise<Proof> {
  try {
    return await work;
  } catch (error) {
    if (takenOfPerson(error) === null) throw error;
    return 'taken';
  }
}
