import type { LoggedInAgain } from '../contract/index.ts';
import { SESSION, failure, success, type Result } from '../../domain/base/index.ts';
import { bearerFailure } from './failures.ts';
import type { CallFailure, ClientOptions } from './types.ts';

type LogIn = (bearerToken: string) => Promise<Result<LoggedInAgain, CallFailure>>;
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
    const { accessToken, bearerToken } = options.getSession();
    // Someone else was quicker: a call before us, or another tab.
    if (accessToken !== null && accessToken !== refused) return success(accessToken);
    if (bearerToken === null) return failure(bearerFailure(options));
    const answer = await logIn(bearerToken);
    if (!answer.ok) return answer;
    options.onTokens({ accessToken: answer.value.user_token, bearerToken: answer.value.bearer_token });
    return success(answer.value.user_token);
  };
  const persist = async (refused: string | null): Promise<Renewed> => {
    for (let waited = 0; ; waited += SESSION.reloginPoll) {
      const renewed = await attempt(refused);
      if (renewed.ok || renewed.error.behaviour !== 'unavailable' || waited >= patience) return renewed;
      await new Promise((resolve) => setTimeout(resolve, SESSION.reloginPoll));
    }
  };
  return (refused) => {
    running ??= exclusively(() => persist(refused)).finally(() => {
      running = null;
    });
    return running;
  };
}
