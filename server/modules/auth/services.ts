import type { MessageWriter, Outbox } from '../../channels/index.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import type { Database } from '../../store/database.types.ts';
import type { Sealer } from '../../store/index.ts';
import type { Captcha } from './captcha.ts';
import type { Background } from './background.ts';
import type { PasswordHasher } from './password.ts';
import type { Sessions } from './sessions.ts';

/** What auth-service needs of the rest of the server. */
export interface AuthServices {
  readonly database: Database;
  readonly directory: Pick<UnitDirectory, 'account' | 'ancestorsOf'>;
  readonly sessions: Sessions;
  readonly hasher: PasswordHasher;
  readonly captcha: Captcha;
  readonly problems: Problems;
  readonly outbox: Outbox;
  readonly writer: MessageWriter;
  /** Keeps authenticator secrets unreadable in the database. */
  readonly sealer: Sealer;
  /** The installation's secret, under which codes are hashed. */
  readonly codeSecret: string;
  /** Work whose end the caller must not be able to measure. */
  readonly background: Background;
}
