import type { CallError, Request } from '../../../src/api/contract/index.ts';
import {
  MINUTE,
  SECOND,
  SHARE,
  success,
  toIso,
  type AccountId,
  type Instant,
  type Result,
} from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { SharedLocation } from '../../../src/domain/share/index.ts';
import type { ShareWatch } from '../../call/ports.ts';
import type { CallContext } from '../../call/types.ts';
import { ADDRESS_RULE, AttemptLimiter, addressKey, readBranding, type LimiterRule } from '../shared/index.ts';
import { SHARE_COLUMNS, hashToken, stateOf, type ShareRow } from './rows.ts';
import { readDestination } from './destination.ts';
import type { ShareReading, ShareServices } from './services.ts';
import { readShownUnits } from './shown.ts';
import { openVisit, sealVisit } from './visit.ts';

/** Pages ask every few seconds, and many people may look on from one address. */
const READ_RULE: LimiterRule = { ...ADDRESS_RULE, attempts: SHARE.asked, window: MINUTE };

/**
 * Answers whoever has a link, without a login. The answer is made of the share alone: whatever session the caller may
 * have does not count. Links that lead nowhere count against the address as failed sign-ins do, so that tokens cannot
 * be tried out.
 */
export function createSharedLocation(services: ShareServices) {
  const reads = new AttemptLimiter(READ_RULE);
  const misses = new AttemptLimiter(ADDRESS_RULE);
  return async (
    { token, opening, trail, visit }: Request<'getSharedLocation'>,
    context: CallContext,
  ): Promise<Result<SharedLocation, CallError>> => {
    const { now } = context;
    const address = addressKey(context.remote);
    const wait = reads.attempt(address, now) || misses.attempt(address, now);
    if (wait > 0) {
      const seconds = Math.ceil(wait / SECOND);
      return services.problems.refuse(context.lang, ERROR.tooManyRequests, {
        values: { seconds },
        retryAfter: seconds,
      });
    }
    const location = await locate(services, token, now, { past: trail, opening, visit });
    if (location.state !== 'invalid') misses.refund(address);
    return success(location);
  };
}

/** Watches what a link shows, for pages that opened it: what they are sent is what they would be answered. */
export function createShareWatch(services: ShareReading): ShareWatch {
  const { positions, shown = positions.latest } = services;
  const misses = new AttemptLimiter(ADDRESS_RULE);
  return {
    async open(token, visit, address, now) {
      if (address !== null && misses.attempt(address, now) > 0) return null;
      const share = await findShare(services, token);
      if (share === null) return null;
      const location = await locate(services, token, now, { past: false, opening: false, visit });
      if (location.state !== 'active') return null;
      if (address !== null) misses.refund(address);
      const rows = await services.database.query<{ unit_id: number }>(
        'select unit_id from share_unit where share_id = $1 order by place',
        [share.id],
      );
      return { shareId: share.id, unitIds: rows.map(({ unit_id: id }) => id), location };
    },
    read: (token, now) => locate(services, token, now, { past: false, opening: false, visit: null }),
    reported: (unitIds) => unitIds.map((id) => shown.position(id)?.time ?? '').join(),
  };
}

interface Asked {
  readonly past: boolean;
  readonly opening: boolean;
  /** Null: whoever asks was let in before. */
  readonly visit: string | null;
}

/** What a link shows at an instant. */
async function locate(
  services: ShareReading,
  token: string,
  now: Instant,
  { past, opening, visit }: Asked,
): Promise<SharedLocation> {
  const share = await findShare(services, token);
  const state = share === null ? 'revoked' : stateOf(share, now);
  if (share === null || state === 'revoked' || !isAccountActive(services, share)) return { state: 'invalid' };
  const described = await describe(services, share);
  const { brand } = described;
  if (state === 'expired') return { state, brand };
  if (state === 'upcoming') return { state, ...described };
  const admitted = visit === null ? { visit } : await admit(services, share, { opening, visit }, now);
  if (admitted === null) return { state: 'usedUp', brand };
  const destination = await readDestination(services.database, share);
  return {
    state,
    ...described,
    to: toIso(share.to_at.getTime()),
    now: toIso(now),
    trail: share.trail,
    destination: destination?.shown ?? null,
    units: await readShownUnits(services, share, { now, past, destination }),
    visit: admitted.visit,
  };
}

async function findShare({ database }: ShareReading, token: string): Promise<ShareRow | null> {
  const [row] = await database.query<ShareRow>(`select ${SHARE_COLUMNS} from share s where s.token_hash = $1`, [
    hashToken(token),
  ]);
  return row ?? null;
}

/** A blocked account, or one below a blocked one, shares nothing. */
function isAccountActive({ directory }: ShareReading, { account_id: id }: ShareRow): boolean {
  return directory.statusOf(id as AccountId) === 'active';
}

/** Whose share it is, with the logo that people of the account see. */
async function describe({ database, directory }: ShareReading, { name, from_at: from, account_id: id }: ShareRow) {
  const accountId = id as AccountId;
  const { name: brandName, logos } = await readBranding(database, directory, accountId);
  return {
    name,
    from: toIso(from.getTime()),
    account_name: directory.account(accountId)?.name ?? '',
    brand: { name: brandName, logos },
  };
}

/**
 * Counts an opening, and lets the page that it opened go on asking. Null: the link was opened as often as it may be.
 * Of two who open it last at the same time, one is let in.
 */
async function admit(
  { database, sealer }: ShareReading,
  { id, max_opens: most }: ShareRow,
  { opening, visit }: { readonly opening: boolean; readonly visit: string },
  now: number,
): Promise<{ visit: string | null } | null> {
  // Visitors who were let in before are not counted once more, also when the page was loaded again.
  if (most !== null && openVisit(sealer, visit) === id) return { visit: null };
  if (!opening) return most === null ? { visit: null } : null;
  const rows = await database.query(
    `update share set opened = opened + 1, last_opened_at = $2
     where id = $1 and (max_opens is null or opened < max_opens) returning id`,
    [id, new Date(now)],
  );
  if (rows.length === 0) return null;
  return { visit: most === null ? null : sealVisit(sealer, id) };
}
