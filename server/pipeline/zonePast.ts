import {
  createPoint,
  isUsable,
  ReportReader,
  ZoneWatch,
  type KeyedCrossing,
  type Visit,
  type ZoneLayer,
  type ZoneStates,
} from '../../src/domain/detection/index.ts';
import { toIso, type Instant } from '../../src/domain/base/index.ts';
import type { Database, EventLoopBreaks, PositionStore, Transaction } from '../store/index.ts';
import type { UnitSetup } from './setup.ts';
import { lockGeofences, putVisits } from './visitRows.ts';

/** A unit whose past is gone through for the zones of a layer: reports from `from` up to `to`. */
export interface PastOf {
  readonly unitId: number;
  readonly setup: UnitSetup;
  readonly layer: ZoneLayer;
  readonly from: Instant;
  readonly to: Instant;
  readonly now: Instant;
  readonly breaks: EventLoopBreaks;
}

/** What was found of the zones, and the state of the unit in each of them after its last report. */
export interface ZonePast {
  readonly visits: readonly Visit[];
  readonly crossings: readonly KeyedCrossing[];
}

/** Rows that are taken in before others may have their turn. */
const ROWS_AT_A_TIME = 500;

interface AnchorRow {
  at: Date;
  zones: ZoneStates | null;
}

/**
 * Finds the visits of zones in what a unit reported, and puts them in the place of those that are stored of them; with
 * them how it stood to them at every state that detection may go back to. Trips and all else stay as they are.
 */
export async function findPastVisits(
  database: Database,
  positions: Pick<PositionStore, 'readTracks'>,
  past: PastOf,
): Promise<ZonePast> {
  const anchors = await database.query<AnchorRow>(
    "select at, state -> 'zones' as zones from detection_anchor where unit_id = $1 order by at",
    [past.unitId],
  );
  const { watch, states } = await goThrough(
    positions,
    past,
    anchors.map(({ at }) => at.getTime()),
  );
  const visits = watch.visits();
  const zoneIds = past.layer.index.zones.map(({ id }) => id);
  const changed = anchors.flatMap(({ at, zones }, place) => {
    const merged = mergedStates(zones, states[place], zoneIds);
    return merged ? [{ at, zones: merged }] : [];
  });
  await database.transaction(async (transaction) => {
    const there = await lockGeofences(transaction, zoneIds);
    await transaction.query('delete from zone_visit where unit_id = $1 and geofence_id = any($2::int8[])', [
      past.unitId,
      zoneIds,
    ]);
    await putVisits(
      transaction,
      visits.filter(({ zoneId }) => there.has(zoneId)).map((visit) => ({ ...visit, unitId: past.unitId })),
    );
    await putStates(transaction, past.unitId, changed);
  });
  return { visits, crossings: watch.states().crossings };
}

async function goThrough(
  positions: Pick<PositionStore, 'readTracks'>,
  { unitId, setup, layer, from, to, now, breaks }: PastOf,
  anchors: readonly Instant[],
): Promise<{ watch: ZoneWatch; states: ZoneStates[] }> {
  const watch = new ZoneWatch([layer]);
  const reader = new ReportReader(setup);
  const states: ZoneStates[] = [];
  const point = createPoint();
  for await (const track of positions.readTracks(unitId, from, Number.isFinite(to) ? to + 1 : to)) {
    const opened = reader.open(track, false);
    for (let row = 0; row < track.count; row++) {
      const isTaken = reader.read(opened, row, point);
      while (states.length < anchors.length && anchors[states.length] < point.time) states.push(watch.states());
      if (isTaken && isUsable(point, setup.trips.min_satellites)) watch.accept(point);
      if (row % ROWS_AT_A_TIME === 0) await breaks.take();
    }
  }
  while (states.length < anchors.length) states.push(watch.states());
  watch.noteTime(now);
  return { watch, states };
}

/** The stored states with these zones as they were found; null: they say that already. */
function mergedStates(stored: ZoneStates | null, found: ZoneStates, zoneIds: readonly number[]): ZoneStates | null {
  if (stored === null) return found;
  const prefixes = new Set(zoneIds);
  const others = stored.crossings.filter(({ key }) => !prefixes.has(Number(key.split('@')[0])));
  if (found.crossings.length === 0 && others.length === stored.crossings.length) return null;
  return { last: stored.last, crossings: [...others, ...found.crossings] };
}

async function putStates(
  transaction: Transaction,
  unitId: number,
  changed: readonly { readonly at: Date; readonly zones: ZoneStates }[],
): Promise<void> {
  if (changed.length === 0) return;
  await transaction.query(
    `update detection_anchor a set state = jsonb_set(a.state, '{zones}', w.zones)
     from unnest($2::timestamptz[], $3::jsonb[]) as w (at, zones) where a.unit_id = $1 and a.at = w.at`,
    [unitId, changed.map(({ at }) => toIso(at.getTime())), changed.map(({ zones }) => JSON.stringify(zones))],
  );
}
