import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Names the way of sealing, should another one come. */
const VERSION = 'v1';

/** Keeps secrets unreadable in the database and its backups: AES-256-GCM under the installation's own key. */
export interface Sealer {
  seal(text: string): string;
  /** Null when it was sealed under another key, or changed since. */
  open(sealed: string): string | null;
}

/** `secret` is any text of 32 characters or more, kept in the data folder. */
export function createSealer(secret: string): Sealer {
  if (secret.length < 32) throw new Error('The key that seals secrets is too short.');
  const key = createHash('sha256').update(`wayline seal ${secret}`).digest();
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${VERSION}.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`;
    },
    open(sealed) {
      const [version, text = ''] = sealed.split('.');
      const bytes = Buffer.from(text, 'base64url');
      if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString(
          'utf8',
        );
      } catch {
        // The tag does not fit: the caller decides what a lost secret means.
        return null;
      }
    },
  };
}
