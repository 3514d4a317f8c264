import type { DeviceRefusal } from '../../../src/domain/device/index.ts';
import type { Instant } from '../../../src/domain/base/index.ts';
import type { Position } from '../../../src/domain/telemetry/index.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import type { Database } from '../../store/database.types.ts';
import type { PositionStore, Sealer } from '../../store/index.ts';
import type { TrackerClaims } from '../shared/index.ts';

/** What the devices' handlers need of the rest of the server. */
export interface DeviceServices {
  readonly database: Database;
  readonly directory: UnitDirectory;
  readonly positions: Pick<PositionStore, 'readPositions'>;
  /** The last reports of a device that is in no unit, the newest first. */
  readonly unstoredReports: (deviceId: number) => readonly Position[];
  /** The last time that somebody named the device and was not let in. */
  readonly refusalOf: (deviceId: number) => DeviceRefusal | null;
  /** When an unclaimed tracker was heard last, and from where; null: never. */
  readonly heardUnclaimed: (identifier: string) => { readonly at: Instant; readonly address: string } | null;
  readonly trackerClaims: TrackerClaims;
  readonly problems: Problems;
  readonly sealer: Sealer;
}
