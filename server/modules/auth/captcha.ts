import fs from 'node:fs';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1';
import type { Payload } from 'altcha-lib/v1/types';
import type { CaptchaChallenge } from '../../../src/api/contract/index.ts';
import { MINUTE, SECOND, type Instant } from '../../../src/domain/base/index.ts';

/** Time to solve and send a challenge. */
const LIFETIME = 5 * MINUTE;
/** Upper end of the number to be found: less than a second of one core, for each attempt. */
const MAXIMUM_NUMBER = 150_000;
const MAXIMUM_SPENT = 50_000;

/** Proof-of-work challenges: no outside service sees who signs in. */
export interface Captcha {
  challenge(now: Instant): Promise<CaptchaChallenge>;
  /** True once for a right solution in time; a solution that was accepted is spent. */
  redeem(solution: string, now: Instant): Promise<boolean>;
}

/** Challenges signed with `secret`, which every process that answers sign-ins shares. */
export function createCaptcha(secret: string, maximumNumber = MAXIMUM_NUMBER): Captcha {
  /** Spent challenges and when each would have ended anyway, oldest first. */
  const spent = new Map<string, Instant>();
  const forgetEnded = (now: Instant) => {
    for (const [challenge, end] of spent) {
      if (end > now && spent.size < MAXIMUM_SPENT) return;
      spent.delete(challenge);
    }
  };
  return {
    async challenge(now) {
      const made = await createChallenge({
        hmacKey: secret,
        maxnumber: maximumNumber,
        expires: new Date(now + LIFETIME),
      });
      return {
        algorithm: made.algorithm,
        challenge: made.challenge,
        salt: made.salt,
        signature: made.signature,
        maxnumber: maximumNumber,
      };
    },
    async redeem(solution, now) {
      const payload = readPayload(solution);
      if (!payload) return false;
      // The library reads the wall clock for the expiry; ours is passed in.
      const end = Number(extractParams(payload).expires) * SECOND;
      if (!(end > now) || spent.has(payload.challenge)) return false;
      if (!(await verifySolution(payload, secret, false))) return false;
      if (spent.has(payload.challenge)) return false;
      forgetEnded(now);
      spent.set(payload.challenge, end);
      return true;
    },
  };
}

/** The solution as ALTCHA's widgets send it: base64 of a JSON object. Null when it is anything else. */
function readPayload(solution: string): Payload | null {
  try {
    const value = JSON.parse(Buffer.from(solution, 'base64').toString('utf8')) as Partial<Payload> | null;
    if (typeof value !== 'object' || value === null) return null;
    const { algorithm, challenge, number, salt, signature } = value;
    if (algorithm !== 'SHA-256' || !Number.isSafeInteger(number)) return null;
    if (![challenge, salt, signature].every((text) => typeof text === 'string' && text.length < 300)) return null;
    return value as Payload;
  } catch {
    // Not JSON: the caller answers that the captcha is still to be done.
    return null;
  }
}

/** The installation's own secret, made on first use and readable by its user only. */
export function readOrCreateSecret(dataDirectory: string, name = 'captcha'): string {
  const file = path.join(dataDirectory, `${name}.secret`);
  try {
    fs.mkdirSync(dataDirectory, { recursive: true });
    fs.writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = fs.readFileSync(file, 'utf8').trim();
  if (secret.length < 32) throw new Error(`${file} holds no secret. Remove it and start again; a new one is made.`);
  return secret;
}
