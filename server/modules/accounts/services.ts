import type { Messages } from '../../call/messages.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import type { Database } from '../../store/database.types.ts';
import type { Inviter } from '../shared/index.ts';

/** What the account methods work with. */
export interface AccountServices {
  readonly database: Database;
  readonly directory: UnitDirectory;
  readonly problems: Problems;
  readonly messages: Pick<Messages, 'languages'>;
  readonly inviter: Inviter;
}
