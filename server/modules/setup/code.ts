import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { MINUTE, SECOND, SETUP_CODE, type Instant } from '../../../src/domain/base/index.ts';
import { plainSetupCode } from '../../../src/domain/setup/index.ts';
import type { Queryable } from '../../store/database.types.ts';
import { addressKey, AttemptLimiter, type LimiterRule } from '../shared/index.ts';

/** Attempts of one address. A code has 60 bits: this is against noise in the log more than against luck. */
const BY_ADDRESS: LimiterRule = { attempts: 5, window: MINUTE, wait: 30 * SECOND, longestWait: 15 * MINUTE };
/** Attempts of all addresses together. */
const BY_ALL: LimiterRule = { attempts: 30, window: MINUTE, wait: 30 * SECOND, longestWait: 30 * SECOND };

/** What an attempt with a code came to: admitted, wrong, over (a login exists), or the milliseconds to wait. */
type CodeAttempt = 'admitted' | 'wrong' | 'over' | { readonly wait: number };

/** The one-time code of a server without a login: whoever reads the server's log may set it up. */
export interface SetupCode {
  /** As it is printed, in groups; null where a login exists. */
  readonly printed: string | null;
  isNeeded(): Promise<boolean>;
  attempt(code: string, remote: string, now: Instant): Promise<CodeAttempt>;
}

/** Draws a new code where no login exists. Only its hash is kept beside the printed text's caller. */
export async function openSetupCode(database: Queryable, newCode: () => string = drawCode): Promise<SetupCode> {
  let over = await hasLogin(database);
  const code = over ? null : newCode();
  const hash = sha256(code ?? drawCode());
  const addresses = new AttemptLimiter(BY_ADDRESS);
  const all = new AttemptLimiter(BY_ALL);
  const isNeeded = async (): Promise<boolean> => {
    over ||= await hasLogin(database);
    return !over;
  };
  return {
    printed: code === null ? null : inGroups(code),
    isNeeded,
    async attempt(given, remote, now) {
      // In this order: an address that waits does not use up what the others share.
      const wait = addresses.attempt(addressKey(remote), now) || all.attempt('all', now);
      if (wait > 0) return { wait };
      if (!(await isNeeded())) return 'over';
      if (!timingSafeEqual(sha256(plainSetupCode(given)), hash)) return 'wrong';
      addresses.forget(addressKey(remote));
      all.refund('all');
      return 'admitted';
    },
  };
}

/** True once anybody can be signed in: a server is set up once. */
export async function hasLogin(database: Queryable): Promise<boolean> {
  return (await database.query('select 1 as found from app_user limit 1')).length > 0;
}

function drawCode(): string {
  const { length, alphabet } = SETUP_CODE;
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

const inGroups = (code: string): string => code.replaceAll(new RegExp(`.{${SETUP_CODE.group}}(?=.)`, 'g'), '$&-');

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
