import type { CallError, MethodName, Reply, Request } from '../../src/api/contract/index.ts';
import type { Permissions } from '../../src/domain/access/index.ts';
import type { AccountId, Instant, Result, UserId } from '../../src/domain/base/index.ts';

/** Who calls, from where, and how far they reach. Built again by the gateway for each call. */
export interface CallContext {
  readonly correlationId: string;
  /** Address of the caller. */
  readonly remote: string;
  readonly userAgent: string;
  /** Scheme and host that the caller used, such as `https://fleet.example`. */
  readonly origin: string;
  /** True: a program on the server's own machine calls, past every proxy. */
  readonly isFromThisMachine?: boolean;
  readonly lang: string;
  readonly now: Instant;
  /** Null on public methods called without a token. */
  readonly session: CallSession | null;
  /** Only of our page: programs that call the API keep their tokens themselves. */
  readonly cookies?: CallCookies | null;
}

/** Cookies by what they are for. */
export type CookieName = 'session' | 'device';

/** What a browser keeps for us out of reach of the page's scripts. */
export interface CallCookies {
  /** True where the session's cookie is sent to; elsewhere it can be written, not read. */
  readonly isRenewal: boolean;
  read(name: CookieName): string | null;
  /** Sends it with the answer; null removes it. `lifetime` in milliseconds. */
  write(name: CookieName, value: string | null, lifetime?: number): void;
}

/** The signed-in caller. */
export interface CallSession {
  readonly sessionId: number;
  readonly userId: UserId;
  /** The account in the call's header; null when none was selected yet. */
  readonly account: CallAccount | null;
  /** When the person last proved themselves; not known of a key. */
  readonly provenAt?: Instant;
  /** The key that stands in for a session; it opens what needs a permission, nothing of the person's own. */
  readonly apiKeyId?: number;
}

/**
 * The account that the call acts in. Handlers filter by `scope`; `tree` is for naming an account below, never for its
 * things.
 */
export interface CallAccount {
  readonly accountId: AccountId;
  readonly permissions: Permissions;
  /**
   * Accounts whose things the call reaches by its permission: the account itself, and its sub-accounts where the role
   * has the permission for those.
   */
  readonly scope: readonly AccountId[];
  /** The account itself and the descendants that it may see. */
  readonly tree: readonly AccountId[];
}

/** Answers one method. Expected failures are values; what it throws is a bug and answers EXCEPTION. */
export type Handler<M extends MethodName> = (
  data: Request<M>,
  context: CallContext,
) => Promise<Result<Reply<M>, CallError>>;

/** One handler for every method of the catalogue: a missing one does not compile. */
export type Handlers = { readonly [M in MethodName]: Handler<M> };
