import { networksOf, type AccountId } from '../../../../src/domain/base/index.ts';
import type { UnclaimedDevice } from '../../../../src/domain/device/index.ts';
import type { UnitDirectory } from '../../../call/ports.ts';
import type { CallContext } from '../../../call/types.ts';
import { addressOf, admitsAddress } from '../../../ingest/index.ts';
import type { Queryable } from '../../../store/database.types.ts';
import { accountOf, sessionOf } from '../context.ts';
import type { TrackerClaims } from './trackerClaims.ts';

interface Parts {
  readonly database: Queryable;
  readonly directory: Pick<UnitDirectory, 'account'>;
  readonly trackerClaims: TrackerClaims;
}

/** What a caller sees of trackers that nobody has claimed. */
export interface UnclaimedSight {
  /** The owner account sees all: absent. Others see those of their addresses, and the one whose number they name. */
  readonly sees?: (tracker: Pick<UnclaimedDevice, 'identifier' | 'address'>) => boolean;
  /** True for an address of which trackers are the caller's to claim. */
  isOwnAddress(remote: string): boolean;
}

/** By the account of the call. `named`: what the caller searches by. */
export async function unclaimedSight(
  { database, directory, trackerClaims }: Parts,
  context: CallContext,
  named: string,
): Promise<UnclaimedSight> {
  const { accountId } = accountOf(context);
  if (directory.account(accountId)?.type === 'OWNER') return { isOwnAddress: () => true };
  const isOwn = await ownAddresses(database, accountId);
  const isOwnAddress = (remote: string): boolean => isOwn(addressOf(remote));
  const number = named.trim();
  const { userId } = sessionOf(context);
  return {
    isOwnAddress,
    sees: ({ identifier, address }) =>
      isOwnAddress(address) || (identifier === number && trackerClaims.mayName(userId, number, context.now)),
  };
}

async function ownAddresses(database: Queryable, accountId: AccountId): Promise<(address: string) => boolean> {
  const [row] = await database.query<{ tracker_networks: string }>(
    'select tracker_networks from account where id = $1',
    [accountId],
  );
  const networks = networksOf(row?.tracker_networks ?? '');
  return networks.length === 0 ? () => false : admitsAddress(networks);
}
