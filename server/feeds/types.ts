import type { Permissions } from '../../src/domain/access/index.ts';
import type { AllocationSpan } from '../../src/domain/allocation/index.ts';
import type { AccountId, Instant } from '../../src/domain/base/index.ts';
import type { PositionStore } from '../store/types.ts';

/** What the feed needs of the store: what is committed, and the past of a unit that is filtered again. */
export type FeedPositions = Pick<PositionStore, 'sequence' | 'latest' | 'onCommitted' | 'readTracks' | 'readCommitted'>;

/** Who a token belongs to, as far as the feed cares. */
export interface FeedSession {
  readonly sessionId: number;
  readonly userId: number;
  /** Accounts whose units it may see: its own, or the descendants too; none without the permission. */
  readonly scope: readonly AccountId[];
  /** Accounts of whose changes it may hear, as far as `permissions` let it read them. */
  readonly reach: readonly AccountId[];
  readonly permissions: Permissions;
}

/** What the feed needs of the rest of the server; `app` provides it. */
export interface FeedDirectory {
  /** The account that owns the unit, or 0 when the unit is unknown. */
  accountOf(unitId: number): number;
  /** Who holds the unit at the instant by allocation, or null. */
  allocationAt(unitId: number, instant: Instant): (AllocationSpan & { readonly accountId: number }) | null;
  /** Units that the accounts see now: their own, and those that they hold. */
  unitIdsOf(scope: readonly AccountId[]): readonly number[];
}

/** Whether a room of the accounts sees what the unit reported at the instant. */
export type Sees = (accounts: ReadonlySet<number>, unitId: number, time: Instant) => boolean;

/** Checks a token for an account. A refusal carries the code and the message of the API. */
export type FeedAuthenticate = (
  token: string,
  account: number,
  now: Instant,
) => Promise<{ ok: true; value: FeedSession } | { ok: false; error: { code: string; message: string } }>;
