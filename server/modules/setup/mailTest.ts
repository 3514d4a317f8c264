import type { CallError, MailTest } from '../../../src/api/contract/index.ts';
import { SECOND, success, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { Channel, MessageWriter } from '../../channels/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Queryable } from '../../store/database.types.ts';
import { accountOf, AttemptLimiter, NAME_RULE, sessionOf, type ModuleServices } from '../shared/index.ts';

/** Longest part of a mail server's answer that is shown. */
const REASON_LENGTH = 300;

export interface MailTestServices extends ModuleServices {
  readonly database: Queryable;
  readonly writer: MessageWriter;
  /** Sends mail now, past the outbox; null where SMTP_URL is not set. */
  readonly mailNow: Channel | null;
}

/** Sends a mail to the caller's own address, and to no other: a test is no way to write to strangers. */
export function createMailTest({ database, problems, writer, mailNow }: MailTestServices) {
  const people = new AttemptLimiter(NAME_RULE);
  return async (_: object, context: CallContext): Promise<Result<MailTest, CallError>> => {
    const { userId } = sessionOf(context);
    const [person] = await database.query<{ email: string; first_name: string }>(
      'select email, first_name from app_user where id = $1',
      [userId],
    );
    if (!person) return problems.refuse(context.lang, ERROR.accessTokenMessage);
    const recipient = person.email;
    if (mailNow === null) return success({ outcome: 'unconfigured', recipient, reason: '' });
    const wait = people.attempt(String(userId), context.now);
    if (wait > 0) {
      const seconds = Math.ceil(wait / SECOND);
      return problems.refuse(context.lang, ERROR.tooManyRequests, { values: { seconds }, retryAfter: seconds });
    }
    try {
      await mailNow.send(
        writer.mail({ kind: 'test', recipient, lang: context.lang, values: { name: person.first_name } }),
      );
      return success({ outcome: 'sent', recipient, reason: '' });
    } catch (error) {
      // Names of hosts and ports are for who runs the server.
      const [account] = await database.query<{ type: string }>('select type from account where id = $1', [
        accountOf(context).accountId,
      ]);
      const reason =
        account?.type === 'OWNER' ? String(error instanceof Error ? error.message : error).slice(0, REASON_LENGTH) : '';
      return success({ outcome: 'failed', recipient, reason });
    }
  };
}
