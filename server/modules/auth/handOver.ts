import type { UserId } from '../../../src/domain/base/index.ts';
import type { SignedIn } from '../../../src/api/contract/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Sessions } from './sessions.ts';
import type { SessionOrigin, Tokens } from './tokens.ts';

type Answered = Pick<SignedIn, 'access_token' | 'bearer_token'>;

/**
 * What is answered of new tokens: both to a program, to our page the access token alone. Its bearer token goes into a
 * cookie, which no script can read.
 */
export function handOver(tokens: Tokens, { cookies }: Pick<CallContext, 'cookies'>): Answered {
  const { accessToken, bearerToken, bearerLifetime } = tokens;
  if (!cookies) return { access_token: accessToken, bearer_token: bearerToken };
  cookies.write('session', bearerToken, bearerLifetime);
  return { access_token: accessToken, bearer_token: '' };
}

/** Opens a session for somebody who proved themselves, and hands its tokens over. */
export async function openSession(
  sessions: Pick<Sessions, 'open'>,
  userId: UserId,
  method: NonNullable<SessionOrigin['method']>,
  context: CallContext,
): Promise<Answered> {
  const { remote, userAgent, now } = context;
  return handOver(await sessions.open(userId, { remote, userAgent, method }, now), context);
}
