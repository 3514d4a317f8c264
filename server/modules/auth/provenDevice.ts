import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DAY, SECURITY, type UserId } from '../../../src/domain/base/index.ts';
import type { CallCookies } from '../../call/types.ts';

const LIFETIME = 365 * DAY;
const NAME_BYTES = 12;

/**
 * Browsers in which a person has signed in before. Attempts in one of them are counted on their own, so that guesses
 * of others keep nobody out (OWASP: device cookies). It opens nothing: the password is asked for all the same.
 */
export interface ProvenDevices {
  /** Whether it is known as anybody's. */
  isKnown(cookies: CallCookies | null | undefined): boolean;
  /** The browser's own name, if it is known as one of this person's. */
  find(cookies: CallCookies | null | undefined, userId: UserId): string | null;
  /** Lets the browser be known from now on as one of this person's, beside those whom it knows already. */
  remember(cookies: CallCookies | null | undefined, userId: UserId): void;
}

/** Devices are signed, not stored: under the secret of the installation. */
export function createProvenDevices(secret: string): ProvenDevices {
  const sign = (userId: number, name: string) =>
    createHmac('sha256', secret).update(`device:${userId}:${name}`).digest('base64url');
  const known = (cookies: CallCookies | null | undefined) =>
    (cookies?.read('device') ?? '').split('~').flatMap((text) => {
      const [id, name = '', proof = ''] = text.split('.');
      return /^\d{1,15}$/.test(id) && isSame(sign(Number(id), name), proof) ? [{ userId: Number(id), name, text }] : [];
    });
  return {
    isKnown: (cookies) => known(cookies).length > 0,
    find: (cookies, userId) => known(cookies).find((device) => device.userId === userId)?.name ?? null,
    remember(cookies, userId) {
      if (!cookies) return;
      const all = known(cookies);
      const own = all.find((device) => device.userId === userId)?.text ?? made(userId);
      const others = all.filter((device) => device.userId !== userId).map(({ text }) => text);
      cookies.write('device', [own, ...others].slice(0, SECURITY.peopleOfDevice).join('~'), LIFETIME);
    },
  };

  function made(userId: UserId): string {
    const name = randomBytes(NAME_BYTES).toString('base64url');
    return `${userId}.${name}.${sign(userId, name)}`;
  }
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
