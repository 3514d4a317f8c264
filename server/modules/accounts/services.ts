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
  /** Origin under which the deployment is known; null: that of the call. */
  readonly publicUrl: string | null;
  /** The installation's secret. */
  readonly codeSecret: string;
  /** TXT records of a name; empty where there are none, or nobody answers. */
  readonly resolveTxt: (name: string) => Promise<readonly string[]>;
}
