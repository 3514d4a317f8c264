import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import type { Database } from '../../store/database.types.ts';

export interface MaintenanceServices {
  readonly database: Database;
  readonly directory: UnitDirectory;
  readonly problems: Problems;
}
