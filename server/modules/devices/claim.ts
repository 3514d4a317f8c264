import type { CallError, Reply } from '../../../src/api/contract/index.ts';
import { TRACKER_CLAIM, success, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import type { Queryable } from '../../store/database.types.ts';
import { accountOf, conflictAt, unclaimedSight, type Refused } from '../shared/index.ts';
import type { DeviceServices } from './services.ts';

type ClaimMethod = 'startTrackerClaim' | 'getTrackerClaim';

/** The proof that a tracker which reports already is whose who claims it. */
export function createClaimHandlers(services: DeviceServices): Pick<Handlers, ClaimMethod> {
  const { trackerClaims } = services;
  const answer = (identifier: string, context: CallContext): Result<Reply<'getTrackerClaim'>, CallError> => {
    const { accountId } = accountOf(context);
    return success({
      state: stateOf(services, identifier, context),
      remaining: trackerClaims.remaining(accountId, identifier, context.now),
    });
  };
  return {
    async startTrackerClaim({ unique_identifier: identifier }, context) {
      trackerClaims.start(accountOf(context).accountId, identifier, context.now);
      return answer(identifier, context);
    },
    getTrackerClaim: async ({ unique_identifier: identifier }, context) => answer(identifier, context),
  };
}

const stateOf = (
  { trackerClaims, heardUnclaimed }: DeviceServices,
  identifier: string,
  context: CallContext,
): ReturnType<DeviceServices['trackerClaims']['state']> =>
  trackerClaims.state(accountOf(context).accountId, identifier, heardUnclaimed(identifier)?.at ?? null, context.now);

/**
 * Refuses a number that a device of the caller's accounts has already, and one of which a tracker reports now until
 * that has proven to be the caller's. A number of another tenant is answered as one whose proof does not come. Null
 * where it may be registered.
 */
export async function refuseNumber(
  database: Queryable,
  identifier: string,
  except: number,
  context: CallContext,
  services: DeviceServices,
): Promise<Refused | null> {
  const { problems } = services;
  const [taken] = await database.query<{ own: boolean }>(
    'select account_id = any($3::int8[]) as own from device where unique_identifier = $1 and id <> $2',
    [identifier, except, accountOf(context).tree],
  );
  if (taken?.own) return conflictAt('unique_identifier', 'server.identifierTaken', context, problems);
  const state = stateOf(services, identifier, context);
  if (!taken && (state === 'proven' || (await mayClaim(database, identifier, context, services)))) return null;
  return state === 'failed'
    ? conflictAt('unique_identifier', 'server.identifierUnavailable', context, problems)
    : problems.refuse(context.lang, ERROR.trackerProof);
}

/** Without a proof: a tracker that is silent, one of the caller's own addresses, and any by whoever runs the server. */
async function mayClaim(
  database: Queryable,
  identifier: string,
  context: CallContext,
  services: DeviceServices,
): Promise<boolean> {
  const heard = services.heardUnclaimed(identifier);
  if (heard === null || context.now - heard.at > TRACKER_CLAIM.inUse) return true;
  const { isOwnAddress } = await unclaimedSight({ ...services, database }, context, '');
  return isOwnAddress(heard.address);
}
