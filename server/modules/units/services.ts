import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import type { Database } from '../../store/database.types.ts';
import type { PositionStore } from '../../store/index.ts';

/** What the units' handlers need of the rest of the server. */
export interface UnitServices {
  readonly database: Database;
  readonly directory: UnitDirectory;
  readonly problems: Problems;
  readonly positions: Pick<PositionStore, 'latest'>;
}
