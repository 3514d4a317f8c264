import { fromIso, MINUTE, REPORT } from '../../../../src/domain/base/index.ts';
import { readStops } from '../../shared/index.ts';
import { chunksOf, writeDays } from './days.ts';
import { FiguresByDay } from './figures.ts';
import { endOf, partsOf } from './windowParts.ts';
import { secondsOf } from './totals.ts';
import { eachUnit, type Build } from './types.ts';

/** Every parking and every span without data, and how many there were and for how long by unit and by day. */
export async function buildStops(build: Build): Promise<void> {
  const { database, rows, placeOf, form, now } = build;
  const shortest = (form.min_minutes ?? 0) * MINUTE;
  const all = new FiguresByDay();
  await eachUnit(build, async ({ unitId, name, sight }) => {
    const own = new FiguresByDay();
    for (const chunk of chunksOf(build)) {
      const { stops, truncated } = await readStops(database, sight, chunk.interval, REPORT.found);
      if (truncated) rows.leaveOff('stops');
      for (const stop of stops) {
        const from = fromIso(stop.start);
        for (const part of partsOf(chunk, { from, to: endOf(stop.end, now, from) })) {
          if (part.to - part.from < shortest) continue;
          const duration = secondsOf(part.to - part.from);
          const day = own.of(part.day);
          day.stops++;
          day.duration += duration;
          await rows.add('stops', {
            unit_id: unitId,
            at: part.from,
            latitude: stop.position?.latitude ?? null,
            longitude: stop.position?.longitude ?? null,
            unit: name,
            kind: stop.kind,
            start: part.from,
            end: stop.end === null && part.isWhole ? null : part.to,
            duration,
            place: placeOf(stop.position),
          });
        }
      }
    }
    if (own.entries().length > 0) await rows.add('units', { unit_id: unitId, unit: name, ...own.total().row() });
    all.add(own);
  });
  await writeDays(build, all);
}
