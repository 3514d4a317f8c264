import { coversInstant } from '../../../../src/domain/allocation/index.ts';
import { fromIso, REPORT, type Instant } from '../../../../src/domain/base/index.ts';
import { createPoint, inputsOf, pointsOfTrack } from '../../../../src/domain/detection/index.ts';
import { windowAt, type ReportWindow } from '../../../../src/domain/report/index.ts';
import type { FuelEvent } from '../../../../src/domain/unitEvent/index.ts';
import type { UnitsInSight } from '../../../call/reach.ts';
import { Setups } from '../../../pipeline/index.ts';
import { readFuelEvents, readTrips } from '../../shared/index.ts';
import { chunksOf, writeDays } from './days.ts';
import { FiguresByDay } from './figures.ts';
import { LevelWatch } from './levels.ts';
import { tripParts } from './windowParts.ts';
import { countTrip } from './trips.ts';
import { eachUnit, type Build } from './types.ts';

/** Fuel by unit and day, and every refill and theft. */
export async function buildFuel(build: Build): Promise<void> {
  const { database, detection, rows, placeOf } = build;
  const all = new FiguresByDay();
  await eachUnit(build, async ({ unitId, name, sight }) => {
    const own = new FiguresByDay();
    for (const chunk of chunksOf(build)) {
      const { trips } = await readTrips(database, sight, chunk.interval, REPORT.found, detection);
      for (const trip of trips) for (const part of tripParts(chunk, trip)) countTrip(own, part, trip.max_speed);
      for (const event of await countFuel(chunk, unitId, sight, own)) {
        await rows.add('fuelEvents', {
          unit_id: unitId,
          at: fromIso(event.start),
          latitude: event.position?.latitude ?? null,
          longitude: event.position?.longitude ?? null,
          unit: name,
          kind: event.kind,
          start: fromIso(event.start),
          end: fromIso(event.end),
          volume: event.volume,
          before: event.start_level,
          after: event.end_level,
          place: placeOf(event.position),
          confidence: event.confidence,
        });
      }
    }
    for (const [day, figures] of own.entries())
      await rows.add('unitDays', { unit_id: unitId, unit: name, day, ...figures.row() });
    if (own.entries().length > 0) await rows.add('units', { unit_id: unitId, unit: name, ...own.total().row() });
    all.add(own);
  });
  await writeDays(build, all);
}

/**
 * Adds what a unit used, took and lost of fuel to the figures of its days; answers refills, thefts and faults in their
 * order. Used is what the level fell by, with what was refilled and without what was stolen; it is never less than
 * nothing: what a level gains without a refill is noise.
 */
export async function countFuel(
  chunk: Build,
  unitId: number,
  sight: UnitsInSight,
  figures: FiguresByDay,
): Promise<FuelEvent[]> {
  const { database, windows, interval, rows } = chunk;
  const read = await readFuelEvents(database, sight, interval, REPORT.found);
  if (read.truncated) rows.leaveOff('fuelEvents');
  const changes = new Map<ReportWindow, number>();
  const events = read.events.filter((event) => {
    const window = windowAt(windows, fromIso(event.start));
    if (window === null) return false;
    if (event.kind === 'fault') return true;
    const isRefill = event.kind === 'refill';
    if (isRefill) figures.of(window.day).refilled += event.volume;
    else figures.of(window.day).stolen += event.volume;
    changes.set(window, (changes.get(window) ?? 0) + (isRefill ? event.volume : -event.volume));
    return true;
  });
  const levels = await readLevels(chunk, unitId, sight);
  for (const [place, window] of windows.entries()) {
    const { from, to } = levels[place];
    if (from === null || to === null) continue;
    const used = Math.max(0, from - to + (changes.get(window) ?? 0));
    if (used > 0 || figures.has(window.day)) figures.of(window.day).use(used);
  }
  return events;
}

/** Levels at the beginning and the end of each window, in litres. */
async function readLevels(
  { database, positions, windows, interval }: Build,
  unitId: number,
  sight: UnitsInSight,
): Promise<readonly { readonly from: number | null; readonly to: number | null }[]> {
  const setup = (await new Setups(database).read([unitId])).get(unitId);
  const watch = new LevelWatch(windows);
  if (setup === undefined) return watch.finish();
  const spans = sight.spans.get(unitId);
  const isSeen = (at: Instant): boolean => spans === undefined || spans.some((span) => coversInstant(span, at));
  const point = createPoint();
  for await (const track of positions.readTracks(unitId, interval.from - REPORT.level, interval.to)) {
    const source = pointsOfTrack(track, inputsOf(track, setup.set));
    for (let row = 0; row < source.count; row++) {
      source.fill(row, point);
      if (point.fuelLevels.length > 0 && isSeen(point.time)) watch.accept(point.time, point.fuelLevels);
    }
  }
  return watch.finish();
}
