import type { DeviceRefusal } from '../../../src/domain/device/index.ts';
import type { Position } from '../../../src/domain/telemetry/index.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import type { Database } from '../../store/database.types.ts';
import type { PositionStore, Sealer } from '../../store/index.ts';

/** What the devices' handlers need of the rest of the server. */
export interface DeviceServices {
  readonly database: Database;
  readonly directory: UnitDirectory;
  readonly positions: Pick<PositionStore, 'readPositions'>;
  /** The last reports of a device that is in no unit, the newest first. */
  readonly unstoredReports: (deviceId: number) => readonly Position[];
  /** The last time that somebody named the device and was not let in. */
  readonly refusalOf: (deviceId: number) => DeviceRefusal | null;
  readonly problems: Problems;
  readonly sealer: Sealer;
}
