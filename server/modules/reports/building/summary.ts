import { fromIso, REPORT } from '../../../../src/domain/base/index.ts';
import { readStops, readTrips } from '../../shared/index.ts';
import { chunksOf, writeDays } from './days.ts';
import { FiguresByDay } from './figures.ts';
import { countFuel } from './fuel.ts';
import { endOf, partsOf, tripParts } from './windowParts.ts';
import { countTrip } from './trips.ts';
import { eachUnit, type Build } from './types.ts';

/** What each unit did, in all and by day: distance, times, speeds, stops and fuel. */
export async function buildSummary(build: Build): Promise<void> {
  const { database, detection, rows, now } = build;
  const all = new FiguresByDay();
  await eachUnit(build, async ({ unitId, name, sight }) => {
    const own = new FiguresByDay();
    for (const chunk of chunksOf(build)) {
      const trips = await readTrips(database, sight, chunk.interval, REPORT.found, detection);
      for (const trip of trips.trips) for (const part of tripParts(chunk, trip)) countTrip(own, part, trip.max_speed);
      const stops = await readStops(database, sight, chunk.interval, REPORT.found);
      for (const stop of stops.stops) {
        const from = fromIso(stop.start);
        if (stop.kind === 'parking')
          for (const part of partsOf(chunk, { from, to: endOf(stop.end, now, from) })) own.of(part.day).stops++;
      }
      if (trips.truncated || stops.truncated) rows.leaveOff('unitDays');
      await countFuel(chunk, unitId, sight, own);
    }
    for (const [day, figures] of own.entries())
      await rows.add('unitDays', { unit_id: unitId, unit: name, day, ...figures.row() });
    // Of a unit that did nothing this is said too.
    await rows.add('units', { unit_id: unitId, unit: name, ...own.total().row() });
    all.add(own);
  });
  await writeDays(build, all);
}
