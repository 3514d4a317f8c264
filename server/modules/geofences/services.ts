import type { Problems } from '../../call/problems.ts';
import type { Database } from '../../store/database.types.ts';

export interface GeofenceServices {
  readonly database: Database;
  readonly problems: Problems;
}
