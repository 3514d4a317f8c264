import type { Instant, UserId } from '../../../src/domain/base/index.ts';
import type { MessageWriter, Outbox } from '../../channels/index.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
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
  openSession(
    userId: UserId,
    origin: { remote: string; userAgent: string },
    now: Instant,
  ): Promise<{ accessToken: string; bearerToken: string }>;
  /** Null when too many passwords are being hashed already. */
  hashPassword(password: string): Promise<string | null>;
  /** A new unguessable token; tests pass one that they know. */
  readonly newToken?: () => string;
}
