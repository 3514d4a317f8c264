import type { Problems } from '../../call/problems.ts';
import type { Database } from '../../store/database.types.ts';
import type { Sealer } from '../../store/index.ts';
import type { LatestStates } from '../../store/types.ts';
import type { CommandDispatcher } from './dispatcher.ts';

/** What the commands' handlers need of the rest of the server. */
export interface CommandServices {
  readonly database: Database;
  readonly problems: Problems;
  readonly commands: CommandDispatcher;
  readonly sealer: Sealer;
  readonly positions: { readonly latest: Pick<LatestStates, 'indexOf' | 'times' | 'position'> };
  /** Where units are shown; left out = where they last reported from. */
  readonly shown?: Pick<LatestStates, 'position'>;
}
