import { WEBHOOK } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { webhooks } from '../../../src/domain/webhook/index.ts';
import type { Problems } from '../../call/problems.ts';
import type { TableOf } from '../shared/entity/index.ts';
import { outcomeOf, readOutcome } from './outcome.ts';

const { joined, sorts } = outcomeOf('webhook_id');

/** Webhooks with how they do. */
export function webhookTable({ problems }: { readonly problems: Problems }): TableOf<typeof webhooks> {
  return {
    joined: { ...joined, notifications: '(select count(*) from notification_webhook where webhook_id = t.id)' },
    read: (row) => ({ ...readOutcome(row), notifications: Number(row.notifications) }),
    sorts,
    perAccount: { max: WEBHOOK.perAccount, refusal: 'server.tooManyWebhooks' },
    /** A notification that sends to nothing else would say nothing of it. */
    async refuseDeletion(transaction, { webhook_id: id }, { lang }) {
      const users = await transaction.query<{ name: string }>(
        `select n.name from notification_webhook s join notification n on n.id = s.notification_id
         where s.webhook_id = $1 order by lower(n.name) limit 1`,
        [id],
      );
      return users.length === 0
        ? null
        : problems.refuse(lang, ERROR.conflict, { key: 'server.webhookInUse', values: { name: users[0].name } });
    },
  };
}
