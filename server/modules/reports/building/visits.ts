import { fromIso, MINUTE, REPORT } from '../../../../src/domain/base/index.ts';
import { readVisits } from '../../shared/index.ts';
import { chunksOf, writeDays } from './days.ts';
import { Figures, FiguresByDay } from './figures.ts';
import { endOf, partsOf } from './windowParts.ts';
import { secondsOf } from './totals.ts';
import { eachUnit, type Build } from './types.ts';

/** Every stay in a geofence, and how many there were and for how long by unit and geofence, and by day. */
export async function buildVisits(build: Build): Promise<void> {
  const { database, rows, form, now, accounts } = build;
  const shortest = (form.min_minutes ?? 0) * MINUTE;
  const asked = form.geofence_ids.length > 0 ? form.geofence_ids : undefined;
  const all = new FiguresByDay();
  await eachUnit(build, async ({ unitId, name, sight }) => {
    const own = new Map<number, { readonly name: string; readonly figures: Figures }>();
    for (const chunk of chunksOf(build)) {
      const read = await readVisits(database, sight, chunk.interval, REPORT.found, accounts.geofences, asked);
      if (read.truncated) rows.leaveOff('visits');
      for (const visit of read.visits.toReversed()) {
        const from = fromIso(visit.entered_at);
        const span = { from, to: endOf(visit.left_at, now, from) };
        for (const part of partsOf(chunk, span)) {
          if (part.to - part.from < shortest) continue;
          const duration = secondsOf(part.to - part.from);
          const share = part.isWhole || span.to <= span.from ? 1 : (part.to - part.from) / (span.to - span.from);
          const distance = visit.distance === null ? null : visit.distance * share;
          const zone = own.get(visit.geofence_id) ?? { name: visit.geofence_name, figures: new Figures() };
          own.set(visit.geofence_id, zone);
          for (const figures of [zone.figures, all.of(part.day)]) {
            figures.visits++;
            figures.duration += duration;
            figures.distance += distance ?? 0;
          }
          await rows.add('visits', {
            unit_id: unitId,
            at: part.from,
            latitude: visit.entry_position.latitude,
            longitude: visit.entry_position.longitude,
            unit: name,
            geofence: visit.geofence_name,
            start: part.from,
            end: visit.left_at === null && part.isWhole ? null : part.to,
            duration,
            distance,
            max_speed: visit.max_speed,
          });
        }
      }
    }
    for (const zone of [...own.values()].toSorted((a, b) => a.name.localeCompare(b.name)))
      await rows.add('units', { unit_id: unitId, unit: name, geofence: zone.name, ...zone.figures.row() });
  });
  await writeDays(build, all);
}
