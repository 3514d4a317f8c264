import type { UnitDirectory } from '../../gateway/ports.ts';
import type { Problems } from '../../gateway/problems.ts';
import type { Database } from '../../store/database.types.ts';

export interface RuleServices {
  readonly database: Database;
  readonly directory: UnitDirectory;
  readonly problems: Problems;
}
