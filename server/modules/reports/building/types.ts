import type { AccountId, Instant, Interval } from '../../../../src/domain/base/index.ts';
import type { ReportForm, ReportWindow } from '../../../../src/domain/report/index.ts';
import type { Place } from '../../../../src/domain/unitEvent/index.ts';
import type { UnitDirectory } from '../../../call/ports.ts';
import type { UnitsInSight } from '../../../call/reach.ts';
import type { AskedDetection } from '../../../pipeline/index.ts';
import type { Database } from '../../../store/database.types.ts';
import type { PositionStore } from '../../../store/types.ts';
import type { RowSink } from './sink.ts';

/** Accounts whose things a report may name, as the person who asks for it may read them. */
export interface ReportAccounts {
  readonly rules: readonly AccountId[];
  readonly routes: readonly AccountId[];
  readonly geofences: readonly AccountId[];
  readonly commands: readonly AccountId[];
  readonly operators: readonly AccountId[];
}

/** What it takes to build a report. */
export interface BuildServices {
  readonly database: Database;
  readonly directory: UnitDirectory;
  readonly detection: Pick<AskedDetection, 'catchUp' | 'tripOf'>;
  readonly positions: Pick<PositionStore, 'readTracks'>;
}

/** One report that is being built. */
export interface Build extends BuildServices {
  readonly form: ReportForm;
  readonly sight: UnitsInSight;
  /** From the first window to the last. */
  readonly interval: Interval;
  /** Days, or the hours of the shift on them: what happened outside of them is not part of it. */
  readonly windows: readonly ReportWindow[];
  readonly isShift: boolean;
  readonly accounts: ReportAccounts;
  /** What lasts still lasts up to now. */
  readonly now: Instant;
  readonly rows: RowSink;
  /** Says how far it is; rejects when the job is to end. */
  readonly progress: (done: number, total: number) => Promise<void>;
  /** The town that is nearest; empty where none is known. */
  readonly placeOf: (place: Place | null) => string;
}

/** The units in sight, one after another, each with the sight of it alone. */
export function unitsOf({ sight, directory }: Build): { unitId: number; name: string; sight: UnitsInSight }[] {
  const one = (unitId: number): UnitsInSight => {
    const spans = sight.spans.get(unitId);
    return spans === undefined
      ? { whole: [unitId], spans: new Map() }
      : { whole: [], spans: new Map([[unitId, spans]]) };
  };
  return [...sight.whole, ...sight.spans.keys()]
    .map((unitId) => ({ unitId, name: directory.nameOf(unitId), sight: one(unitId) }))
    .toSorted((a, b) => a.name.localeCompare(b.name) || a.unitId - b.unitId);
}

/** Goes through the units and says how far it is. */
export async function eachUnit(
  build: Build,
  work: (unit: ReturnType<typeof unitsOf>[number]) => Promise<void>,
): Promise<void> {
  const units = unitsOf(build);
  for (const [done, unit] of units.entries()) {
    await build.progress(done, units.length);
    await work(unit);
  }
}
