import { success } from '../../../src/domain/base/index.ts';
import type { Handlers } from '../../call/types.ts';
import { accountOf, atomically, notFound, recordEvent } from '../shared/index.ts';
import { createShare } from './create.ts';
import { listShares } from './list.ts';
import { createSharedLocation } from './opened.ts';
import type { ShareServices } from './services.ts';

export { createShareWatch } from './opened.ts';
export type { ShareReading } from './services.ts';

/**
 * share-service: links by which people without a login see where units are. A share is the account's own: nobody above
 * sees it.
 */
export function createShareHandlers(
  services: ShareServices,
): Pick<Handlers, 'createShare' | 'getShareList' | 'revokeShare' | 'getSharedLocation'> {
  const { database, problems } = services;
  return {
    createShare: (form, context) => createShare(services, form, context),
    getShareList: (data, context) => listShares(services, data, context),
    revokeShare: ({ share_id: id }, context) =>
      atomically(database, async (transaction) => {
        const { accountId } = accountOf(context);
        const [row] = await transaction.query<{ name: string }>(
          'update share set revoked_at = $3 where id = $1 and account_id = $2 and revoked_at is null returning name',
          [id, accountId, new Date(context.now)],
        );
        if (!row) return notFound(context, problems);
        await recordEvent(transaction, context, {
          accountId,
          kind: 'shareRevoked',
          subjectId: id,
          data: { name: row.name },
        });
        return success({});
      }),
    getSharedLocation: createSharedLocation(services),
  };
}
