import type { EntityName } from '../../src/domain/entities/index.ts';
import type { Account, AccountStatus } from '../../src/domain/account/index.ts';
import type { AllocationSpan } from '../../src/domain/allocation/index.ts';
import type { AccountId, Instant, Result } from '../../src/domain/base/index.ts';
import type { ErrorCode } from '../../src/domain/errors/index.ts';
import type { SharedLocation } from '../../src/domain/share/index.ts';
import type { CallSession } from './types.ts';

/** Why a token or account was refused. */
export interface Refusal {
  readonly code: ErrorCode;
  /** A message of its own; without it the code's. */
  readonly key?: string;
}

/** Who a token belongs to; the account only when one was named and may be entered. */
export interface Authenticator {
  /**
   * Checks an access token and, when `account` is given, the right to act in it. Rejects with
   * DatabaseUnavailable when that cannot be known now.
   * `accountRefusal` says why a named account was not granted while the token itself is good.
   */
  authenticate(token: string, account: AccountId | null, now: Instant): Promise<Result<Authenticated, Refusal>>;
}

export interface Authenticated {
  readonly session: CallSession;
  readonly accountRefusal: Refusal | null;
}

/** A span during which an account holds a unit that belongs to one above it. */
export interface Allocation extends AllocationSpan {
  readonly accountId: number;
}

/** A location share that a page with its link looks at. */
interface WatchedShare {
  readonly shareId: number;
  readonly unitIds: readonly number[];
  readonly location: SharedLocation;
}

/** What the feed of location shares asks: the same as `getSharedLocation` answers, without trails and arrivals. */
export interface ShareWatch {
  /**
   * Null: the link is not open to whoever has it, was opened as often as it may be and not by this visit, or too many
   * links that lead nowhere were tried from the address.
   */
  open(token: string, visit: string, address: string | null, now: Instant): Promise<WatchedShare | null>;
  /** What the link shows now to pages that were let in. */
  read(token: string, now: Instant): Promise<SharedLocation>;
  /** Another text once one of the units has reported. */
  reported(unitIds: readonly number[]): string;
}

/** Accounts and units in memory, kept by domain events: what feeds and history ask on each call. */
export interface UnitDirectory {
  /** The account itself and its permitted descendants; empty when it does not exist. */
  scopeOf(account: AccountId): readonly AccountId[];
  account(account: AccountId): Account | undefined;
  /** Accounts above, nearest first. */
  ancestorsOf(account: AccountId): readonly AccountId[];
  /** Accounts directly below. */
  childrenOf(account: AccountId): readonly AccountId[];
  /** The status that counts: a blocked or inactive account above counts for those below. */
  statusOf(account: AccountId): AccountStatus;
  /** The account that owns the unit, or 0 when the unit is unknown. */
  accountOf(unitId: number): number;
  nameOf(unitId: number): string;
  /** Who holds the unit at the instant by allocation, or null. */
  allocationAt(unitId: number, instant: Instant): Allocation | null;
  /** Units that the accounts see now: their own, and those that they hold. */
  unitIdsOf(scope: readonly AccountId[]): readonly number[];
  /** The same with all that they held at any time or will hold. */
  everSeenBy(scope: readonly AccountId[]): readonly number[];
  /**
   * Accounts that own the unit, or held it at any time or will hold it, and all above these; whether they may look is
   * `sightOf`'s.
   */
  accountsSeeing(unitId: number): ReadonlySet<number>;
  /** When the accounts see the unit: null is always, since one of them owns it; none is never. */
  sightOf(accounts: ReadonlySet<number>, unitId: number): readonly AllocationSpan[] | null;
}

/** What a call names by its number. */
export type NamedKind =
  | 'account'
  | 'unit'
  | 'device'
  | 'sensor'
  | 'deviceCommand'
  | 'execution'
  | 'operatorBinding'
  | 'serviceRecord'
  | 'unitAllocation'
  | 'deviceAllocation'
  | EntityName
  | 'user'
  | 'invitation';

/** Whose the things are that a call names; units and accounts are in the directory. */
export interface NamedThings {
  /** The accounts of each thing that exists: one, or for a user all that they belong to. */
  accountsOf(
    kind: Exclude<NamedKind, 'account' | 'unit'>,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, readonly number[]>>;
}

/** Where log lines go; a line of a call carries its correlation id. */
export interface GatewayLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
