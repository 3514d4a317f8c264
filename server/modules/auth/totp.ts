import { createHmac, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { SECOND, SECURITY, type Instant } from '../../../src/domain/base/index.ts';

/** RFC 6238 as all authenticator apps do it: SHA-1, six digits, thirty seconds. */
const PERIOD = 30;
const SECRET_BYTES = 20;
/** Steps to either side that a clock may be off. */
const WINDOW = 1;
const ISSUER = 'Wayline';
/** Without 0, 1, O, I, L: people copy these by hand. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const RECOVERY_LENGTH = 10;

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({
    issuer: ISSUER,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD,
  });
}

/** A new secret in base 32. */
export function newTotpSecret(): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer }).base32;
}

/** The address that an authenticator reads from a QR code. */
export function totpUri(secret: string, username: string): string {
  return totpOf(secret, username).toString();
}

/** The step that a code belongs to, or null when it is wrong or of a step that was used already. */
export function totpStep(secret: string, code: string, now: Instant, lastStep: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW });
  if (delta === null) return null;
  const step = Math.floor(now / SECOND / PERIOD) + delta;
  return step > lastStep ? step : null;
}

/** Ten codes for the day the phone is lost, as people write them: `ABCDE-FGH23`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: SECURITY.recoveryCodes }, () => {
    const letters = Array.from({ length: RECOVERY_LENGTH }, randomLetter).join('');
    return `${letters.slice(0, RECOVERY_LENGTH / 2)}-${letters.slice(RECOVERY_LENGTH / 2)}`;
  });
}

/** However it was typed; the hash is under the installation's secret. */
export function hashRecoveryCode(secret: string, userId: number, code: string): Buffer {
  const letters = code.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return createHmac('sha256', secret).update(`recovery:${userId}:${letters}`).digest();
}

/** Each letter as likely as the others: bytes beyond the last whole alphabet are thrown away. */
function randomLetter(): string {
  const whole = 256 - (256 % ALPHABET.length);
  for (;;) {
    const [byte = 255] = randomBytes(1);
    if (byte < whole) return ALPHABET[byte % ALPHABET.length] ?? '';
  }
}
