import type { CallContext } from '../../call/types.ts';
import type { Database } from '../../store/database.types.ts';
import type { Sealer } from '../../store/index.ts';
import { accountOf, recordEvent } from '../shared/index.ts';

interface SecretServices {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly newSecret: () => string;
}

/** The key by which messages to a webhook are signed, made when it is first needed; null: it is gone. */
export function webhookSecret(services: SecretServices, webhookId: number): Promise<string | null> {
  return services.database.transaction(async (transaction) => {
    const [row] = await transaction.query<{ secret: string | null }>(
      'select secret from webhook where id = $1 for update',
      [webhookId],
    );
    if (!row) return null;
    const known = row.secret === null ? null : services.sealer.open(row.secret);
    if (known !== null) return known;
    const secret = services.newSecret();
    await transaction.query('update webhook set secret = $2 where id = $1', [webhookId, services.sealer.seal(secret)]);
    return secret;
  });
}

/** Replaces the key; messages that are on their way are signed by the new one. Null: the webhook is gone. */
export async function renewSecret(
  { database, sealer, newSecret }: SecretServices,
  webhookId: number,
  context: CallContext,
): Promise<string | null> {
  const secret = newSecret();
  return database.transaction(async (transaction) => {
    const [row] = await transaction.query<{ name: string }>(
      'update webhook set secret = $2 where id = $1 returning name',
      [webhookId, sealer.seal(secret)],
    );
    if (!row) return null;
    await recordEvent(transaction, context, {
      accountId: accountOf(context).accountId,
      kind: 'webhookKeyRenewed',
      subjectId: webhookId,
      data: { name: row.name },
    });
    return secret;
  });
}
