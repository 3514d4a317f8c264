import type { AccountId, Instant } from '../../src/domain/base/index.ts';

/** Who a token belongs to, as far as the feed cares. */
export interface FeedSession {
  readonly sessionId: number;
  readonly userId: number;
  /** The account and the descendants that it may see. */
  readonly scope: readonly AccountId[];
}

/** What the feed needs of the rest of the server; `app` provides it. */
export interface FeedDirectory {
  /** The account that owns the unit, or 0 when the unit is unknown. */
  accountOf(unitId: number): number;
  /** Units of all the accounts. */
  unitIdsOf(scope: readonly AccountId[]): readonly number[];
}

/** Checks a token for an account. A refusal carries the code and the message of the API. */
export type FeedAuthenticate = (
  token: string,
  account: number,
  now: Instant,
) => Promise<{ ok: true; value: FeedSession } | { ok: false; error: { code: string; message: string } }>;
