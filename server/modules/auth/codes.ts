import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { CODE, SECOND, type Instant } from '../../../src/domain/base/index.ts';
import type { Transaction } from '../../store/database.types.ts';

export type CodePurpose = 'passwordReset' | 'verifyEmail' | 'verifyMobile';

export interface CodeRequest {
  readonly purpose: CodePurpose;
  readonly userId: number;
  /** Where the code goes: it proves this address and no other. */
  readonly target: string;
  readonly now: Instant;
}

export type IssuedCode = { readonly code: string } | { readonly waitSeconds: number };

/** As costly as counting an attempt. */
const WRITE_NOTHING = `insert into counter (name, value) values ('code_without_request', 1)
  on conflict (name) do update set value = counter.value + 1`;

/**
 * Codes of six digits that prove an address: good for ten minutes and five attempts, the newest only,
 * another after a minute (specification, chapter 4). Stored hashed under the server's secret, since six
 * digits alone are guessed at once.
 */
export function createCodes(
  secret: string,
  newCode = () => String(randomInt(10 ** CODE.digits)).padStart(CODE.digits, '0'),
) {
  const hashOf = (id: number, purpose: CodePurpose, code: string) =>
    createHmac('sha256', secret).update(`${purpose}:${id}:${code}`).digest();
  return {
    async issue(transaction: Transaction, { purpose, userId, target, now }: CodeRequest): Promise<IssuedCode> {
      await transaction.query('select id from app_user where id = $1 for update', [userId]);
      const [last] = await transaction.query<{ created_at: Date }>(
        'select created_at from one_time_code where user_id = $1 and purpose = $2 order by id desc limit 1',
        [userId, purpose],
      );
      const wait = last ? new Date(last.created_at).getTime() + CODE.resendAfter - now : 0;
      if (wait > 0) return { waitSeconds: Math.ceil(wait / SECOND) };
      await transaction.query('delete from one_time_code where user_id = $1 and purpose = $2', [userId, purpose]);
      const id = await transaction.nextId('one_time_code');
      const code = newCode();
      await transaction.query(
        'insert into one_time_code (id, purpose, user_id, target, hash, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7)',
        [id, purpose, userId, target, hashOf(id, purpose, code), new Date(now), new Date(now + CODE.lifetime)],
      );
      return { code };
    },
    /** The address that the code proves, once; null when it is wrong, too old, used or tried too often. */
    async redeem(
      transaction: Transaction,
      { purpose, userId, code, now }: { purpose: CodePurpose; userId: number; code: string; now: Instant },
    ): Promise<string | null> {
      const [row] = await transaction.query<{ id: number; hash: Buffer; target: string }>(
        `select id, hash, target from one_time_code
         where user_id = $1 and purpose = $2 and used_at is null and expires_at > $3 and attempts < $4 order by id desc limit 1 for update`,
        [userId, purpose, new Date(now), CODE.attempts],
      );
      if (!row) {
        // Costs a write all the same: how long it takes must not reveal whether there was a code.
        await transaction.query(WRITE_NOTHING);
        return null;
      }
      const id = row.id;
      const right = timingSafeEqual(row.hash, hashOf(id, purpose, code));
      await transaction.query('update one_time_code set attempts = attempts + 1, used_at = $2 where id = $1', [
        id,
        right ? new Date(now) : null,
      ]);
      return right ? row.target : null;
    },
  };
}

export type Codes = ReturnType<typeof createCodes>;

/** `l…@example.com`, `…89`: enough to know which of one's own addresses is meant. */
export function shortened(target: string): string {
  const at = target.lastIndexOf('@');
  return at > 0 ? `${target[0]}…${target.slice(at)}` : `…${target.slice(-2)}`;
}
