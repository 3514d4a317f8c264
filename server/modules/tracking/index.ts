import { TELEMETRY, failure, fromIso, success, type Instant } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { UnclaimedDevices } from '../../../src/api/contract/index.ts';
import { keptInSight, type Position } from '../../../src/domain/telemetry/index.ts';
import type { HistoryFilters } from '../../call/historyFilters.ts';
import { readInterval } from '../../call/interval.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import { isSeenAt, unitsInReach, unitsInSight } from '../../call/reach.ts';
import { readPositionsInSight } from '../../call/sight.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import type { AskedDetection } from '../../pipeline/index.ts';
import type { Queryable } from '../../store/database.types.ts';
import type { PositionStore } from '../../store/types.ts';
import { accountOf, unclaimedSight, type TrackerClaims } from '../shared/index.ts';
import { createAttentionHandlers, type AttentionMethod, type UnclaimedSource } from './attention.ts';
import { createDetectedHandlers, type DetectedMethod } from './handlers.ts';
import { readRefusals } from './satellites.ts';
import { createRecordedHandlers, type RecordedMethod } from './recorded.ts';
import { createVisitHandlers, type VisitMethod } from './visits.ts';

export { createDetectedHandlers } from './handlers.ts';

export interface TrackingServices {
  readonly database: Queryable;
  readonly directory: UnitDirectory;
  readonly positions: Pick<
    PositionStore,
    'latest' | 'setAside' | 'readPositions' | 'readBlocks' | 'readPast' | 'readTracks' | 'earliest'
  >;
  /** The validity filters of units; left out = nobody touched any. */
  readonly filters?: HistoryFilters;
  /** Where units are shown; left out = where they last reported from. */
  readonly shown?: Pick<PositionStore['latest'], 'position'>;
  readonly detection: AskedDetection;
  readonly unclaimed: UnclaimedSource;
  readonly trackerClaims: TrackerClaims;
  readonly openIngest: boolean;
  /** Where trackers of each protocol connect to. */
  readonly listening: UnclaimedDevices['listening'];
  readonly problems: Problems;
}

/**
 * Positions of one JSON answer. It is built in memory, unlike `POST /api/history`, which streams
 * any number; what is left off is reported by `truncated`.
 */
const POSITIONS_IN_MEMORY = 100_000;

type TrackingMethod =
  | 'getLastPositions'
  | 'getHistory'
  | 'getUnclaimedDevices'
  | 'getSatelliteRefusals'
  | AttentionMethod
  | DetectedMethod
  | RecordedMethod
  | VisitMethod;

/** tracking-service: where units are and were, and what happened to them. */
export function createTrackingHandlers(services: TrackingServices): Pick<Handlers, TrackingMethod> {
  const { directory, positions, shown = positions.latest, unclaimed, listening, problems } = services;
  const unknownUnits = ({ lang }: CallContext) => problems.refuse(lang, ERROR.notFound);
  return {
    async getLastPositions(data, context) {
      const { scope } = accountOf(context);
      const units = unitsInReach(directory, scope, data.unit_ids, context.now);
      if (!units) return unknownUnits(context);
      const accounts = new Set<number>(scope);
      const found: Position[] = [];
      for (const unitId of units) {
        if (found.length === TELEMETRY.lastPositions) break;
        const position = shown.position(unitId);
        // Where a unit was before it was allocated is not its holder's to see.
        const isSeen = (time: Instant): boolean => isSeenAt(directory, accounts, unitId, time);
        if (position && isSeen(fromIso(position.time))) found.push(keptInSight(position, isSeen));
      }
      return success({ positions: found });
    },
    async getHistory(data, context) {
      const interval = readInterval(data, context.lang, problems);
      if (!interval.ok) return failure(interval.error);
      const { from, to } = interval.value;
      const units = unitsInSight(directory, accountOf(context).scope, data.unit_ids, from, to);
      if (!units) return unknownUnits(context);
      const limit = Math.min(data.limit, POSITIONS_IN_MEMORY);
      const found: Position[] = [];
      for await (const position of readPositionsInSight(positions, units, from, to)) {
        if (found.length === limit) return success({ positions: found, truncated: true });
        found.push(position);
      }
      return success({ positions: found, truncated: false });
    },
    async getSatelliteRefusals(data, context) {
      const units = unitsInReach(directory, accountOf(context).scope, data.unit_ids, context.now);
      return units
        ? success({
            refusals: await readRefusals({ database: services.database, directory, positions }, units, context),
          })
        : unknownUnits(context);
    },
    async getUnclaimedDevices({ page, limit, search }, context) {
      const { sees, isOwnAddress } = await unclaimedSight(services, context, search);
      const found = await unclaimed({ page, limit, search, sees });
      // A caller that knows a number alone learns that the tracker reports, not from where.
      const rows = found.rows.map((row) => (isOwnAddress(row.address) ? row : { ...row, address: '' }));
      return success({ rows, total: found.total, listening });
    },
    ...createAttentionHandlers(services),
    ...createDetectedHandlers(services),
    ...createRecordedHandlers(services),
    ...createVisitHandlers(services),
  };
}
