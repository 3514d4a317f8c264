import type { CallError } from '../../../../src/api/contract/index.ts';
import type { Result } from '../../../../src/domain/base/index.ts';
import type { CallContext } from '../../../call/types.ts';
import type { Transaction } from '../../../store/database.types.ts';

/** Whom to invite, and into what. */
export interface Inviting {
  readonly accountId: number;
  readonly accountName: string;
  readonly roleId: number;
  readonly roleName: string;
  readonly emails: readonly string[];
  /** Whom it gives a login; left out: nobody but the person. */
  readonly operatorId?: number | undefined;
}

interface Invited {
  readonly invitationIds: readonly number[];
}

/**
 * Invites people within the transaction of the change that asks for it, so that an account is never
 * made without the person who runs it. Modules do not know each other: the registry passes it in.
 */
export interface Inviter {
  invite(transaction: Transaction, context: CallContext, inviting: Inviting): Promise<Result<Invited, CallError>>;
}
