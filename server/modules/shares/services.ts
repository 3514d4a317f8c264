import type { HistoryFilters } from '../../call/historyFilters.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import type { Database } from '../../store/database.types.ts';
import type { Sealer } from '../../store/sealing.ts';
import type { PositionStore } from '../../store/types.ts';

/** What location shares need of the rest of the server; the registry provides it. */
export interface ShareServices {
  readonly database: Database;
  readonly directory: UnitDirectory;
  readonly problems: Problems;
  readonly sealer: Sealer;
  readonly positions: Pick<PositionStore, 'latest' | 'readPositions'>;
  /** The validity filters of units; absent = none were changed. */
  readonly filters?: HistoryFilters;
  /** Where units are shown; absent = where they last reported from. */
  readonly shown?: Pick<PositionStore['latest'], 'position'>;
  /** Origin of links; null: the one that the sharer's browser used. */
  readonly publicUrl: string | null;
  /** A new unguessable token; tests pass one that they know. */
  readonly newToken?: () => string;
}

/** What reading a share needs of it. */
export type ShareReading = Pick<ShareServices, 'database' | 'directory' | 'sealer' | 'positions' | 'filters' | 'shown'>;
