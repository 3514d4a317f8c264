import { REPORT } from '../../../../src/domain/base/index.ts';
import { readTrips } from '../../shared/index.ts';
import { chunksOf, writeDays } from './days.ts';
import { FiguresByDay } from './figures.ts';
import { tripParts } from './windowParts.ts';
import { speedOf } from './totals.ts';
import { eachUnit, type Build } from './types.ts';

/** Every trip, and what they come to by unit and by day. */
export async function buildTrips(build: Build): Promise<void> {
  const { database, detection, rows, placeOf } = build;
  const all = new FiguresByDay();
  await eachUnit(build, async ({ unitId, name, sight }) => {
    const own = new FiguresByDay();
    for (const chunk of chunksOf(build)) {
      const { trips, truncated } = await readTrips(database, sight, chunk.interval, REPORT.found, detection);
      if (truncated) rows.leaveOff('trips');
      for (const trip of trips) {
        for (const part of tripParts(chunk, trip)) {
          countTrip(own, part, trip.max_speed);
          await rows.add('trips', {
            unit_id: unitId,
            at: part.from,
            latitude: trip.start_position?.latitude ?? null,
            longitude: trip.start_position?.longitude ?? null,
            unit: name,
            start: part.from,
            end: part.to,
            start_place: placeOf(trip.start_position),
            end_place: placeOf(trip.end_position),
            distance: part.distance,
            driving: part.driving,
            idle: part.idle,
            max_speed: trip.max_speed,
            mean_speed: speedOf(part.distance, part.driving),
            operator: trip.drivers.map(({ operator_name: each }) => each).join(', '),
            part: trip.open ? 'open' : part.isWhole ? null : 'part',
          });
        }
      }
    }
    if (own.entries().length > 0) await rows.add('units', { unit_id: unitId, unit: name, ...own.total().row() });
    all.add(own);
  });
  await writeDays(build, all);
}

/** Adds a part of a trip to the figures of its day. */
export function countTrip(
  figures: FiguresByDay,
  part: ReturnType<typeof tripParts>[number],
  speed: number | null,
): void {
  const day = figures.of(part.day);
  day.trips++;
  day.distance += part.distance;
  day.driving += part.driving;
  day.idle += part.idle;
  day.moved(part.from, part.to, speed);
}
