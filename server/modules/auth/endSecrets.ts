import type { Transaction } from '../../store/database.types.ts';
import { recordEventBy, recordPersonEvent, type Actor } from '../shared/index.ts';

/** What else opens a login, and may have been made by whoever knew the old password. */
export interface SecretsToEnd {
  readonly end_keys: boolean;
  readonly end_passkeys: boolean;
}

/** Ends keys and passkeys of a person as asked; answers which keys, for the cache to forget. */
export async function endSecrets(
  transaction: Transaction,
  userId: number,
  ending: SecretsToEnd,
  by: Actor,
): Promise<number[]> {
  if (ending.end_passkeys) {
    const gone = await transaction.query<{ name: string }>('delete from passkey where user_id = $1 returning name', [
      userId,
    ]);
    for (const { name } of gone)
      await recordPersonEvent(transaction, userId, by, { kind: 'passkeyRemoved', data: { name } });
  }
  if (!ending.end_keys) return [];
  const keys = await transaction.query<{ id: number; account_id: number; name: string; prefix: string }>(
    'update api_key set revoked_at = $2 where user_id = $1 and revoked_at is null returning id, account_id, name, prefix',
    [userId, new Date(by.now)],
  );
  for (const { id, account_id: accountId, name, prefix } of keys)
    await recordEventBy(transaction, by, {
      accountId,
      kind: 'apiKeyRevoked',
      subjectId: userId,
      data: { api_key_id: id, name, prefix },
    });
  return keys.map(({ id }) => id);
}
