import type { Messages } from '../../gateway/messages.ts';
import type { UnitDirectory } from '../../gateway/ports.ts';
import type { Problems } from '../../gateway/problems.ts';
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
