import type { SignedIn } from '../../../src/api/contract/index.ts';
import type { UserId } from '../../../src/domain/base/index.ts';
import type { MessageWriter, Outbox } from '../../channels/index.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import type { CallContext } from '../../call/types.ts';
import type { Database } from '../../store/database.types.ts';

/** What invitations need of the rest of the server; the registry provides it. */
export interface InvitationServices {
  readonly database: Database;
  readonly directory: Pick<UnitDirectory, 'account' | 'ancestorsOf' | 'statusOf'>;
  readonly problems: Problems;
  readonly outbox: Outbox;
  readonly writer: MessageWriter;
  /** Origin of links in mails; null: the one that the inviter's browser used. */
  readonly publicUrl: string | null;
  /** True: the outbox is shown on screen, on this machine. */
  readonly demo: boolean;
  /** Opens a session for someone who just registered. */
  openSession(userId: UserId, context: CallContext): Promise<Pick<SignedIn, 'access_token' | 'bearer_token'>>;
  /** Null when too many passwords are being hashed already. */
  hashPassword(password: string): Promise<string | null>;
  /** A new unguessable token; tests pass one that they know. */
  readonly newToken?: () => string;
}
