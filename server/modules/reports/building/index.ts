import type { ReportType } from '../../../../src/domain/report/index.ts';
import { buildEvents } from './events.ts';
import { buildFuel } from './fuel.ts';
import { buildOperators } from './operators.ts';
import { buildStops } from './stops.ts';
import { buildSummary } from './summary.ts';
import { buildTrips } from './trips.ts';
import type { Build } from './types.ts';
import { buildVisits } from './visits.ts';

export { RowSink } from './sink.ts';
export type { Build, BuildServices, ReportAccounts } from './types.ts';

/** How reports of each type are built. */
export const BUILDERS: Readonly<Record<ReportType, (build: Build) => Promise<void>>> = {
  summary: buildSummary,
  trips: buildTrips,
  stops: buildStops,
  visits: buildVisits,
  fuel: buildFuel,
  events: buildEvents,
  operators: buildOperators,
};
