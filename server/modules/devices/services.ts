import type { UnitDirectory } from '../../gateway/ports.ts';
import type { Problems } from '../../gateway/problems.ts';
import type { Database } from '../../store/database.types.ts';
import type { PositionStore, Sealer } from '../../store/index.ts';

/** What the devices' handlers need of the rest of the server. */
export interface DeviceServices {
  readonly database: Database;
  readonly directory: UnitDirectory;
  readonly positions: Pick<PositionStore, 'readPositions'>;
  readonly problems: Problems;
  readonly sealer: Sealer;
}
