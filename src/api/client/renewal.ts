import type { LoggedInAgain } from '../contract/index.ts';
import { SESSION, failure, success, type Result } from '../../domain/base/index.ts';
import { bearerFailure } from './failures.ts';
import type { CallFailure, ClientOptions } from './types.ts';

type LogIn = (oldBearerToken: string | null) => Promise<Result<LoggedInAgain, CallFailure>>;
type Renewed = Result<string, CallFailure>;

/**
 * The silent re-login (specification, chapters 4 and 8): one for all calls that wait for it. While
 * the server cannot be reached it is tried again every 500 ms, as long as a call may take.
 */
export function createRenewal(options: ClientOptions, logIn: LogIn): (refused: string | null) => Promise<Renewed> {
  const exclusively = options.exclusively ?? ((work) => work());
  const patience = options.requestTimeout ?? SESSION.requestTimeout;
  let running: Promise<Renewed> | null = null;

  const attempt = async (refused: string | null): Promise<Renewed> => {
    const { accessToken, canRenew, oldBearerToken } = options.getSession();
    // A call before us was quicker.
    if (accessToken !== null && accessToken !== refused) return success(accessToken);
    if (!canRenew) return failure(bearerFailure(options));
    const answer = await logIn(oldBearerToken);
    if (!answer.ok) return answer;
    const { user_token: token, user_id: userId } = answer.value;
    return options.onToken({ accessToken: token, userId }) ? success(token) : failure(bearerFailure(options));
  };
  const persist = async (refused: string | null): Promise<Renewed> => {
    for (let waited = 0; ; waited += SESSION.reloginPoll) {
      const renewed = await exclusively(() => attempt(refused));
      const isFinal = renewed.ok || renewed.error.behaviour !== 'unavailable';
      if (isFinal || refused === null || waited >= patience) return renewed;
      await new Promise((resolve) => setTimeout(resolve, SESSION.reloginPoll));
    }
  };
  return (refused) => {
    running ??= persist(refused).finally(() => {
      running = null;
    });
    return running;
  };
}

/** The token in force; after a reload the one that the cookie brings. */
export async function tokenInForce(
  { getSession }: Pick<ClientOptions, 'getSession'>,
  renew: (refused: null) => Promise<Renewed>,
): Promise<Result<string | null, CallFailure>> {
  const { accessToken, canRenew } = getSession();
  return accessToken === null && canRenew ? renew(null) : success(accessToken);
}
