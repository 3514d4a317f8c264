import type { RoadHistory } from '../../../src/domain/road/index.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import type { Database } from '../../store/database.types.ts';
import type { PositionStore } from '../../store/types.ts';

export interface RuleServices {
  readonly database: Database;
  readonly directory: UnitDirectory;
  readonly problems: Problems;
}

/** What reading the past of units needs besides. */
export interface PastServices extends RuleServices {
  readonly positions: Pick<PositionStore, 'readTracks'>;
  readonly roads: RoadHistory;
}
