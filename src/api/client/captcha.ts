import type { CaptchaChallenge } from '../contract/index.ts';

/** Numbers tried between two pauses: some ten milliseconds, so that the page stays alive. */
const BATCH = 2_000;

export interface SolveOptions {
  readonly signal?: AbortSignal;
  /** Notified of the part of the work that is surely done, 0 to 1. */
  readonly onProgress?: (part: number) => void;
  /** Lets the page breathe; a macrotask by default. */
  readonly pause?: () => Promise<void>;
}

/**
 * Finds the number whose hash is the challenge and answers it as `signin`'s `captcha`. Null when no
 * number up to the challenge's maximum fits. Rejects with the signal's reason when aborted.
 */
export async function solveCaptcha(challenge: CaptchaChallenge, options: SolveOptions = {}): Promise<string | null> {
  // Few people meet a captcha: the sign-in page is spared its code.
  const { sha256Hex } = await import('./sha256.ts');
  const pause = options.pause ?? (() => new Promise<void>((resolve) => setTimeout(resolve)));
  for (let number = 0; number <= challenge.maxnumber; number++) {
    if (number % BATCH === 0) {
      options.signal?.throwIfAborted();
      options.onProgress?.(number / (challenge.maxnumber + 1));
      await pause();
    }
    if (sha256Hex(`${challenge.salt}${number}`) !== challenge.challenge) continue;
    const { algorithm, salt, signature } = challenge;
    return btoa(JSON.stringify({ algorithm, challenge: challenge.challenge, number, salt, signature }));
  }
  return null;
}
