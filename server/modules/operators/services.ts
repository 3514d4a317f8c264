import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import type { AskedDetection } from '../../pipeline/index.ts';
import type { Database } from '../../store/database.types.ts';

export interface OperatorServices {
  readonly database: Database;
  readonly directory: UnitDirectory;
  readonly problems: Problems;
}

/** What reading an operator's timeline needs besides. */
export interface TimelineServices extends OperatorServices {
  readonly detection: Pick<AskedDetection, 'catchUp' | 'tripOf'>;
}
