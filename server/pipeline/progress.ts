import { toIso, type Instant } from '../../src/domain/base/index.ts';
import type { PositionStore, Queryable } from '../store/index.ts';
import type { FuelAnchor } from './fuelRows.ts';

/** How far detection came with a unit, as it is stored. */
export interface Progress {
  /** Time of the last report that was taken in. */
  readonly processedTo: Instant;
  /** Groups up to here were looked at. */
  readonly sequence: number;
  /** Late reports from here on were seen and not gone through; infinite when there were none. */
  readonly lateFrom: Instant;
}

interface ProgressRow {
  processed_to: Date;
  sequence: number;
  late_from: Date | null;
}

const progressOf = (row: ProgressRow): Progress => ({
  processedTo: row.processed_to.getTime(),
  sequence: row.sequence,
  lateFrom: row.late_from?.getTime() ?? Number.POSITIVE_INFINITY,
});

/** What is kept of a unit between runs of the process. */
export interface UnitProgress {
  readonly progress: Progress;
  /** The state that the last look at its fuel ended with; null when nobody looked. */
  readonly fuel: FuelAnchor | null;
}

/** In the order of the units; null for those that detection never looked at. */
export async function readProgress(database: Queryable, unitIds: readonly number[]): Promise<(UnitProgress | null)[]> {
  const rows = await database.query<ProgressRow & { unit_id: number; fuel: FuelAnchor | null }>(
    "select unit_id, processed_to, sequence, late_from, detector -> 'fuel' as fuel from detection_state where unit_id = any($1::int8[])",
    [unitIds],
  );
  const known = new Map(rows.map((row) => [row.unit_id, { progress: progressOf(row), fuel: row.fuel }]));
  return unitIds.map((unitId) => known.get(unitId) ?? null);
}

/** Late reports of a unit, from an instant on. */
export interface LateReports {
  readonly unitId: number;
  readonly lateFrom: Instant;
}

/** Late reports wait for their batch to be over: a restart must not forget them. */
export async function noteLate(database: Queryable, late: readonly LateReports[]): Promise<void> {
  await database.query(
    `update detection_state s set late_from = least(s.late_from, w.late_from)
     from unnest($1::int8[], $2::timestamptz[]) as w (unit_id, late_from) where s.unit_id = w.unit_id`,
    [late.map(({ unitId }) => unitId), late.map(({ lateFrom }) => toIso(lateFrom))],
  );
}

/**
 * From when on the unit's past is to be gone through: the earliest report that was not taken in and is older than what
 * was. Reports that are in blocks by now were taken in, or noted as late, by whoever ran then: detection is not so far
 * behind.
 */
export function lateSince(
  positions: Pick<PositionStore, 'readCommitted' | 'compactedTo'>,
  unitId: number,
  { processedTo, sequence, lateFrom }: Progress,
): Instant {
  const track = positions.readCommitted(unitId, Math.max(sequence, positions.compactedTo));
  const late = track && track.count > 0 && track.times[0] <= processedTo ? track.times[0] : Number.POSITIVE_INFINITY;
  return Math.min(lateFrom, late);
}

/**
 * Units with reports that detection has not seen, or that it left on their way, or that a rule on silence asks for
 * which was made since (`silenceSince`); the last to report first.
 */
export async function unitsBehind(
  database: Queryable,
  positions: Pick<PositionStore, 'latest' | 'readCommitted' | 'compactedTo'>,
  silenceSince: (unitId: number) => Instant,
): Promise<number[]> {
  const { latest } = positions;
  const rows = await database.query<ProgressRow & { unit_id: number; updated_at: Date; open: boolean }>(
    `select s.unit_id, s.updated_at, s.processed_to, s.sequence, s.late_from, (s.is_timed or exists (select 1 from trip t where t.unit_id = s.unit_id and t.open)
       or exists (select 1 from driver_key_session k where k.unit_id = s.unit_id and k.to_at is null)) as open
     from detection_state s`,
  );
  const looked = new Map(rows.map((row) => [row.unit_id, row]));
  const isBehind = (index: number): boolean => {
    const row = looked.get(latest.unitIds[index]);
    if (!row || row.open || row.updated_at.getTime() < silenceSince(row.unit_id)) return true;
    const progress = progressOf(row);
    return (
      progress.processedTo < latest.times[index] ||
      Number.isFinite(lateSince(positions, latest.unitIds[index], progress))
    );
  };
  const behind = Array.from({ length: latest.count }, (_, index) => index).filter(isBehind);
  return behind.toSorted((a, b) => latest.times[b] - latest.times[a]).map((index) => latest.unitIds[index]);
}
